// Verdicts of clauses, and the outcome and exit code of a run.

/** `MUST`: the specification states it. `SHOULD`: an underlying standard or robustness requires it. */
export type Level = 'MUST' | 'SHOULD'

/** Strongest first. */
export const verdicts = [
  ...(['error', 'fail', 'inconclusive', 'not-run', 'pass'] as const),
  ...(['not-applicable', 'out-of-scope'] as const),
] as const
export type Verdict = (typeof verdicts)[number]

/** The strongest of several checks' verdicts. */
export function mergeVerdicts(all: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => all.includes(verdict)) ?? 'not-run'
}

/**
 * Requires an observation for a pass.
 * @param evidence number of satisfying observations
 */
export function decide(said: readonly Verdict[], evidence: number): Verdict {
  const merged = mergeVerdicts(said)
  return merged === 'pass' && evidence === 0 ? 'inconclusive' : merged
}

const unobservedInShard = 'not observed in this part of a run; alone it would be '

/** Reason of a clause that another shard may observe; includes the verdict if none does. */
export function unobservedReason({
  verdict,
  reason,
}: {
  readonly verdict: Verdict
  readonly reason: string
}): string {
  return `${unobservedInShard}${verdict}: ${reason}`
}

/** Parses the reason written by `unobservedReason`; null for other reasons. */
export function ifUnobserved(reason: string): { readonly verdict: Verdict; readonly reason: string } | null {
  if (!reason.startsWith(unobservedInShard)) return null
  const rest = reason.slice(unobservedInShard.length)
  const verdict = verdicts.find((one) => rest.startsWith(`${one}: `))
  return verdict === undefined ? null : { verdict, reason: rest.slice(verdict.length + 2) }
}

/** Reason prefix of clauses outside the selection. */
export const notAskedReason = 'not asked for: '

/** Reason prefix of clauses of another shard. */
export const leftToAnotherReason = 'left to another shard: '

/** Reason of clauses that the default write mode leaves unchecked. */
export const notAllowedReason = 'the write mode does not allow it'

/** Reason prefix of clauses whose operation the profile disables. */
export const unsupportedReason = 'the profile says that the operation is not supported'

/** Returns whether a requested clause has no answer. */
export function isOpen(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'not-run'
}

/** Returns whether a gap may suppress the clause, now or after a merge. */
export function isSuppressible(verdict: Verdict, reason: string): boolean {
  return isOpen(ifUnobserved(reason)?.verdict ?? verdict)
}

/**
 * Who can act on a clause without an answer, gravest first.
 * - `failing`: no response: a 5xx, a closed connection, a time-out.
 * - `tenant`: refused a valid request, or returned an unexpected form.
 * - `run`: limited by its write mode, budget, time or an interruption.
 * - `user`: can supply something or declare it in the profile.
 * - `specification`: cannot be observed at this tenant, or by the specification.
 */
export const origins = ['failing', 'tenant', 'run', 'user', 'specification'] as const
export type Origin = (typeof origins)[number]

export function gravest(all: readonly (Origin | undefined)[]): Origin | undefined {
  return origins.find((origin) => all.includes(origin))
}

/** Returns whether a run may write a gap. */
export function mayBeWritten(origin: Origin | undefined): boolean {
  return origin === 'user' || origin === 'specification'
}

/** Returns whether a gap may suppress the clause. A failure to respond is no inability. */
export function mayBeSuppressed(origin: Origin | undefined): boolean {
  return origin !== 'failing'
}

export type Outcome = 'conformant' | 'non-conformant' | 'incomplete'

/** Facts that decide a run's outcome. */
export interface Judged {
  readonly level: Level
  readonly verdict: Verdict
  /** An operation name, or "any". */
  readonly operation: string
  /** Excludes the failure from the outcome. */
  readonly waived?: object
  /** Excludes `not-run` and `inconclusive` from the outcome. */
  readonly gap?: object
}

/**
 * Returns the outcome of the clauses in scope.
 * - A failed MUST is non-conformant; with `strict`, a failed SHOULD too.
 * - A MUST without an answer or in error makes the run incomplete, as does a scope without an observed MUST.
 * - Without MUSTs, SHOULDs count.
 * - Clauses of operations need at least one observed among them.
 */
export function outcomeOf(clauses: readonly Judged[], { strict = false } = {}): Outcome {
  const inScope = clauses.filter(({ verdict }) => verdict !== 'out-of-scope')
  const musts = inScope.filter(({ level }) => level === 'MUST')
  const counted = strict || musts.length === 0 ? inScope : musts
  const condemns = ({ level, verdict, waived }: Judged): boolean =>
    verdict === 'fail' && waived === undefined && (level === 'MUST' || strict)
  if (inScope.some(condemns)) return 'non-conformant'
  if (counted.some(({ verdict, gap }) => verdict === 'error' || (isOpen(verdict) && gap === undefined)))
    return 'incomplete'
  const ofOperations = counted.filter(({ operation }) => operation !== 'any')
  const weighty = ofOperations.length > 0 ? ofOperations : counted
  return weighty.some(({ verdict }) => verdict === 'pass' || verdict === 'fail') ? 'conformant' : 'incomplete'
}

export const exitCodes = {
  conformant: 0,
  'non-conformant': 1,
  usage: 2,
  incomplete: 3,
  stale: 4,
  internal: 70,
  interrupted: 130,
} as const
