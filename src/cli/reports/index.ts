// Commands that read reports.
export { type DiffFormat, diffFiles, type MergeFlags, mergeFiles } from './compare.ts'
export { exitCodeOf } from './exit-code.ts'
export { type OverviewFlags, overviewFiles } from './overview.ts'
export { type ReportFlags, remakeReports } from './remake.ts'
export { formatsOf, writeFiles } from './run-files.ts'
