// `diff` and `merge`: reports compared, and reports of shards made one.
import { processEnvironment } from '../../environment.ts'
import {
  diffMarkdown,
  diffReports,
  mergeReports,
  type ReportFormat,
  readReport,
  regressed,
  schemaVersion,
  terminalDiff,
  terminalReport,
  visibleJson,
  writeReports,
} from '../../report/index.ts'
import { githubStep } from '../github.ts'
import { exitCodeOf } from '../run.ts'
import type { Terminal } from '../terminal.ts'

export type DiffFormat = 'text' | 'markdown' | 'json'

/** Writes what changed from one report to another. Returns 1 where something fails that did not, else 0. */
export async function diffFiles(
  before: string,
  after: string,
  format: DiffFormat,
  terminal: Terminal,
): Promise<number> {
  const diff = diffReports(await readReport(before), await readReport(after))
  const views: Readonly<Record<DiffFormat, () => string>> = {
    text: () => terminalDiff(diff, { color: terminal.color }),
    markdown: () => diffMarkdown(diff),
    json: () => `${visibleJson({ schemaVersion, ...diff, regressed: regressed(diff) })}\n`,
  }
  terminal.write(views[format]())
  return regressed(diff) ? 1 : 0
}

export interface MergeFlags {
  readonly reportDir: string
  readonly reports: readonly ReportFormat[]
  readonly github: boolean
}

/** Writes the reports of one run made of the reports of its shards. Returns the exit code of that run. */
export async function mergeFiles(
  files: readonly string[],
  flags: MergeFlags,
  terminal: Terminal,
): Promise<number> {
  const merged = mergeReports(await Promise.all(files.map(readReport)))
  const exit = exitCodeOf(merged, false)
  const report = { ...merged, run: { ...merged.run, exit } }
  const written = await writeReports(report, flags.reportDir, flags.reports)
  terminal.write(
    terminalReport(report, {
      color: terminal.color,
      width: terminal.width,
      screen: terminal.isScreen ?? false,
      verbose: false,
      quiet: false,
      files: written,
    }),
  )
  githubStep(processEnvironment().variables, flags.github, terminal)?.tell(report, written, exit)
  return exit
}
