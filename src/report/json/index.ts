// The complete report as JSON.

import { inert, visibleJson } from '../../base/visible.ts'
import { formatOf } from '../format.ts'
import type { Report } from '../model/report.ts'

/** The text must not contain commands, because CI services search standard output for commands. */
export function reportText(report: Report): string {
  return inert(`${visibleJson(report)}\n`)
}

export const jsonFormat = formatOf('report.json', reportText)
