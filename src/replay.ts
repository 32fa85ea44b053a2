// Replaying: the failures of a report are tried again, under the conditions of the run that found them.
import { ConfigurationError } from './base/error.ts'
import type { Json } from './base/json.ts'
import { type ConformanceOptions, conformance } from './conformance.ts'
import type { WriteMode } from './engine/index.ts'
import { type Environment, processEnvironment } from './environment.ts'
import { nearest } from './profile/index.ts'
import type { Report, ReportClause } from './report/index.ts'

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
  | 'profile'
  | 'writes'
  | 'rate'
  | 'timeoutMs'
  | 'ca'
  | 'webhookListen'
  | 'reportDir'
  | 'environment'
  | 'signal'
  | 'onEvent'
>

/**
 * Runs the failures of a report again: at the same tenant, or with its faults at a new reference tenant where it was
 * the embedded one; with the same seed, examples and write mode.
 * @param clauses ids or prefixes of ids; none for every clause that failed
 * @throws ConfigurationError where a named clause did not fail, and as `conformance` does
 */
export async function replay(
  report: Report,
  clauses: readonly string[] = [],
  options: ReplayOptions = {},
): Promise<readonly Replayed[]> {
  const failed = selected(report, clauses)
  if (failed.length === 0) return []
  const { environment = processEnvironment(), ...given } = options
  const again = await conformance({
    ...conditionsOf(report, options, environment),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
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
    const hint = nearest(clause, ids)
    throw new ConfigurationError(
      `The report has no failure of ${clause}${hint === null ? '' : ` (did you mean ${hint}?)`}: ${ids.length === 0 ? 'nothing failed in it' : `it has those of ${ids.join(', ')}`}.`,
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

function conditionsOf(
  { target, run }: Report,
  { baseUrl }: ReplayOptions,
  environment: Environment,
): ConformanceOptions {
  const { seed, strict, options } = run
  const embedded = target.embedded && baseUrl === undefined
  const elsewhere = baseUrl !== undefined && baseUrl !== target.baseUrl
  return {
    environment: embedded ? { ...environment, TENANT_BASE_URL: undefined } : environment,
    ...(embedded
      ? { faults: texts(options.faults), like: texts([options.like ?? null])[0] }
      : { baseUrl: target.baseUrl, profile: profileOf(target.profile, environment) }),
    ...(embedded || elsewhere ? {} : { authUrl: target.authUrl }),
    // What may be changed at one tenant, may not at another.
    ...(elsewhere ? {} : { writes: writesOf(options.writes) }),
    seed,
    strict,
    examples: count(options.examples),
    concurrency: count(options.concurrency),
    timeoutMs: count(options.timeoutMs),
    rate: count(options.rate),
    // What followed what may matter where a failure does not repeat.
    ...(run.order === undefined ? {} : { order: run.order }),
  }
}

// A report tells a profile by its name, which may be that of a file: the environment knows where that is.
function profileOf(name: string | null, { TENANT_PROFILE: known }: Environment): string | undefined {
  return known?.trim() ? undefined : (name ?? undefined)
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

function writesOf(value: Json | undefined): WriteMode | undefined {
  return value === 'none' || value === 'reversible' || value === 'destructive' ? value : undefined
}
