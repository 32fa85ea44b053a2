// The formats of the reports that were chosen.
import { type Format, formats, harFormat } from '../../report/index.ts'
import type { ReportChoice } from '../report-options.ts'

/** What is written, in the order in which it is told. */
export function formatsOf({ reports, har }: ReportChoice): readonly Format[] {
  return [...reports.map((name) => formats[name]), ...(har === 'none' ? [] : [harFormat(har)])]
}
