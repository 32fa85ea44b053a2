// Commands about reports.
export { formatsOf } from './chosen.ts'
export { type DiffFormat, diffFiles, type MergeFlags, mergeFiles } from './compare.ts'
export { exitCodeOf } from './exit-code.ts'
export { type OverviewFlags, overviewFiles } from './overview.ts'
export { type ReportFlags, remakeReports } from './remake.ts'
export { writeFiles } from './run-files.ts'
