// Help: on commands and clauses, with examples; and what to say where a word names no command.
export { withExamples } from './examples.ts'
export { helpOn, requireCommand } from './help.ts'
