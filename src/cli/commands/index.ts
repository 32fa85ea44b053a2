// Declares the commands and their options. Each command loads its own code only when it runs.
export type { CommandContext } from './context.ts'
export { contractCommands } from './contract.ts'
export { replayCommand, sweepCommand } from './earlier-run.ts'
export { exportCommands } from './export.ts'
export { firstRunCommands } from './first-run.ts'
export { reportsCommands } from './reports.ts'
export { runCommands } from './run.ts'
export { serveCommand } from './serve.ts'
