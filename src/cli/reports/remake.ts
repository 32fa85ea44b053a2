// The command `report` creates reports again from the event log of a run.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../../base/error.ts'
import { exitCodes } from '../../base/verdict.ts'
import { ReportFiles, ReportFold, readLog, terminalReport } from '../../report/index.ts'
import type { ReportChoice } from '../report-options.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodeOf } from './exit-code.ts'
import { formatsOf } from './run-files.ts'

export interface ReportFlags extends ReportChoice {
  /** The default is the folder of the log. */
  readonly reportDir?: string
  readonly quiet?: boolean
  readonly verbose?: boolean
}

/**
 * @returns the exit code of the run; 3 if the log is incomplete
 * @throws ConfigurationError if the log is missing or invalid
 */
export async function remakeReports(source: string, flags: ReportFlags, terminal: Terminal): Promise<number> {
  const { folder, file } = logIn(source)
  const into = flags.reportDir ?? folder
  // The command must not overwrite the event log that it reads.
  const reports = flags.reports.filter((name) => name !== 'events')
  const files = new ReportFiles(into, formatsOf({ reports, har: flags.har }))
  const fold = new ReportFold()
  const { events, isCut } = await readLog(file)
  try {
    let concluded = false
    for (const event of events) {
      if (event.type !== 'run-started' && !fold.started)
        throw new ConfigurationError(
          `The event log ${file} does not begin with the start of a run: give an unchanged event log.`,
        )
      fold.hear(event)
      files.hear(event)
      concluded = event.type === 'concluded'
    }
    if (!fold.started)
      throw new ConfigurationError(
        `The event log ${file} contains no complete event: there is nothing to report.`,
      )
    const truncated = !concluded || isCut()
    if (truncated) fold.truncate()
    const { report } = fold
    const written = files.finish(report)
    const { color, width, isScreen } = terminal
    const { quiet = false, verbose = false } = flags
    terminal.write(
      terminalReport(report, { color, width, screen: isScreen ?? false, quiet, verbose, files: written }),
    )
    if (truncated) return exitCodes.incomplete
    // An exit code 0 in the log proves nothing, because someone can edit a log.
    return report.run.exit || exitCodeOf(report, false)
  } finally {
    files.abandon()
  }
}

function logIn(source: string): { readonly folder: string; readonly file: string } {
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory() ?? true
  return isFolder
    ? { folder: source, file: join(source, 'events.ndjson') }
    : { folder: join(source, '..'), file: source }
}
