// From a tally to a verdict: what all that was said about one clause amounts to.
import { mergeVerdicts, type Verdict } from '../base/verdict.ts'
import type { Clause, Contract } from '../contract/index.ts'
import type { Profile } from '../profile/index.ts'
import type { Tally } from './ballot.ts'

export interface Circumstances {
  readonly contract: Contract
  readonly profile: Profile
  readonly selected: ReadonlySet<string>
  /** Why nothing could be checked at all; null where the tenant was reached. */
  readonly blocker: string | null
  readonly interrupted: boolean
  /** Operations that accepted a request, and operations that got one. */
  readonly accepted: ReadonlySet<string>
  readonly tried: ReadonlySet<string>
}

export interface Decision {
  readonly verdict: Verdict
  readonly reason: string
}

/** The verdict on a clause, with its reason. Nothing observed is never a pass. */
export function verdictOf(clause: Clause, tally: Tally, circumstances: Circumstances): Decision {
  const fixed = withoutObservation(clause, circumstances)
  if (fixed !== null) return fixed
  const votes = tally.others.map(({ verdict }) => verdict)
  if (tally.violations > 0) votes.push('fail')
  if (tally.evidence > 0) votes.push('pass')
  if (votes.length === 0) return unobserved(clause, circumstances)
  const verdict = mergeVerdicts(votes)
  if (verdict === 'fail') return { verdict, reason: failureReason(tally) }
  if (verdict === 'pass') return passed(clause, tally, circumstances)
  return { verdict, reason: reasonOf(tally, verdict) }
}

function withoutObservation(clause: Clause, circumstances: Circumstances): Decision | null {
  const { profile, selected, blocker } = circumstances
  if (clause.unobservable !== null)
    return { verdict: 'not-applicable', reason: `it can't be observed: ${clause.unobservable}` }
  if (!selected.has(clause.id)) return { verdict: 'not-run', reason: 'not selected' }
  const operation = profile.operations?.[clause.operation]
  if (operation?.supported === false)
    return {
      verdict: 'not-applicable',
      reason: `the profile says that the operation is not supported${operation.reason === undefined ? '' : `: ${operation.reason}`}`,
    }
  return blocker === null ? null : { verdict: 'inconclusive', reason: blocker }
}

// A pass needs a tenant that serves: one that accepts nothing, refuses everything alike.
function passed(clause: Clause, tally: Tally, { accepted }: Circumstances): Decision {
  const serves = clause.operation === 'any' ? accepted.size > 0 : accepted.has(clause.operation)
  if (!serves)
    return {
      verdict: 'inconclusive',
      reason: 'the tenant accepted no request of this operation, so that what it refuses says nothing',
    }
  return {
    verdict: 'pass',
    reason: `${tally.evidence} ${tally.evidence === 1 ? 'observation' : 'observations'}`,
  }
}

function failureReason(tally: Tally): string {
  const message = tally.complaints[0]?.unmet.message ?? 'An expectation was not met.'
  const seen = tally.evidence + tally.violations
  return tally.evidence > 0 ? `${message} (${tally.violations} of ${seen} observations)` : message
}

function reasonOf(tally: Tally, verdict: Verdict): string {
  const reasons = new Set(
    tally.others.filter((other) => other.verdict === verdict).map(({ reason }) => reason),
  )
  return [...reasons].slice(0, 3).join('; ')
}

function unobserved(clause: Clause, { contract, accepted, tried, interrupted }: Circumstances): Decision {
  if (interrupted) return { verdict: 'not-run', reason: 'the run was interrupted' }
  if (clause.operation === 'any')
    return { verdict: 'inconclusive', reason: 'nothing was observed that it speaks of' }
  if (!tried.has(clause.operation))
    return {
      verdict: 'not-run',
      reason: `no request of ${clause.operation} was sent: see its clause accepts`,
    }
  if (!accepted.has(clause.operation))
    return { verdict: 'inconclusive', reason: `${clause.operation} accepted no request` }
  // The members of a signing key are all optional (part 2.3): what no key has, no key has wrong.
  if (contract.operations.get(clause.operation)?.request === null && clause.part === '2.3')
    return { verdict: 'not-applicable', reason: 'no key of the set has what the clause speaks of' }
  return { verdict: 'inconclusive', reason: 'nothing was observed that it speaks of' }
}
