// The report layer: the masked event log, the report, and all output formats.

export {
  defaultFormats,
  type HarSelection,
  harSelections,
  type ReportFormat,
  reportFormats,
} from './choice/index.ts'
export type { Finding } from './codequality/index.ts'
export { diffMarkdown, terminalDiff } from './diff/index.ts'
export { readLog } from './events/index.ts'
export type { Format } from './format.ts'
export { formats } from './formats.ts'
export { exchangesOfReport, harFormat, toHar } from './har/index.ts'
export { reportHtml } from './html/index.ts'
export { reportText } from './json/index.ts'
export { junitXml } from './junit/index.ts'
export { summaryMarkdown } from './markdown/index.ts'
export { mergeReports } from './merge/merge.ts'
export { baselineOf } from './model/baseline.ts'
export { diffReports, regressed } from './model/diff.ts'
export { readReport, reportFileIn } from './model/read.ts'
export type {
  CoverageTotals,
  Report,
  ReportClause,
  ResourceRef,
  Summary,
  Target,
  Tool,
} from './model/report.ts'
export type { ClauseChange, OpenPointChange, ReportDiff } from './model/report-diff.ts'
export type { Result } from './model/result.ts'
export { ofSpecification } from './model/tally.ts'
export { ReportFold, toReport } from './model/to-report.ts'
export {
  linkTo,
  namesOf,
  type Overview,
  OverviewTally,
  overviewHtml,
  overviewJson,
  terminalOverview,
} from './overview/index.ts'
export {
  type Attestation,
  type AttestationOptions,
  attestationOf,
  type ResourceDescriptor,
  type Subject,
} from './pipeline/attestation.ts'
export {
  githubAnnotations,
  githubError,
  githubGroup,
  githubGroupEnd,
  githubOutputs,
} from './pipeline/github.ts'
export { createEventLog, type EventLog, type EventLogOptions, eventLogLimits } from './recording/event-log.ts'
export { ReportFiles, writeReports } from './report-files.ts'
export { tapText } from './tap/index.ts'
export { liveProgress, type Progress, type ProgressOptions } from './terminal/progress.ts'
export { type TerminalOptions, terminalReport } from './terminal/terminal.ts'
export { hanging, wrapped } from './text/columns.ts'
export { partInWords } from './text/part-in-words.ts'
