// Replaying: the failures of a report are tried again, under the conditions of the run that found them.
import { ConfigurationError } from './base/error.ts'
import type { Json } from './base/json.ts'
import { didYouMean } from './base/nearest.ts'
import { type WriteMode, writeModes } from './base/write-mode.ts'
import { type ConformanceOptions, conformance } from './conformance.ts'
import { type Environment, processEnvironment } from './environment.ts'
import { isLoopback } from './host.ts'
import { shippedProfiles } from './profile/index.ts'
import type { Report, ReportClause } from './report/index.ts'
import { contractOf, resolveTarget, writeModeOf } from './settings.ts'
import { isSameAddress, requireAgreement, requireContract } from './trust.ts'

/** What became of a failure. */
export type ReplayVerdict = 'fixed' | 'still-failing' | 'cannot-tell'

/** One clause that failed, and how it stands now. */
export interface Replayed {
  readonly before: ReportClause
  readonly now: ReportClause
  readonly verdict: ReplayVerdict
  /** Why. */
  readonly reason: string
}

/** What a caller may say besides the report; all else is as in its run. */
export type ReplayOptions = Pick<
  ConformanceOptions,
  | 'baseUrl'
  | 'authUrl'
  | 'contract'
  | 'profile'
  | 'writes'
  | 'rate'
  | 'timeoutMs'
  | 'ca'
  | 'webhookListen'
  | 'webhookCert'
  | 'webhookKey'
  | 'reportDir'
  | 'environment'
  | 'trustFile'
  | 'insecureHttp'
  | 'signal'
  | 'onEvent'
>

/**
 * Runs the failures of a report again: at the same tenant, or with its faults at a new reference tenant where it was
 * the embedded one; with the same seed, depth, samples and write mode.
 * @param clauses ids or prefixes of ids; none for every clause that failed
 * @throws ConfigurationError where a named clause did not fail, where the report says other than the operator of where
 * credentials go and what may be changed, and as `conformance` does
 */
export async function replay(
  report: Report,
  clauses: readonly string[] = [],
  options: ReplayOptions = {},
): Promise<readonly Replayed[]> {
  const failed = selected(report, clauses)
  const { environment = processEnvironment().variables, ...given } = options
  const contract = contractOf(options, environment)
  requireContract('The report', report.contract ?? null, contract)
  if (failed.length === 0) return []
  const again = await conformance({
    ...conditionsOf(report, { ...options, contract }, environment),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    contract,
    only: failed.map(({ id }) => id),
  })
  const now = new Map(again.clauses.map((clause) => [clause.id, clause]))
  return failed.map((before) => compared(before, now.get(before.id) ?? before))
}

function selected(report: Report, clauses: readonly string[]): readonly ReportClause[] {
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  for (const clause of clauses) {
    if (failed.some(({ id }) => id.startsWith(clause))) continue
    const ids = failed.map(({ id }) => id)
    throw new ConfigurationError(
      `The report has no failure of ${clause}${didYouMean(clause, ids)}: ${ids.length === 0 ? 'nothing failed in it' : `it has those of ${ids.join(', ')}`}.`,
    )
  }
  if (clauses.length === 0) return failed
  // An id is meant as it stands, even where it begins another one.
  return failed.filter(({ id }) =>
    clauses.some(
      (clause) => id === clause || (id.startsWith(clause) && !failed.some((one) => one.id === clause)),
    ),
  )
}

/** The conditions of the report's run, as far as a file may say them. */
function conditionsOf(report: Report, options: ReplayOptions, environment: Environment): ConformanceOptions {
  const { target, run } = report
  const { seed, strict, options: told } = run
  const conditions: ConformanceOptions = {
    seed,
    strict,
    // Reports of before depths were told are of the least.
    depth: texts([told.depth ?? null])[0] ?? 'default',
    examples: count(told.examples),
    concurrency: count(told.concurrency),
    timeoutMs: count(told.timeoutMs),
    rate: count(told.rate),
    // What followed what may matter where a failure does not repeat.
    ...(run.order === undefined ? {} : { order: run.order }),
  }
  const reported = reportedWrites(told.writes)
  if (target.embedded && options.baseUrl === undefined)
    return {
      ...conditions,
      environment: { ...environment, TENANT_BASE_URL: undefined },
      faults: texts(told.faults),
      like: texts([told.like ?? null])[0],
      writes: reported,
    }
  if (options.trustFile === true)
    return {
      ...conditions,
      environment,
      baseUrl: target.baseUrl,
      authUrl: target.authUrl,
      profile: profileOf(target.profile, environment, options.trustFile),
      writes: reported,
    }
  // Another tenant, of which the report says nothing.
  const elsewhere = options.baseUrl !== undefined && !isSameAddress(options.baseUrl, target.baseUrl)
  const writes = elsewhere ? undefined : agreed(report, options, environment)
  return { ...conditions, environment, profile: profileOf(target.profile, environment, false), writes }
}

/**
 * The write mode, where report and operator agree on it and on where credentials go.
 * @throws ConfigurationError that names both, where they do not
 */
function agreed({ target, run }: Report, options: ReplayOptions, environment: Environment): WriteMode {
  const file = 'The report'
  if (options.baseUrl === undefined && !environment.TENANT_BASE_URL?.trim())
    throw new ConfigurationError(
      `${file} is of a run against ${target.baseUrl}: say with --base-url or TENANT_BASE_URL that it is the tenant meant, or follow the file with --trust-file.`,
    )
  const given = resolveTarget(options, environment, contractOf(options, environment))
  const variable = environment.TENANT_WRITES?.trim() || null
  const [writes] = writeModeOf(options.writes ?? null, variable, isLoopback(given.baseUrl))
  const reported = reportedWrites(run.options.writes) ?? 'none'
  // One that asks for less than is allowed gets what it asks for.
  const exceeds = writeModes.indexOf(reported) > writeModes.indexOf(writes as WriteMode)
  requireAgreement(file, [
    {
      what: 'the base URL',
      inFile: target.baseUrl,
      given: given.baseUrl,
      sayWith: '--base-url or TENANT_BASE_URL',
    },
    {
      what: 'the auth URL',
      inFile: target.authUrl,
      given: given.authUrl,
      sayWith: '--auth-url or TENANT_AUTH_URL',
    },
    ...(exceeds && options.writes === undefined
      ? [{ what: 'the write mode', inFile: reported, given: writes, sayWith: '--writes or TENANT_WRITES' }]
      : []),
  ])
  return options.writes ?? reported
}

// A report tells a profile by its name, which may be that of any file: only a shipped one is looked for.
function profileOf(
  name: string | null,
  { TENANT_PROFILE: known }: Environment,
  trusted: boolean,
): string | undefined {
  if (known?.trim() || name === null) return undefined
  return trusted || shippedProfiles().includes(name) ? name : undefined
}

function compared(before: ReportClause, now: ReportClause): Replayed {
  const judged = (verdict: ReplayVerdict, reason: string): Replayed => ({ before, now, verdict, reason })
  if (now.verdict === 'fail') return judged('still-failing', now.reason)
  if (now.verdict !== 'pass') return judged('cannot-tell', `${now.verdict}: ${now.reason}`)
  if (before.failures.some(({ message }) => message.includes('unstable')))
    return judged('cannot-tell', 'it passed, but its failure in the report was unstable, too')
  return judged('fixed', now.reason)
}

const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const count = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined)

function reportedWrites(value: Json | undefined): WriteMode | undefined {
  return value === 'none' || value === 'reversible' || value === 'destructive' ? value : undefined
}
