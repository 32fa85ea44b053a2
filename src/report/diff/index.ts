// The difference of two reports, for terminals and pull request comments.
export { diffMarkdown } from './diff-markdown.ts'
export { terminalDiff } from './diff-terminal.ts'
