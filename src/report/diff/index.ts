// The output formats of a difference.
export { diffMarkdown } from './diff-markdown.ts'
export { terminalDiff } from './diff-terminal.ts'
