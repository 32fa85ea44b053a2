// The command `replay` repeats the failures of a report.
import { dirname } from 'node:path'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import { type Replayed, type ReplayVerdict, replay } from '../library/replay.ts'
import { readReport } from '../report/index.ts'
import type { Environment } from '../settings/environment.ts'
import { connectionOf } from './connection.ts'
import type { Flags, TenantFlags } from './options.ts'
import { progressOn } from './run.ts'
import type { Terminal } from './terminal.ts'

export interface ReplayFlags extends TenantFlags, Flags<'writes'> {
  readonly trustFile?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}

const words: Readonly<Record<ReplayVerdict, string>> = {
  fixed: 'FIXED',
  'still-failing': 'STILL FAILING',
  'cannot-tell': 'CANNOT TELL',
}

/**
 * @returns 0 if all failures are fixed, 1 if a failure remains, 3 if a result is uncertain, 130 after a
 * signal
 */
export async function replayFile(
  file: string,
  clauses: readonly string[],
  flags: ReplayFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const report = await readReport(file)
  const stop = new AbortController()
  const unhook = terminal.onStop(() => stop.abort())
  const progress = progressOn(terminal, flags)
  try {
    const replayed = await replay(report, clauses, {
      ...flags,
      ...connectionOf(flags),
      reportDir: dirname(file),
      environment,
      signal: stop.signal,
      onEvent: progress ?? undefined,
    })
    for (const one of replayed)
      terminal.write(
        `${linesOf(one)
          .map((line) => visible(line))
          .join('\n')}\n`,
      )
    if (replayed.length === 0) terminal.write(`No clause failed in ${file}.\n`)
    return stop.signal.aborted ? exitCodes.interrupted : exitOf(replayed)
  } finally {
    progress?.end()
    unhook()
  }
}

function linesOf({ before, now, verdict, reason }: Replayed): readonly string[] {
  const [failure] = now.failures
  const rows: readonly (readonly [string, string])[] =
    verdict === 'still-failing' && failure !== undefined
      ? [
          ['because', failure.message],
          ['expected', failure.expected],
          ['received', failure.received],
          ...failure.curl.split('\n').map((line, index) => [index === 0 ? 'curl' : '', line] as const),
        ]
      : [['because', reason]]
  return [
    `${words[verdict].padEnd(14)} ${before.level} ${before.id}`,
    ...rows.map(([label, text]) => `    ${label.padEnd(10)}${text}`),
  ]
}

function exitOf(replayed: readonly Replayed[]): number {
  const verdicts = replayed.map(({ verdict }) => verdict)
  if (verdicts.includes('still-failing')) return exitCodes['non-conformant']
  return verdicts.includes('cannot-tell') ? exitCodes.incomplete : exitCodes.conformant
}
