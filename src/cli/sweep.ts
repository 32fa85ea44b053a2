// The command `sweep` removes resources that a killed run left. It reads the ledger of the run.
import { existsSync } from 'node:fs'
import { ConfigurationError } from '../base/error.ts'
import type { SecretMask } from '../base/secret-mask.ts'
import { counted } from '../base/text/counted.ts'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import {
  type LedgerRun,
  ledgerFileIn,
  type RunConfig,
  type SweepResult,
  sweepLedger,
} from '../engine/index.ts'
import { resolveContract } from '../settings/contract.ts'
import type { Environment } from '../settings/environment.ts'
import { profileSourceOf } from '../settings/profile.ts'
import { resolveSettings } from '../settings/run-config.ts'
import { requireAgreement, requireContract, requireNamedTenant } from '../settings/trust.ts'
import { connectionOf } from './connection.ts'
import type { TenantFlags } from './options.ts'
import type { Terminal } from './terminal.ts'

const reportDirDefault = 'reports'

export interface SweepFlags extends TenantFlags {
  readonly reportDir: string
  readonly trustFile?: boolean
}

/**
 * The sweep continues after the first signal. The second signal ends the process.
 * @returns 0 if no resource is left, 3 if a resource is left, 130 after a signal
 */
export async function sweep(
  flags: SweepFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  requireFolder(flags.reportDir)
  const file = ledgerFileIn(flags.reportDir)
  let stopped = false
  const unhook = terminal.onStop(() => {
    terminal.error(
      '\nThe sweep continues. A second Ctrl-C stops it at once; a later sweep can remove the rest.\n',
    )
    stopped = true
  })
  let mask: SecretMask | null = null
  const say = (text: string): void => terminal.write(`${visible(mask?.mask(text) ?? text)}\n`)
  try {
    const result = await sweepLedger(file, {
      configure: async (first) => {
        const config = await configOf(file, first, flags, environment)
        mask = config.mask
        return config
      },
      tell: (became, kind, id) => say(`${became.padEnd(12)} ${kind} ${id}`),
      note: say,
    })
    const left = tellResult(result, file, say)
    if (stopped) return exitCodes.interrupted
    return left === 0 ? exitCodes.conformant : exitCodes.incomplete
  } finally {
    unhook()
  }
}

function tellResult(result: SweepResult, file: string, say: (text: string) => void): number {
  if (result.found !== 'run') {
    say(nothing[result.found](file))
    return 0
  }
  const { first, left } = result
  for (const { kind, id, reason, uncertain } of left)
    say(`${(uncertain === true ? 'UNKNOWN' : 'LEFT').padEnd(12)} ${kind} ${id}: ${reason}`)
  if (left.length === 0) say(`No resources of run ${first.marker} are left at ${first.baseUrl}.`)
  else
    say(
      `Still at ${first.baseUrl}: ${counted(left.length, 'resource')}. Run this command again, or delete the resources with the marker ${first.marker}, and then the file ${file}, by hand.`,
    )
  return left.length
}

/** @throws ConfigurationError if the folder does not exist, unless the folder is the default one */
function requireFolder(folder: string): void {
  if (folder === reportDirDefault || existsSync(folder)) return
  throw new ConfigurationError(
    `There is no folder ${folder}: give the report folder of the run with --report-dir.`,
  )
}

const nothing = {
  'no-ledger': (file: string) => `There is no ${file}: no run with this report folder left resources behind.`,
  unsent: () => 'The run was killed before its first request: nothing is left.',
  embedded: () => 'The run used the embedded reference tenant, which stopped with the run: nothing is left.',
} as const

/** @throws ConfigurationError if the operator's settings differ from the ledger */
async function configOf(
  file: string,
  first: LedgerRun,
  flags: SweepFlags,
  environment: Environment,
): Promise<RunConfig> {
  const contract = await resolveContract({ ...flags, only: null }, environment)
  requireContract(file, first.contract ?? null, contract)
  const options = {
    writes: 'destructive',
    reportDir: flags.reportDir,
    contract,
    ...connectionOf(flags),
  } as const
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
  requireNamedTenant(file, first.baseUrl, flags, environment)
  const named = profileSourceOf(flags, environment)
  const { baseUrl, authUrl } = flags
  // The sweep can use the fixtures from the ledger, because it removes a resource only after a read or a list
  // shows that the run created it.
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
