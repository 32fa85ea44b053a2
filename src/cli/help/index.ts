// Help on commands and clauses.
export { withExamples, withExitCodes } from './examples.ts'
export { helpOn } from './help.ts'
