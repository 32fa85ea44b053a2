// A report format writes one file. Its writer gets each event of the log once, in the order of the log.
import type { RunEvent } from '../base/event.ts'
import type { Report } from './model/report.ts'

export interface Format {
  readonly file: string
  /**
   * True if the file grows at its final path during the run. Otherwise the file appears there only at the
   * end.
   */
  readonly inPlace?: boolean
  /** True if the format needs the event log, because a report does not contain enough data. */
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
