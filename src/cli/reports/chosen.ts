// Resolves the chosen report formats.
import { type Format, formats, harFormat } from '../../report/index.ts'
import type { ReportChoice } from '../report-options.ts'

export function formatsOf({ reports, har }: ReportChoice): readonly Format[] {
  return [...reports.map((name) => formats[name]), ...(har === 'none' ? [] : [harFormat(har)])]
}
