// A report format writes one file. Its writer gets all events of the log, in order.
import type { RunEvent } from '../base/event.ts'
import type { Report } from './model/report.ts'

export interface Format {
  readonly file: string
  /** True if the file grows at its final path during the run. */
  readonly inPlace?: boolean
  /** True if the format needs the event log, because a report lacks its data. */
  readonly ofLog?: boolean
  begin(folder: string): FormatWriter
}

export interface FormatWriter {
  hear?(event: RunEvent): string
  end(report: Report): string
}

export function formatOf(file: string, of: (report: Report, folder: string) => string): Format {
  return { file, begin: (folder) => ({ end: (report) => of(report, folder) }) }
}
