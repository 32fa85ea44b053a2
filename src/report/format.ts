// What a format of reports is: a file, made of one event log in one pass.
import type { RunEvent } from '../base/event.ts'
import type { Report } from './model/report.ts'

/** A kind of report file. */
export interface Format {
  /** Name of the file in the report folder. */
  readonly file: string
  /** Whether it stands in its place while the run goes on; else it is there when it is whole. */
  readonly inPlace?: boolean
  /** Whether it tells more than a report holds, so that it can't be made of one. */
  readonly ofLog?: boolean
  /** Begins the file of one run. @param folder where it goes */
  begin(folder: string): FormatWriter
}

/** Writes the file of one run. */
export interface FormatWriter {
  /** Hears the log, event by event. @returns what is to be written by then */
  hear?(event: RunEvent): string
  /** What is to be written when all was heard. */
  end(report: Report): string
}

/** A format that needs nothing but the report. */
export function formatOf(file: string, of: (report: Report, folder: string) => string): Format {
  return { file, begin: (folder) => ({ end: (report) => of(report, folder) }) }
}
