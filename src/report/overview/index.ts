// Many tenants or versions at once: their reports as one overview, as a page, as JSON and in a terminal.
import { visibleJson } from '../../base/visible.ts'
import type { Overview } from './shape.ts'

export { linkTo, namesOf } from './names.ts'
export { OverviewTally } from './overview.ts'
export { overviewHtml } from './overview-html.ts'
export { terminalOverview } from './overview-terminal.ts'
export type { Overview } from './shape.ts'

/** Raised when a reader of the version before could not read an overview any more. */
const overviewSchemaVersion = 1

/** The overview as JSON (`schemas/meta/overview.json`), with a line feed at its end. */
export function overviewJson(overview: Overview): string {
  return `${visibleJson({ schemaVersion: overviewSchemaVersion, ...overview })}\n`
}
