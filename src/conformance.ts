// One call for a whole run: resolve the settings, start the reference tenant where no other is named, check, report.
import { ConfigurationError } from './base/error.ts'
import type { RunEvent } from './base/event.ts'
import { logVersion, tool } from './base/tool.ts'
import { type Contract, isShipped } from './contract/index.ts'
import { startEmbedded } from './embedded-tenant.ts'
import { runChecks } from './engine/index.ts'
import { type Environment, isBaseUrlEmpty, processEnvironment, variablesOf } from './environment.ts'
import type { Profile } from './profile/index.ts'
import { createEventLog, type Report, ReportFold } from './report/index.ts'
import { contractOf, type Options, profileSourceOf, resolveSettings, suppliedVariables } from './settings.ts'

export interface ConformanceOptions extends Options {
  /** Variables to read instead of the process's. */
  readonly environment?: Environment | undefined
  /** The file that the variables were read from, to be named beside what they led to. */
  readonly environmentFile?: string | null | undefined
  /** A file that sets the address of a tenant and was not read. */
  readonly unreadFile?: string | null | undefined
  /** Faults of the embedded reference tenant. */
  readonly faults?: readonly string[] | undefined
  /** A shipped variation that the embedded reference tenant behaves like. */
  readonly like?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears of everything as it happens, secrets masked. What it throws ends nothing; it is thrown after clean-up. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

// What is said of a tenant, so that one is meant, and not the embedded one.
const ofTenants = ['authUrl', 'ca', 'insecureHttp', 'webhookListen', 'webhookCert', 'webhookKey'] as const

// npm makes variables of the options that it does not know: `npm start --base-url URL`.
const takenByNpm = ['base-url', 'auth-url', 'env-file', 'contract', 'profile', 'fault', 'like'] as const

/** A report, beside the profile that the tenant was held against: whoever judges the two must not look for it again. */
export interface Checked {
  readonly report: Report
  /** Adds to the log what is concluded from it, so that every report says so. @returns the report with it */
  conclude(events: readonly RunEvent[]): Report
  readonly profile: Profile
  /** The file or shipped name that it was read from; null where it was given, or none was. */
  readonly profileSource: string | null
}

/**
 * Checks a tenant, clause by clause. Without a base URL, given or in `TENANT_BASE_URL`, it checks the reference
 * tenant, which it starts and stops itself.
 * @throws ConfigurationError before any request is sent
 */
export async function conformance(options: ConformanceOptions = {}): Promise<Report> {
  return (await checkTenant(options)).report
}

/**
 * As `conformance`, with the profile that the run had.
 * @throws ConfigurationError before any request is sent
 */
export async function checkTenant(options: ConformanceOptions): Promise<Checked> {
  const environment = options.environment ?? processEnvironment().variables
  const named = options.baseUrl ?? environment.TENANT_BASE_URL?.trim()
  if (named) {
    if (options.faults?.length || options.like !== undefined)
      throw new ConfigurationError(
        `${options.faults?.length ? '--fault' : '--like'} is for the embedded reference tenant only, and ${options.baseUrl ? '--base-url' : 'TENANT_BASE_URL'} names another one: leave out one of the two.`,
      )
    return check(options, environment, false)
  }
  const contract = contractOf(options, environment)
  requireEmbedded(options, environment, contract)
  if (!isShipped(contract))
    throw new ConfigurationError(
      `There is no tenant to check against the contract ${contract.name}: give --base-url or TENANT_BASE_URL, as the embedded reference tenant serves the shipped contract alone.`,
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
 * Whoever says something of a tenant means one: a run of another one would say yes by mistake.
 * @throws ConfigurationError where anything is said of a tenant whose address is missing
 */
export function requireEmbedded(
  options: ConformanceOptions,
  environment: Environment,
  contract: Contract,
): void {
  const taken = takenByNpm.find((name) => environment[`npm_config_${name.replaceAll('-', '_')}`])
  if (taken !== undefined)
    throw new ConfigurationError(
      `npm took --${taken} for an option of its own: put -- before the options, as in npm start -- --${taken} …`,
    )
  const { unreadFile, faults, like } = options
  if (unreadFile != null && !faults?.length && like === undefined)
    throw new ConfigurationError(
      `${unreadFile} sets TENANT_BASE_URL and is not read: give it by --env-file ${unreadFile}, or say --no-env-file to check the embedded reference tenant.`,
    )
  const variables = variablesOf(environment, suppliedVariables(contract)).filter(
    (name) => name !== 'TENANT_CONTRACT',
  )
  const flags = ofTenants.filter((name) => options[name] !== undefined && options[name] !== false).map(flagOf)
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
    `${said === null ? `${empty} is empty` : `${said} is set, and the address of its tenant is not`}: give it by --base-url or TENANT_BASE_URL, or ${wayOut} to check the embedded reference tenant.`,
  )
}

function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
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
  // What the embedded tenant was is gone with it; a replay starts it anew.
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
