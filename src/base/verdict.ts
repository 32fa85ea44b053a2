// Verdicts of clauses, whose matter it is that there is none, how they merge, and the outcome and exit code of a run that they add up to.

/** `MUST`: the specification states it. `SHOULD`: a standard it builds on, or robustness, asks for it. */
export type Level = 'MUST' | 'SHOULD'

/** Weakest claim last: of two verdicts for one clause the earlier in this list stands. */
export const verdicts = [
  ...(['error', 'fail', 'inconclusive', 'not-run', 'pass'] as const),
  ...(['not-applicable', 'out-of-scope'] as const),
] as const
export type Verdict = (typeof verdicts)[number]

/** The verdict that stands when several checks judged one clause: error > fail > inconclusive > not-run > pass > out-of-scope. */
export function mergeVerdicts(all: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => all.includes(verdict)) ?? 'not-run'
}

/**
 * The one rule of a verdict: the strongest of what was said, and no pass without an observation.
 * @param evidence number of observations that satisfied the clause
 */
export function decide(said: readonly Verdict[], evidence: number): Verdict {
  const merged = mergeVerdicts(said)
  return merged === 'pass' && evidence === 0 ? 'inconclusive' : merged
}

const unobservedInShard = 'not observed in this part of a run; alone it would be '

/** The reason of what is out of the scope of a shard as another one may have observed it: it holds what stands if none has. */
export function unobservedReason({
  verdict,
  reason,
}: {
  readonly verdict: Verdict
  readonly reason: string
}): string {
  return `${unobservedInShard}${verdict}: ${reason}`
}

/** What stands where no shard has observed it; null for another reason. */
export function ifUnobserved(reason: string): { readonly verdict: Verdict; readonly reason: string } | null {
  if (!reason.startsWith(unobservedInShard)) return null
  const rest = reason.slice(unobservedInShard.length)
  const verdict = verdicts.find((one) => rest.startsWith(`${one}: `))
  return verdict === undefined ? null : { verdict, reason: rest.slice(verdict.length + 2) }
}

/** How the reason of a clause begins that the words of the scope leave out. */
export const notAskedReason = 'not asked for: '

/** How the reason of a clause begins that another shard checks. */
export const leftToAnotherReason = 'left to another shard: '

/** The reason of a clause that a write mode leaves unchecked which nobody chose. */
export const notAllowedReason = 'the write mode does not allow it'

/** How the reason of a clause begins whose operation the profile turns off. */
export const unsupportedReason = 'the profile says that the operation is not supported'

/** Whether a clause was asked for and has no answer, which a gap may excuse. */
export function isOpen(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'not-run'
}

/** Whether a gap may speak of it: it is open, or would be where no other shard observes it. */
export function isExcusable(verdict: Verdict, reason: string): boolean {
  return isOpen(ifUnobserved(reason)?.verdict ?? verdict)
}

/**
 * Whose matter it is that a clause has no answer, the gravest first.
 * - `failing`: the tenant did not answer: a 5xx, a closed connection, a time-out.
 * - `tenant`: the tenant behaved otherwise than the check needs: it refused a valid request, or its response has another form.
 * - `run`: a limit of this run kept it from asking: its write mode, its budget, its time, an interruption.
 * - `user`: something is to be supplied, or declared in the profile.
 * - `specification`: it can't be observed at this tenant, or the specification does not show it.
 */
export const origins = ['failing', 'tenant', 'run', 'user', 'specification'] as const
export type Origin = (typeof origins)[number]

/** The gravest of several; undefined for none. */
export function gravest(all: readonly (Origin | undefined)[]): Origin | undefined {
  return origins.find((origin) => all.includes(origin))
}

/** Whether a run may write a gap for it: the tenant can't show it, or the user did not supply what it takes. */
export function mayBeWritten(origin: Origin | undefined): boolean {
  return origin === 'user' || origin === 'specification'
}

/** Whether a gap of the profile may excuse it. That the tenant fails to answer is no inability to show something. */
export function mayBeExcused(origin: Origin | undefined): boolean {
  return origin !== 'failing'
}

export type Outcome = 'conformant' | 'non-conformant' | 'incomplete'

/** What a run's outcome depends on, per clause. */
export interface Judged {
  readonly level: Level
  readonly verdict: Verdict
  /** An operation name, or "any". */
  readonly operation: string
  /** A waived failure is counted apart and does not touch the outcome. */
  readonly waived?: object
  /** What says that the clause can't be observed here: `not-run` and `inconclusive` do not touch the outcome then. */
  readonly gap?: object
}

/**
 * The outcome of a run over its scope. Only a failed MUST makes a tenant non-conformant (with `strict`, a failed SHOULD too);
 * without one, a MUST that is inconclusive, not run or in error leaves the run incomplete, and so does a scope in which no
 * MUST was observed. A scope of SHOULDs alone is judged by them. What is said of a tenant as a whole does not stand for its
 * operations: where some were asked for, one of theirs has to be observed.
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

/** Exit codes of the command line. */
export const exitCodes = {
  conformant: 0,
  'non-conformant': 1,
  usage: 2,
  incomplete: 3,
  stale: 4,
  internal: 70,
  interrupted: 130,
} as const
