// Verdicts of clauses, and the outcome and exit code of a run.

/** `SHOULD`: an underlying standard or robustness requires it. */
export type Level = 'MUST' | 'SHOULD'

/** Strongest first. */
export const verdicts = [
  ...(['error', 'fail', 'inconclusive', 'not-run', 'pass'] as const),
  ...(['not-applicable', 'out-of-scope'] as const),
] as const
export type Verdict = (typeof verdicts)[number]

/** Returns the strongest verdict. */
export function mergeVerdicts(all: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => all.includes(verdict)) ?? 'not-run'
}

/**
 * A pass needs an observation.
 * @param evidence number of satisfying observations
 */
export function decide(said: readonly Verdict[], evidence: number): Verdict {
  const merged = mergeVerdicts(said)
  return merged === 'pass' && evidence === 0 ? 'inconclusive' : merged
}

const unobservedInShard = 'not observed in this shard; without other shards: '

/** Includes the verdict for the case that no shard observes the clause. */
export function unobservedReason({
  verdict,
  reason,
}: {
  readonly verdict: Verdict
  readonly reason: string
}): string {
  return `${unobservedInShard}${verdict}: ${reason}`
}

/** Returns null for other reasons. */
export function ifUnobserved(reason: string): { readonly verdict: Verdict; readonly reason: string } | null {
  if (!reason.startsWith(unobservedInShard)) return null
  const rest = reason.slice(unobservedInShard.length)
  const verdict = verdicts.find((one) => rest.startsWith(`${one}: `))
  return verdict === undefined ? null : { verdict, reason: rest.slice(verdict.length + 2) }
}

/** Prefix of a reason. */
export const notAskedReason = 'not asked for: '

/** Prefix of a reason. */
export const leftToAnotherReason = 'left to another shard: '

export const notAllowedReason = 'the write mode does not allow the requests of this clause'

export const unsupportedReason = 'the profile says that the operation is not supported'

export function isOpen(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'not-run'
}

/** Returns whether a gap may excuse the verdict, now or after a merge. */
export function isSuppressible(verdict: Verdict, reason: string): boolean {
  return isOpen(ifUnobserved(reason)?.verdict ?? verdict)
}

/**
 * Who can resolve an open clause, the most serious first.
 * - `failing`: the tenant returned a 5xx, closed the connection or timed out.
 * - `tenant`: the tenant rejected a valid request, or returned an unexpected form.
 * - `run`: the write mode, the budget, the time or an interruption prevented the check.
 * - `user`: the user can supply or declare something.
 * - `specification`: nothing can show the behaviour.
 */
export const origins = ['failing', 'tenant', 'run', 'user', 'specification'] as const
export type Origin = (typeof origins)[number]

export function gravest(all: readonly (Origin | undefined)[]): Origin | undefined {
  return origins.find((origin) => all.includes(origin))
}

export function mayBeWritten(origin: Origin | undefined): boolean {
  return origin === 'user' || origin === 'specification'
}

/** A failure to respond does not show an inability. */
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
 * - A failed MUST is non-conformant; with `strict`, a failed SHOULD, too.
 * - An open MUST makes the run incomplete. So does an error, or a scope without an observed MUST.
 * - In a scope without MUSTs, SHOULDs count.
 * - If operations have clauses, at least one of them must be observed.
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
