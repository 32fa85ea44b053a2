// Checks a tenant and returns the report.
import { ConfigurationError } from '../base/error.ts'
import type { RunEvent } from '../base/event.ts'
import { flagOf } from '../base/options/option.ts'
import { logVersion, tool } from '../base/tool.ts'
import { type Contract, isShipped } from '../contract/index.ts'
import { runChecks } from '../engine/index.ts'
import type { Profile } from '../profile/index.ts'
import { createEventLog, type Report, ReportFold } from '../report/index.ts'
import { resolveContract, suppliedVariables } from '../settings/contract.ts'
import { type Environment, processEnvironment } from '../settings/environment.ts'
import { profileSourceOf } from '../settings/profile.ts'
import { type Options, resolveSettings } from '../settings/run-config.ts'
import { tenantOptions } from '../settings/tenant-options.ts'
import { checkVariables, isBaseUrlEmpty } from '../settings/tenant-variables.ts'
import { startEmbedded } from './embedded-tenant.ts'

export interface ConformanceOptions extends Options {
  readonly environment?: Environment | undefined
  readonly environmentFile?: string | null | undefined
  /** A file that sets the address of a tenant, but that the run does not read. */
  readonly unreadFile?: string | null | undefined
  readonly faults?: readonly string[] | undefined
  /** The variation of the embedded reference tenant that the run checks. */
  readonly like?: string | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Reports a failure at once, without repeating or shrinking the failed requests. This is safe for a stub,
   * because no other client uses the stub.
   */
  readonly failsAtOnce?: boolean | undefined
  /**
   * Receives each event of the run. The events contain no secrets. If this callback throws, the run throws
   * the same error after the clean-up.
   */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

// Without `--` before these options, npm reads them itself and stores them in variables, for example in `npm
// start --base-url URL`.
const takenByNpm = ['base-url', 'auth-url', 'env-file', 'contract', 'profile', 'fault', 'like'] as const

export interface Checked {
  readonly report: Report
  conclude(events: readonly RunEvent[]): Report
  readonly profile: Profile
  readonly profileSource: string | null
}

/**
 * Checks a tenant. Without `baseUrl` and `TENANT_BASE_URL`, starts the reference tenant and checks this
 * tenant.
 * @throws ConfigurationError before any request
 */
export async function conformance(options: ConformanceOptions = {}): Promise<Report> {
  return (await checkTenant(options)).report
}

/** @throws ConfigurationError before any request */
export async function checkTenant(options: ConformanceOptions): Promise<Checked> {
  const environment = options.environment ?? processEnvironment().variables
  const named = options.baseUrl ?? environment.TENANT_BASE_URL?.trim()
  if (named) {
    if (options.faults?.length || options.like !== undefined)
      throw new ConfigurationError(
        `${options.faults?.length ? '--fault' : '--like'} is for the embedded reference tenant only, but ${options.baseUrl ? '--base-url' : 'TENANT_BASE_URL'} names another tenant: remove one of the two settings.`,
      )
    return check({ ...options, contract: await resolveContract(options, environment) }, environment, false)
  }
  const contract = await resolveContract(options, environment)
  requireEmbedded(options, environment, contract)
  if (!isShipped(contract))
    throw new ConfigurationError(
      `There is no tenant to check against the contract ${contract.name}: give --base-url or TENANT_BASE_URL, because the embedded reference tenant serves only the shipped contract.`,
    )
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('TENANT_')))
  const tenant = await startEmbedded({
    ...(options.faults === undefined ? {} : { faults: options.faults }),
    ...(options.like === undefined ? {} : { like: options.like }),
  })
  try {
    return await check(
      { ...options, contract, baseUrl: tenant.baseUrl },
      { ...own, ...tenant.environment },
      true,
    )
  } finally {
    await tenant.close()
  }
}

/**
 * Requires that the user wants the embedded tenant, because a run with a wrong option would check it by
 * mistake.
 * @throws ConfigurationError if an option or variable names another tenant
 */
export function requireEmbedded(
  options: ConformanceOptions,
  environment: Environment,
  contract: Contract,
): void {
  const taken = takenByNpm.find((name) => environment[`npm_config_${name.replaceAll('-', '_')}`])
  if (taken !== undefined)
    throw new ConfigurationError(
      `npm took --${taken} as its own option: put -- before the options, as in npm start -- --${taken} …`,
    )
  const { unreadFile, faults, like } = options
  if (unreadFile != null && !faults?.length && like === undefined)
    throw new ConfigurationError(
      `${unreadFile} sets TENANT_BASE_URL, but the run does not read this file: give the file with --env-file ${unreadFile}, or use --no-env-file to check the embedded reference tenant.`,
    )
  const variables = checkVariables(environment, suppliedVariables(contract)).filter(
    (name) => name !== 'TENANT_CONTRACT',
  )
  const flags = Object.entries(tenantOptions).flatMap(([name, declared]) => {
    const value = options[name as keyof typeof tenantOptions]
    return 'impliesTenant' in declared && value !== undefined && value !== false ? [flagOf(declared)] : []
  })
  const empty = options.baseUrl === '' ? '--base-url' : isBaseUrlEmpty(environment) ? 'TENANT_BASE_URL' : null
  const [said = null] = [...variables, ...flags]
  if (said === null && empty === null) return
  const wayOut = [
    ...(variables.length > 0
      ? [`unset ${variables.join(', ')}`]
      : empty === 'TENANT_BASE_URL'
        ? [`unset ${empty}`]
        : []),
    ...(flags.length > 0
      ? [`leave out ${flags.join(', ')}`]
      : empty === '--base-url'
        ? [`leave out ${empty}`]
        : []),
  ].join(' and ')
  throw new ConfigurationError(
    `${said === null ? `${empty} is empty` : `${said} is set, but the address of the tenant is not`}: give the address with --base-url or TENANT_BASE_URL, or ${wayOut} to check the embedded reference tenant.`,
  )
}

async function check(
  options: ConformanceOptions,
  environment: Environment,
  embedded: boolean,
): Promise<Checked> {
  const config = resolveSettings(options, environment, embedded)
  const log = createEventLog(config.mask)
  const fold = new ReportFold()
  log.subscribe((event) => fold.hear(event))
  if (options.onEvent !== undefined) log.subscribe(options.onEvent)
  // A replay of a failure needs these options in the report.
  const { faults = [], like = null, environmentFile = null } = options
  const added = {
    ...(environmentFile === null ? {} : { environmentFile }),
    ...(embedded ? { faults, like } : {}),
  }
  const told = (event: RunEvent): RunEvent =>
    event.type === 'run-started'
      ? { ...event, tool, logVersion, options: { ...event.options, ...added } }
      : event
  await runChecks(config, {
    emit: (event) => log.record(told(event)),
    signal: options.signal ?? new AbortController().signal,
    failsAtOnce: options.failsAtOnce,
  })
  log.rethrow()
  return {
    report: fold.report,
    conclude(events) {
      for (const event of events) log.record(event)
      return fold.report
    },
    profile: config.profile,
    profileSource: profileSourceOf(options, environment),
  }
}
