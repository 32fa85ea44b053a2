// `diff` compares two reports, and `merge` combines the reports of shards.

import { join, resolve } from 'node:path'
import { ConfigurationError } from '../../base/error.ts'
import { schemaVersion } from '../../base/tool.ts'
import { exitCodes } from '../../base/verdict.ts'
import { visibleJson } from '../../base/visible.ts'
import {
  diffMarkdown,
  diffReports,
  mergeReports,
  type ReportFormat,
  readReport,
  regressed,
  reportFileIn,
  terminalDiff,
  terminalReport,
  writeReports,
} from '../../report/index.ts'
import { processEnvironment } from '../../settings/environment.ts'
import { githubStep } from '../pipeline/github.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodeOf } from './exit-code.ts'

export type DiffFormat = 'text' | 'markdown' | 'json'

/**
 * Accepts paths of reports or of report folders.
 * @returns 1 after a regression, otherwise 0
 * @throws ConfigurationError if a report cannot be read, or if the contracts differ
 */
export async function diffFiles(
  before: string,
  after: string,
  format: DiffFormat,
  terminal: Terminal,
): Promise<number> {
  const diff = diffReports(await readReport(reportFileIn(before)), await readReport(reportFileIn(after)))
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

/**
 * Accepts paths of reports or of report folders.
 * @returns the exit code of the merged run; never 0 if one of the runs was interrupted
 * @throws ConfigurationError if a report cannot be read, or if the reports belong to different runs
 */
export async function mergeFiles(
  sources: readonly string[],
  flags: MergeFlags,
  terminal: Terminal,
): Promise<number> {
  const reports = []
  for (const source of sources) reports.push(await readReport(reportFileIn(source)))
  const merged = mergeReports(reports, sources)
  requireElsewhere(sources, flags.reportDir)
  const ended = exitCodeOf(merged, false)
  const exit = merged.run.interrupted && ended === exitCodes.conformant ? exitCodes.incomplete : ended
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

/**
 * The merged report must not overwrite one of its parts, because then the reports could not be merged again.
 */
function requireElsewhere(sources: readonly string[], folder: string): void {
  const place = resolve(join(folder, 'report.json'))
  const overwritten = sources.find((source) => resolve(reportFileIn(source)) === place)
  if (overwritten !== undefined)
    throw new ConfigurationError(
      `${overwritten} is one of the reports to merge and would be overwritten: name another folder with --report-dir.`,
    )
}
