// `sweep`: removes what a killed run left behind, from the ledger in its report folder.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import { exitCodes } from '../base/verdict.ts'
import {
  isMarker,
  type LedgerRun,
  parseLedger,
  type RunConfig,
  readLedger,
  sweepLedger,
} from '../engine/index.ts'
import { processEnvironment } from '../environment.ts'
import { visible } from '../report/index.ts'
import { resolveSettings } from '../settings.ts'
import { requireAgreement } from '../trust.ts'
import { certificateOf } from './certificate.ts'
import type { Terminal } from './terminal.ts'

export interface SweepFlags {
  readonly reportDir: string
  readonly baseUrl?: string
  readonly authUrl?: string
  readonly profile?: string
  readonly trustFile?: boolean
  readonly insecureHttp?: boolean
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
  const text = readLedger(file)
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
  const config = configOf(file, first, flags)
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

/**
 * The configuration of the sweep: as the operator gives it, where the ledger says the same.
 * @throws ConfigurationError that names both, where it does not
 */
function configOf(file: string, first: LedgerRun, flags: SweepFlags): RunConfig {
  const environment = processEnvironment('.env')
  const options = {
    writes: 'destructive',
    reportDir: flags.reportDir,
    timeoutMs: flags.timeout,
    rate: flags.rate,
    insecureHttp: flags.insecureHttp,
    ca: certificateOf(flags.ca),
  } as const
  if (!isMarker(first.marker))
    throw new ConfigurationError(`${file} is no ledger of tenant-conformance: its marker is none.`)
  if (flags.trustFile === true)
    return resolveSettings(
      {
        ...options,
        baseUrl: first.baseUrl,
        authUrl: first.authUrl,
        profile: { name: first.profile ?? 'none', fixtures: first.fixtures },
        trustFile: true,
      },
      { ...environment, TENANT_TOKEN_URL: first.tokenUrl, TENANT_AUDIENCE: first.audience },
      false,
    )
  if (flags.baseUrl === undefined && !environment.TENANT_BASE_URL?.trim())
    throw new ConfigurationError(
      `${file} is of a run against ${first.baseUrl}: say with --base-url or TENANT_BASE_URL that it is the tenant meant, or follow the file with --trust-file.`,
    )
  const named = flags.profile ?? (environment.TENANT_PROFILE?.trim() || null)
  const { baseUrl, authUrl } = flags
  // What is removed by them is proven to be the run's first, so that the ledger's fixtures may stand in for a profile.
  const profile = named ?? { name: first.profile ?? 'none', fixtures: first.fixtures }
  const config = resolveSettings({ ...options, baseUrl, authUrl, profile }, environment, false)
  requireAgreement(file, [
    {
      what: 'the base URL',
      inFile: first.baseUrl,
      given: config.baseUrl,
      sayWith: '--base-url or TENANT_BASE_URL',
    },
    {
      what: 'the token URL',
      inFile: first.tokenUrl,
      given: config.tokenUrl,
      sayWith: 'TENANT_TOKEN_URL, --auth-url or TENANT_AUTH_URL',
    },
    { what: 'the audience', inFile: first.audience, given: config.audience, sayWith: 'TENANT_AUDIENCE' },
  ])
  return config
}
