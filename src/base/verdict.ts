// Verdicts of clauses, and the outcome and exit code of a run.

/** The contract chooses the level. In the shipped contract, a SHOULD does not come from the specification. */
export type Level = 'MUST' | 'SHOULD'

/** The strongest verdict comes first, and wins if verdicts differ. */
export const verdicts = [
  ...(['error', 'fail', 'inconclusive', 'not-run', 'pass'] as const),
  ...(['not-applicable', 'out-of-scope'] as const),
] as const
export type Verdict = (typeof verdicts)[number]

export function mergeVerdicts(all: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => all.includes(verdict)) ?? 'not-run'
}

/** Returns the strongest verdict, but `inconclusive` instead of a `pass` without an observation. */
export function decide(said: readonly Verdict[], evidence: number): Verdict {
  const merged = mergeVerdicts(said)
  return merged === 'pass' && evidence === 0 ? 'inconclusive' : merged
}

const unobservedInShard = 'not observed in this shard. Verdict if no shard observes the clause: '

/** Returns a reason with a verdict, which the merged report uses if no shard observes the clause. */
export function unobservedReason({
  verdict,
  reason,
}: {
  readonly verdict: Verdict
  readonly reason: string
}): string {
  return `${unobservedInShard}${verdict}: ${reason}`
}

/** Parses a text of `unobservedReason`. Null for other texts. */
export function ifUnobserved(reason: string): { readonly verdict: Verdict; readonly reason: string } | null {
  if (!reason.startsWith(unobservedInShard)) return null
  const rest = reason.slice(unobservedInShard.length)
  const verdict = verdicts.find((one) => rest.startsWith(`${one}: `))
  return verdict === undefined ? null : { verdict, reason: rest.slice(verdict.length + 2) }
}

/** Reasons of clauses outside the scope of the run begin with this text. */
export const notAskedReason = 'not selected: '

export const leftToAnotherReason = 'left to another shard: '

export const notAllowedReason = 'the write mode does not allow the requests of this clause'

export const unsupportedReason = 'the profile declares that the tenant does not support the operation'

export function isOpen(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'not-run'
}

/** Returns whether a gap can excuse the verdict, now or after shards are merged. */
export function isSuppressible(verdict: Verdict, reason: string): boolean {
  return isOpen(ifUnobserved(reason)?.verdict ?? verdict)
}

/**
 * Causes of the verdicts `inconclusive` and `not-run`. The most serious cause comes first.
 * - `failing`: the tenant returned a status 5xx, closed the connection or did not respond in time.
 * - `tenant`: the tenant rejected a valid request, or returned an unexpected form.
 * - `run`: the write mode, the budget, the time or an interruption prevented the check.
 * - `user`: the user can supply a value or declare a fact.
 * - `specification`: no request can show the behaviour.
 */
export const origins = ['failing', 'tenant', 'run', 'user', 'specification'] as const
export type Origin = (typeof origins)[number]

export function gravest(all: readonly (Origin | undefined)[]): Origin | undefined {
  return origins.find((origin) => all.includes(origin))
}

export function mayBeWritten(origin: Origin | undefined): boolean {
  return origin === 'user' || origin === 'specification'
}

/** A gap cannot excuse the origin `failing`: a status 500 does not prove that the tenant lacks an ability. */
export function mayBeSuppressed(origin: Origin | undefined): boolean {
  return origin !== 'failing'
}

export type Outcome = 'conformant' | 'non-conformant' | 'incomplete'

export interface Judged {
  readonly level: Level
  readonly verdict: Verdict
  /** Name of an operation, or "any". */
  readonly operation: string
  readonly waived?: object
  readonly gap?: object
}

/**
 * Computes the outcome of a run.
 * - A failed MUST without a waiver makes the run non-conformant.
 * - An open MUST without a gap, or an error of a MUST, makes the run incomplete.
 * - A run that observed no MUST is incomplete. If the scope contains MUSTs of operations, only they count
 *   here.
 * - With `strict`, these rules also apply to SHOULDs. If the scope contains no MUST, the second and third
 *   rule apply to SHOULDs.
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
