// Repeats the failures of a report with the settings of the reported run.
import { ConfigurationError } from '../base/error.ts'
import type { Json } from '../base/json.ts'
import { type ClientSettings, runOptions } from '../base/options/run-options.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { type WriteMode, writeModes } from '../base/write-mode.ts'
import { shippedProfiles } from '../profile/index.ts'
import type { Report, ReportClause } from '../report/index.ts'
import { resolveContract } from '../settings/contract.ts'
import { type Environment, processEnvironment } from '../settings/environment.ts'
import { resolveTarget } from '../settings/target.ts'
import { isSameAddress, requireAgreement, requireContract, requireNamedTenant } from '../settings/trust.ts'
import { writeModeOf } from '../settings/write-mode.ts'
import { type ConformanceOptions, conformance } from './conformance.ts'

export type ReplayVerdict = 'fixed' | 'still-failing' | 'cannot-tell'

export interface Replayed {
  readonly before: ReportClause
  readonly now: ReportClause
  readonly verdict: ReplayVerdict
  readonly reason: string
}

export type ReplayOptions = Pick<
  ConformanceOptions,
  | 'baseUrl'
  | 'authUrl'
  | 'contract'
  | 'profile'
  | 'writes'
  | 'rate'
  | keyof ClientSettings
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
 * Repeats failures with the seed, depth, number of samples, write mode and faults of the run.
 * @param clauses ids or prefixes of ids; the default is all failed clauses
 * @throws ConfigurationError if a given clause did not fail, if the report contradicts the options of the
 * operator, or for the reasons of `conformance`
 */
export async function replay(
  report: Report,
  clauses: readonly string[] = [],
  options: ReplayOptions = {},
): Promise<readonly Replayed[]> {
  const failed = selected(report, clauses)
  const { environment = processEnvironment().variables, ...given } = options
  const only = failed.map(({ id }) => id)
  const contract = await resolveContract({ ...options, only }, environment)
  requireContract('The report', report.contract ?? null, contract)
  if (failed.length === 0) return []
  const again = await conformance({
    ...(await conditionsOf(report, { ...options, contract }, environment)),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    contract,
    only,
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
      `The report contains no failure of ${clause}${didYouMean(clause, ids)}: ${ids.length === 0 ? 'no clause failed in the report' : `the report contains failures of ${ids.join(', ')}`}.`,
    )
  }
  if (clauses.length === 0) return failed
  return failed.filter(({ id }) =>
    clauses.some(
      (clause) => id === clause || (id.startsWith(clause) && !failed.some((one) => one.id === clause)),
    ),
  )
}

async function conditionsOf(
  report: Report,
  options: ReplayOptions,
  environment: Environment,
): Promise<ConformanceOptions> {
  const { target, run } = report
  const { seed, strict, options: told } = run
  const conditions: ConformanceOptions = {
    seed,
    strict,
    depth: texts([told.depth ?? null])[0] ?? 'default',
    ...repeatedNumbers(told),
    // A failure may depend on the order of the checks.
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
  const elsewhere = options.baseUrl !== undefined && !isSameAddress(options.baseUrl, target.baseUrl)
  const writes = elsewhere ? undefined : await agreed(report, options, environment)
  return { ...conditions, environment, profile: profileOf(target.profile, environment, false), writes }
}

/**
 * @throws ConfigurationError if the report has other addresses than the settings, or, without
 * `options.writes`, allows more changes
 */
async function agreed(
  { target, run }: Report,
  options: ReplayOptions,
  environment: Environment,
): Promise<WriteMode> {
  const file = 'The report'
  requireNamedTenant(file, target.baseUrl, options, environment)
  const contract = await resolveContract(options, environment)
  const given = resolveTarget(options, environment, contract)
  const [writes] = writeModeOf(options.writes, environment, given.baseUrl, contract)
  const reported = reportedWrites(run.options.writes) ?? 'none'
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

// Ignores an untrusted profile that is not shipped, because a report could name any file.
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
    return judged(
      'cannot-tell',
      'the clause passed in the replay, but its failure in the report was already unstable',
    )
  return judged('fixed', now.reason)
}

const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

function repeatedNumbers(told: Report['run']['options']): ConformanceOptions {
  const repeated = Object.entries(runOptions).flatMap(([name, declared]) => {
    const value = 'isReplayed' in declared ? told[name] : undefined
    return typeof value === 'number' ? [[name, value]] : []
  })
  return Object.fromEntries(repeated)
}

function reportedWrites(value: Json | undefined): WriteMode | undefined {
  return value === 'none' || value === 'reversible' || value === 'destructive' ? value : undefined
}
