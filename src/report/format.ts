// A report format: a file made in one pass over the event log.
import type { RunEvent } from '../base/event.ts'
import type { Report } from './model/report.ts'

export interface Format {
  /** The file's name in the report folder. */
  readonly file: string
  /** Whether the file is visible during the run; otherwise it appears when complete. */
  readonly inPlace?: boolean
  /** Whether the format needs the event log, because a report holds too little. */
  readonly ofLog?: boolean
  /** @param folder of the file */
  begin(folder: string): FormatWriter
}

export interface FormatWriter {
  /** Returns the text to append for this event. */
  hear?(event: RunEvent): string
  /** Returns the rest of the file. */
  end(report: Report): string
}

/** A format that needs only the report. */
export function formatOf(file: string, of: (report: Report, folder: string) => string): Format {
  return { file, begin: (folder) => ({ end: (report) => of(report, folder) }) }
}
