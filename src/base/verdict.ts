// Verdicts of clauses, how they merge, and the outcome and exit code of a run that they add up to.

/** `MUST`: the specification states it. `SHOULD`: a standard it builds on, or robustness, asks for it. */
export type Level = 'MUST' | 'SHOULD'

/** Weakest claim last: of two verdicts for one clause the earlier in this list stands. */
export const verdicts = ['error', 'fail', 'inconclusive', 'not-run', 'pass', 'not-applicable'] as const
export type Verdict = (typeof verdicts)[number]

/** The verdict that stands when several checks judged one clause: error > fail > inconclusive > not-run > pass. */
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

/** Begins the reason of a verdict that rests on no observation, where another shard may have made one. */
export const unobservedInShard = 'nothing of it was observed in this shard'

export type Outcome = 'conformant' | 'non-conformant' | 'incomplete'

/** What a run's outcome depends on, per clause. */
export interface Judged {
  readonly level: Level
  readonly verdict: Verdict
  /** A waived failure is counted apart and does not touch the outcome. */
  readonly waived?: { readonly reason: string }
}

/**
 * The outcome of a run. Only a failed MUST makes a tenant non-conformant (with `strict`, a failed SHOULD too);
 * without one, a MUST that is inconclusive, not run or in error leaves the run incomplete.
 */
export function outcomeOf(clauses: readonly Judged[], { strict = false } = {}): Outcome {
  const counted = clauses.filter((clause) => clause.level === 'MUST' || strict)
  if (counted.some((clause) => clause.verdict === 'fail' && clause.waived === undefined))
    return 'non-conformant'
  const open: readonly Verdict[] = ['inconclusive', 'not-run', 'error']
  return counted.length === 0 || counted.some((clause) => open.includes(clause.verdict))
    ? 'incomplete'
    : 'conformant'
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
