// A report format: a file made in one pass over the event log.
import type { RunEvent } from '../base/event.ts'
import type { Report } from './model/report.ts'

export interface Format {
  readonly file: string
  /** The file grows at its final path during the run. */
  readonly inPlace?: boolean
  /** A report does not contain enough. */
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
