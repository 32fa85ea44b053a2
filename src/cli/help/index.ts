// Help on commands and clauses.
export { withExamples } from './examples.ts'
export { helpOn } from './help.ts'
export { description, overviewOf, pathOf, withExitCodes } from './overview.ts'
