// Writes report files. Each file is complete or does not exist, except for `inPlace` files.
import { join } from 'node:path'
import { ConfigurationError, messageOf } from '../base/error.ts'
import type { RunEvent } from '../base/event.ts'
import { commitAll, Draft, discardAll } from '../base/files/draft.ts'
import { makeFolder } from '../base/files/folder.ts'
import { defaultFormats, type ReportFormat } from './choice/index.ts'
import type { Format, FormatWriter } from './format.ts'
import { formats } from './formats.ts'
import type { Report } from './model/report.ts'

interface File {
  readonly format: Format
  readonly writer: FormatWriter
  draft: Draft | null
}

/** If writing fails, reports of an earlier run stay unchanged, except for `inPlace` files. */
export class ReportFiles {
  readonly #folder: string
  readonly #files: readonly File[]
  #error: unknown = null

  constructor(folder: string, formats: readonly Format[]) {
    this.#folder = folder
    this.#files = formats.map((format) => ({ format, writer: format.begin(folder), draft: null }))
  }

  /** Never throws: `finish` reports the error later. */
  hear(event: RunEvent): void {
    if (this.#error !== null) return
    try {
      for (const file of this.#files) {
        const text = file.writer.hear?.(event) ?? ''
        if (text === '') continue
        this.#draftOf(file).write(text)
        // Flushed text survives a crash.
        if (event.type === 'phase-started') this.#draftOf(file).flush()
      }
    } catch (error) {
      this.#error = error
      this.abandon()
    }
  }

  /**
   * @returns the paths of the written files
   * @throws ConfigurationError if the program cannot write into the folder
   */
  finish(report: Report): readonly string[] {
    try {
      if (this.#error !== null) throw this.#error
      for (const file of this.#files) this.#draftOf(file).write(file.writer.end(report))
      commitAll(this.#drafts())
    } catch (error) {
      this.abandon()
      throw new ConfigurationError(
        `The report folder ${this.#folder} cannot be written (${messageOf(error)}): name another folder with --report-dir.`,
      )
    }
    return this.#files.map(({ format }) => join(this.#folder, format.file))
  }

  abandon(): void {
    discardAll(this.#drafts())
  }

  #drafts(): readonly Draft[] {
    return this.#files.flatMap(({ draft }) => draft ?? [])
  }

  #draftOf(file: File): Draft {
    if (file.draft === null) {
      makeFolder(this.#folder)
      const { format } = file
      file.draft = new Draft(join(this.#folder, format.file), { inPlace: format.inPlace === true })
    }
    return file.draft
  }
}

/**
 * Writes a report in several formats. Skips formats that need the event log.
 * @returns the paths of the written files
 * @throws ConfigurationError if the program cannot write into the folder
 */
export async function writeReports(
  report: Report,
  folder: string,
  names: readonly ReportFormat[] = defaultFormats,
): Promise<readonly string[]> {
  const views = names.map((name) => formats[name]).filter(({ ofLog }) => ofLog !== true)
  return new ReportFiles(folder, views).finish(report)
}
