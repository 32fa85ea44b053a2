// The command `run` checks a tenant and writes reports.
import { today } from '../base/clock.ts'
import type { Baseline } from '../base/event.ts'
import { commandName } from '../base/tool.ts'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import { checkTenant } from '../library/conformance.ts'
import { reviewSuppressions } from '../library/suppressions.ts'
import { isShippedProfile } from '../profile/index.ts'
import {
  baselineOf,
  type HarSelection,
  liveProgress,
  type Progress,
  type Report,
  ReportFiles,
  type ReportFormat,
  readReport,
  reportText,
  tapText,
  terminalReport,
} from '../report/index.ts'
import { resolveContract } from '../settings/contract.ts'
import type { GivenEnvironment } from '../settings/environment.ts'
import { profileSourceOf } from '../settings/profile.ts'
import { connectionOf } from './connection.ts'
import type { Flags } from './options.ts'
import { subjectsOf } from './pipeline/attest.ts'
import { type GitHubStep, githubStep } from './pipeline/github.ts'
import { amend, requireAmendable } from './profile-amendment.ts'
import { exitCodeOf, formatsOf, writeFiles } from './reports/index.ts'
import type { Terminal } from './terminal.ts'

export interface RunFlags extends Flags {
  readonly baseline?: string
  readonly reportDir: string
  readonly reports: readonly ReportFormat[]
  readonly har: HarSelection
  readonly attest?: string
  readonly subject: readonly string[]
  readonly github: boolean
  readonly writeGaps?: string
  readonly writeWaivers?: string
  readonly reason?: string
  readonly fault: readonly string[]
  /** With `json` or `tap`, the text report goes to standard error. */
  readonly format?: 'text' | 'json' | 'tap'
  readonly quiet?: boolean
  readonly verbose?: boolean
}

/** @throws ConfigurationError before the first request, or if gaps or waivers cannot be written at the end */
export async function run(
  flags: RunFlags,
  { variables: environment, file: environmentFile, unread: unreadFile }: GivenEnvironment,
  terminal: Terminal,
): Promise<number> {
  const subjects = subjectsOf(flags)
  const github = githubStep(environment, flags.github, terminal)
  const baseline =
    flags.baseline === undefined ? null : baselineOf(flags.baseline, await readReport(flags.baseline))
  const knownFailures = baseline === null ? [] : failedIn(baseline)
  const contract = await resolveContract(flags, environment)
  requireAmendable(flags, contract)
  const files = new ReportFiles(flags.reportDir, formatsOf(flags))
  const stop = new AbortController()
  const unhook = terminal.onStop(() => {
    terminal.error(
      `\nStopping: the run removes its resources. A second Ctrl-C stops at once: then remove the resources with \`${commandName} sweep\`.\n`,
    )
    stop.abort()
  })
  const progress = progressOn(terminal, flags)
  try {
    const checked = await checkTenant({
      ...flags,
      contract,
      ...connectionOf(flags),
      faults: flags.fault,
      knownFailures,
      acceptLeftovers: flags.writeGaps !== undefined,
      environment,
      environmentFile,
      unreadFile,
      signal: stop.signal,
      onEvent: (event) => {
        files.hear(event)
        progress?.(event)
      },
    })
    const { report, profile } = checked
    const source = profileSourceOf(flags, environment)
    const shipped = source === null || isShippedProfile(source)
    const { stale, told } = reviewSuppressions(report, profile, knownFailures, today(), shipped)
    const exit = stop.signal.aborted ? exitCodes.interrupted : exitCodeOf(report, stale.length > 0)
    const final = checked.conclude([
      ...[...stale, ...told].map((message) => ({ type: 'note', message }) as const),
      ...(baseline === null ? [] : [{ type: 'baseline', ...baseline } as const]),
      {
        type: 'concluded',
        exit,
        ...(flags.writeGaps === undefined ? {} : { gapsFile: flags.writeGaps }),
      },
    ])
    const { written, problem } = await writeFiles(final, files, subjects, flags, environment)
    tellReport(final, written, flags, terminal, github)
    // With `quiet`, the text report omits these lines, which explain exit code 4.
    if (flags.quiet === true && exit === exitCodes.stale)
      for (const line of stale) terminal.error(`${visible(line)}\n`)
    for (const line of await amend(flags, checked, contract)) terminal.error(`${visible(line)}\n`)
    if (problem !== null) terminal.error(`${visible(problem)}\n`)
    // If a report cannot be written, a conformant run gets the exit code of an incomplete run.
    const wasWell = exit === exitCodes.conformant || exit === exitCodes.stale
    const ended = problem !== null && wasWell ? exitCodes.incomplete : exit
    github?.tell(final, written, ended)
    return ended
  } finally {
    files.abandon()
    progress?.end()
    unhook()
  }
}

export function progressOn(
  terminal: Terminal,
  { quiet, verbose }: Pick<RunFlags, 'quiet' | 'verbose'>,
): Progress | null {
  if (quiet) return null
  return liveProgress({
    write: (text) => terminal.error(text),
    isTTY: terminal.isTTY,
    color: terminal.errorColor ?? terminal.color,
    width: () => terminal.errorWidth?.() ?? terminal.width,
    verbose: verbose ?? false,
  })
}

function tellReport(
  report: Report,
  files: readonly string[],
  flags: RunFlags,
  terminal: Terminal,
  github: GitHubStep | null,
): void {
  const { format = 'text', verbose = false, quiet = false, contract } = flags
  const options = { verbose, quiet, files, contract }
  if (format === 'text') {
    const { color, width, isScreen } = terminal
    const text = terminalReport(report, { ...options, color, width, screen: isScreen ?? false })
    if (github === null) terminal.write(text)
    else github.writeFolded('What the run found', text)
    return
  }
  const color = terminal.errorColor ?? terminal.color
  const width = terminal.errorWidth?.() ?? terminal.width
  terminal.error(terminalReport(report, { ...options, color, width, screen: terminal.isTTY }))
  terminal.write(format === 'json' ? reportText(report) : tapText(report))
}

function failedIn({ clauses }: Pick<Report, 'clauses'> | Baseline): string[] {
  return clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
}
