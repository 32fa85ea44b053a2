// The difference of two reports, for people: in a terminal, and as a comment on a pull request.
export { diffMarkdown } from './diff-markdown.ts'
export { terminalDiff } from './diff-terminal.ts'
