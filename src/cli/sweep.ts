// `sweep`: removes what a killed run left behind, from the ledger in its report folder.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import { exitCodes } from '../base/verdict.ts'
import { type LedgerRun, parseLedger, sweepLedger } from '../engine/index.ts'
import { type Environment, processEnvironment } from '../environment.ts'
import { visible } from '../report/index.ts'
import { resolveSettings } from '../settings.ts'
import { certificateOf } from './certificate.ts'
import type { Terminal } from './terminal.ts'

export interface SweepFlags {
  readonly reportDir: string
  readonly timeout?: number
  readonly rate?: number
  readonly ca?: string
}

/**
 * Removes what the ledger says is the run's. Credentials come from the environment, as for the run.
 * @returns 0 where nothing is left, 3 where something is
 */
export async function sweep(flags: SweepFlags, terminal: Terminal): Promise<number> {
  const file = join(flags.reportDir, 'ledger.jsonl')
  if (!existsSync(file)) {
    terminal.write(`There is no ledger in ${flags.reportDir}: no run left anything behind.\n`)
    return 0
  }
  const text = readFileSync(file, 'utf8')
  const entries = parseLedger(text)
  const [first] = entries
  if (first === undefined || first.entry !== 'run' || first.embedded) {
    // A first line that a kill cut off has no end.
    if (first === undefined ? text.includes('\n') : first.entry !== 'run')
      throw new ConfigurationError(`${file} is no ledger of tenant-conformance: give the folder of one.`)
    rmSync(file)
    terminal.write(
      first === undefined
        ? 'The run was killed before it sent anything: nothing is left.\n'
        : 'The run was of the embedded reference tenant, which ended with it: nothing is left.\n',
    )
    return 0
  }
  const config = resolveSettings(
    {
      baseUrl: first.baseUrl,
      authUrl: first.authUrl,
      profile: { name: first.profile ?? 'none', fixtures: first.fixtures },
      writes: 'destructive',
      reportDir: flags.reportDir,
      timeoutMs: flags.timeout,
      rate: flags.rate,
      ca: certificateOf(flags.ca),
    },
    environmentFor(first, processEnvironment('.env')),
    false,
  )
  const stop = new AbortController()
  const unhook = terminal.onStop(() => stop.abort())
  try {
    const { removed, left, notes } = await sweepLedger(config, first, entries, stop.signal)
    const say = (text: string): void => terminal.write(`${visible(config.mask.mask(text))}\n`)
    for (const { kind, id } of removed) say(`removed ${kind} ${id}`)
    for (const note of notes) say(note)
    for (const { kind, id } of left) say(`LEFT    ${kind} ${id}`)
    if (left.length === 0) say(`Nothing of the run ${first.marker} is left at ${first.baseUrl}.`)
    else
      say(
        `${left.length} left at ${first.baseUrl}: sweep again, or remove by hand what carries ${first.marker} and then ${file}.`,
      )
    return left.length === 0 ? exitCodes.conformant : exitCodes.incomplete
  } finally {
    unhook()
  }
}

// Credentials of some other tenant are not for this one.
function environmentFor(first: LedgerRun, environment: Environment): Environment {
  const named = environment.TENANT_BASE_URL?.trim()
  if (named && (!URL.canParse(named) || new URL(named).origin !== new URL(first.baseUrl).origin))
    throw new ConfigurationError(
      `The ledger is of a run against ${first.baseUrl}, and TENANT_BASE_URL names another tenant: set the variables of the ledger's tenant.`,
    )
  return { ...environment, TENANT_TOKEN_URL: first.tokenUrl, TENANT_AUDIENCE: first.audience }
}
