// A report format: a file made in one pass over the event log.
import type { RunEvent } from '../base/event.ts'
import type { Report } from './model/report.ts'

export interface Format {
  readonly file: string
  /** Whether the file is visible during the run, not only when complete. */
  readonly inPlace?: boolean
  /** Whether it needs the event log, because a report holds too little. */
  readonly ofLog?: boolean
  begin(folder: string): FormatWriter
}

export interface FormatWriter {
  /** Returns text to append. */
  hear?(event: RunEvent): string
  /** Returns the last text. */
  end(report: Report): string
}

export function formatOf(file: string, of: (report: Report, folder: string) => string): Format {
  return { file, begin: (folder) => ({ end: (report) => of(report, folder) }) }
}
