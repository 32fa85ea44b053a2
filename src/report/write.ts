// Writing of report files: each is there whole or not at all.
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { makeFolder } from '../base/files/folder.ts'
import { writeWhole } from '../base/files/whole-file.ts'
import { reportHtml } from './html/html.ts'
import { junitXml } from './junit.ts'
import { summaryMarkdown } from './markdown.ts'
import type { Report } from './model/report.ts'
import { codeQualityJson } from './pipeline/code-quality.ts'
import { inert, visibleJson } from './text/visible.ts'

interface View {
  readonly file: string
  /** @param folder where the file goes */
  of(report: Report, folder: string): string
}

const views = {
  // On standard output, too, where a CI service may read it.
  json: { file: 'report.json', of: (report) => inert(`${visibleJson(report)}\n`) },
  junit: { file: 'junit.xml', of: junitXml },
  html: { file: 'report.html', of: reportHtml },
  markdown: { file: 'summary.md', of: (report) => summaryMarkdown(report) },
  codequality: {
    file: 'codequality.json',
    of: (report, folder) => codeQualityJson(report, belowTheJob(join(folder, 'report.json'))),
  },
} as const satisfies Readonly<Record<string, View>>

/** A kind of report, as `--reports` names it. */
export type ReportFormat = keyof typeof views

export const reportFormats = Object.keys(views) as readonly ReportFormat[]

/** Those that a run writes unless told otherwise. */
export const defaultFormats: readonly ReportFormat[] = ['json', 'junit', 'html', 'markdown']

/** Their files. */
export const reportFiles: readonly string[] = defaultFormats.map((format) => views[format].file)

/** The text of report.json. */
export const reportText: (report: Report) => string = views.json.of

/**
 * Writes `report` into `folder`, which is made where it is missing, and returns the paths of the files. All
 * are written beside their places first and then renamed: a reader never sees half a file, and what fails
 * leaves the reports of an earlier run as they were.
 *
 * @throws ConfigurationError where the folder cannot be written.
 */
export async function writeReports(
  report: Report,
  folder: string,
  formats: readonly ReportFormat[] = defaultFormats,
): Promise<readonly string[]> {
  const files = formats.map((format) => ({
    place: join(folder, views[format].file),
    text: views[format].of(report, folder),
  }))
  try {
    makeFolder(folder)
    await writeWhole(files)
  } catch (error) {
    throw new ConfigurationError(
      `The report folder ${folder} cannot be written (${messageOf(error)}): name another with --report-dir.`,
    )
  }
  return files.map(({ place }) => place)
}

// Services name files by their way from the job's folder; a file outside of it has none, and keeps its name.
function belowTheJob(file: string): string {
  const way = relative('.', file).split(sep).join('/')
  return way.startsWith('../') || isAbsolute(way) ? basename(file) : way
}
