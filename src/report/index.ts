// The report layer: one masked event log, one report, and the views of it.

export { diffMarkdown } from './diff-markdown.ts'
export { exchangesOfReport, type Har, toHar } from './har.ts'
export { reportHtml } from './html/html.ts'
export { junitXml } from './junit.ts'
export { createEventLog, type EventLog, type EventLogOptions, eventLogLimits } from './log/event-log.ts'
export { summaryMarkdown } from './markdown.ts'
export {
  type ClauseChange,
  diffReports,
  type OpenPointChange,
  type ReportDiff,
  regressed,
} from './model/diff.ts'
export { mergeReports } from './model/merge.ts'
export { readReport } from './model/read.ts'
export type {
  CoverageTotals,
  Report,
  ReportClause,
  ResourceRef,
  Summary,
  Target,
  Tool,
} from './model/report.ts'
export { schemaVersion } from './model/report.ts'
export type { Result } from './model/result.ts'
export { ofSpecification } from './model/tally.ts'
export { toReport } from './model/to-report.ts'
export {
  type Attestation,
  type AttestationOptions,
  attestationOf,
  type ResourceDescriptor,
  type Subject,
} from './pipeline/attestation.ts'
export type { Finding } from './pipeline/code-quality.ts'
export {
  githubAnnotations,
  githubError,
  githubGroup,
  githubGroupEnd,
  githubOutputs,
} from './pipeline/github.ts'
export { tapText } from './tap.ts'
export { terminalDiff } from './terminal/diff.ts'
export { liveProgress, type Progress, type ProgressOptions } from './terminal/progress.ts'
export { type TerminalOptions, terminalReport } from './terminal/terminal.ts'
export { wrapped } from './text/columns.ts'
export { counted } from './text/plain.ts'
export { inert, visible, visibleDeep, visibleJson } from './text/visible.ts'
export {
  defaultFormats,
  type ReportFormat,
  reportFiles,
  reportFormats,
  reportText,
  writeReports,
} from './write.ts'
