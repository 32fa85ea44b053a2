// The overview of many reports.
import { visibleJson } from '../../base/visible.ts'
import type { Overview } from './shape.ts'

export { linkTo, namesOf } from './names.ts'
export { OverviewTally } from './overview.ts'
export { overviewHtml } from './overview-html.ts'
export { terminalOverview } from './overview-terminal.ts'
export type { Overview } from './shape.ts'

/** Increases with each incompatible change. */
const overviewSchemaVersion = 1

export function overviewJson(overview: Overview): string {
  return `${visibleJson({ schemaVersion: overviewSchemaVersion, ...overview })}\n`
}
