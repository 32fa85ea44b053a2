// The report as JSON, as programs read it: all there is to know.

import { inert, visibleJson } from '../../base/visible.ts'
import { formatOf } from '../format.ts'
import type { Report } from '../model/report.ts'

/** The text of report.json. It may stand on standard output, too, where a CI service may read it. */
export function reportText(report: Report): string {
  return inert(`${visibleJson(report)}\n`)
}

export const jsonFormat = formatOf('report.json', reportText)
