// Writing of report files: each is there whole or not at all.
import { join } from 'node:path'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { makeFolder } from '../base/files/folder.ts'
import { writeWhole } from '../base/files/whole-file.ts'
import { reportHtml } from './html/html.ts'
import { junitXml } from './junit.ts'
import { summaryMarkdown } from './markdown.ts'
import type { Report } from './model/report.ts'
import { inert, visibleJson } from './text/visible.ts'

const views = {
  // On standard output, too, where a CI service may read it.
  'report.json': (report: Report) => inert(`${visibleJson(report)}\n`),
  'junit.xml': junitXml,
  'report.html': reportHtml,
  'summary.md': summaryMarkdown,
} as const

export type ReportFile = keyof typeof views

/** The files that a run writes unless told otherwise. */
export const reportFiles = Object.keys(views) as readonly ReportFile[]

/** The text of report.json. */
export const reportText = views['report.json']

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
  { files = reportFiles }: { readonly files?: readonly ReportFile[] } = {},
): Promise<readonly string[]> {
  const written = files.map((name) => ({
    place: join(folder, name),
    text: views[name](report),
  }))
  try {
    makeFolder(folder)
    await writeWhole(written)
  } catch (error) {
    throw new ConfigurationError(
      `The report folder ${folder} cannot be written (${messageOf(error)}): name another with --report-dir.`,
    )
  }
  return written.map(({ place }) => place)
}
