// Help on commands and clauses.
export { withExamples } from './examples.ts'
export { helpOn } from './help.ts'
export { description, overviewOf, withExitCodes } from './overview.ts'
