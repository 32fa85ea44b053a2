// From findings to a verdict: what all that was said about one clause amounts to.
import {
  decide,
  gravest,
  isOpen,
  notAllowedReason,
  type Origin,
  unobservedReason,
  unsupportedReason,
  type Verdict,
} from '../../base/verdict.ts'
import type { Clause } from '../../contract/index.ts'
import type { Profile } from '../../profile/index.ts'
import type { Blocker } from '../reach.ts'
import type { Findings, Open, Tally, Violation } from './findings.ts'

export interface Circumstances {
  readonly profile: Profile
  /** Why clauses were not asked for, by their ids. */
  readonly leftOut: ReadonlyMap<string, string>
  /** Clauses of which another shard may observe what this one does not. */
  readonly shared: ReadonlySet<string>
  /** Why clauses that were asked for were left out all the same, by their ids. */
  readonly notAfforded: ReadonlyMap<string, string>
  /** Why the profile is wrong that turns an operation off, by operation. */
  readonly disproved: ReadonlyMap<string, string>
  /** Why nothing could be checked at all; null where the tenant was reached. */
  readonly blocker: Blocker | null
  readonly interrupted: boolean
  /** Operations that the write mode does not allow. */
  readonly notAllowed: ReadonlySet<string>
  /** What leaves out what the mode does not allow, where somebody asked for it; null where nobody did. */
  readonly leftOutByMode: string | null
}

export interface Decision {
  readonly verdict: Verdict
  readonly reason: string
  /** Whose matter it is that there is no answer, here or where another shard has none either; absent where there is one. */
  readonly origin?: Origin
  /** Whether it is `not-run` for the write mode alone. */
  readonly notAllowed?: boolean
}

/** The verdict on a clause, with its reason. It follows from the findings of that clause alone; nothing observed is never a pass. */
export function verdictOf(clause: Clause, findings: Findings, circumstances: Circumstances): Decision {
  const fixed = withoutObservation(clause, circumstances)
  if (fixed !== null) return fixed
  const decision = observed(clause, findings, circumstances)
  const { notAllowed, leftOutByMode, interrupted } = circumstances
  // What nothing is accepted of can fail, and never pass.
  if (!isOpen(decision.verdict) || interrupted || !notAllowed.has(clause.operation)) return decision
  return notAllowedBy(leftOutByMode)
}

/** What the write mode does not allow: out of scope where somebody asked for the mode. */
function notAllowedBy(leftOutByMode: string | null): Open {
  return leftOutByMode === null
    ? { verdict: 'not-run', reason: notAllowedReason, origin: 'run', notAllowed: true }
    : { verdict: 'out-of-scope', reason: leftOutByMode }
}

function observed(clause: Clause, findings: Findings, circumstances: Circumstances): Decision {
  const found = findings.of(clause.id)
  const open = found.open.map((one) =>
    one.notAllowed === true ? notAllowedBy(circumstances.leftOutByMode) : one,
  )
  const tally = { ...found, open }
  const said: Verdict[] = tally.open.map(({ verdict }) => verdict)
  if (tally.violated > 0) said.push('fail')
  // A pass needs a tenant that serves: one that accepts nothing refuses everything alike.
  if (tally.satisfied > 0) said.push(findings.accepted(clause.operation) ? 'pass' : 'inconclusive')
  const isShared = circumstances.shared.has(clause.id) && !circumstances.notAllowed.has(clause.operation)
  const leftOpen = (decision: Decision): Decision =>
    isShared ? { ...decision, verdict: 'out-of-scope', reason: unobservedReason(decision) } : decision
  if (said.length === 0) {
    const reason = circumstances.notAfforded.get(clause.id)
    if (reason !== undefined) return { verdict: 'not-run', reason, origin: 'run' }
    return leftOpen(unobserved(clause, findings, circumstances))
  }
  const verdict = decide(said, tally.satisfied)
  const standing = tally.open.filter((one) => one.verdict === verdict)
  const notAllowed = verdict === 'not-run' && standing.every((one) => one.notAllowed === true)
  const decision = {
    ...{ verdict, reason: reasonOf(verdict, tally, said) },
    ...(isOpen(verdict) ? { origin: gravest(standing.map(({ origin }) => origin)) ?? 'tenant' } : {}),
    ...(notAllowed ? { notAllowed } : {}),
  }
  // Another shard may have had accepted what the refusals of this one stand beside.
  return verdict === 'inconclusive' && tally.open.length === 0 ? leftOpen(decision) : decision
}

function withoutObservation(clause: Clause, circumstances: Circumstances): Decision | null {
  const { profile, leftOut, blocker, disproved } = circumstances
  const reason = leftOut.get(clause.id)
  if (reason !== undefined) return { verdict: 'out-of-scope', reason }
  if (clause.unobservable !== null)
    return { verdict: 'not-applicable', reason: `it can't be observed: ${clause.unobservable}` }
  const operation = profile.operations?.[clause.operation]
  const wrong = disproved.get(clause.operation)
  if (wrong !== undefined) return { verdict: 'inconclusive', reason: wrong, origin: 'tenant' }
  if (operation?.supported === false)
    return {
      verdict: 'not-applicable',
      reason: `${unsupportedReason}${operation.reason === undefined ? '' : `: ${operation.reason}`}`,
    }
  if (blocker === null || (blocker.misplaced && clause.ofPlace)) return null
  return { verdict: 'inconclusive', reason: blocker.reason, origin: 'tenant' }
}

const reasonsShownMax = 3

function reasonOf(verdict: Verdict, tally: Tally, said: readonly Verdict[]): string {
  if (verdict === 'fail') return failureReason(tally)
  const reasonsFor = (of: Verdict): readonly string[] =>
    tally.open.filter((one) => one.verdict === of).map(({ reason }) => reason)
  if (verdict === 'pass') {
    const left = reasonsFor('out-of-scope').map((reason) => `; not all was asked for (${reason})`)
    return `${tally.satisfied} ${tally.satisfied === 1 ? 'observation' : 'observations'}${left[0] ?? ''}`
  }
  const reasons = reasonsFor(verdict)
  if (reasons.length === 0 && said.includes('inconclusive'))
    return 'the tenant accepted no request of this operation, so its refusals prove nothing'
  return [...new Set(reasons)].slice(0, reasonsShownMax).join('; ')
}

function failureReason({ violations, violated, satisfied }: Tally): string {
  const { message } = (violations[0] as Violation).failure
  return satisfied > 0 ? `${message} (so in ${violated} of ${satisfied + violated} observations)` : message
}

function unobserved(clause: Clause, findings: Findings, { interrupted }: Circumstances): Decision {
  const nothing: Decision = {
    ...{ verdict: 'inconclusive', reason: 'no response of this run shows it' },
    origin: 'specification',
  }
  if (interrupted) return { verdict: 'not-run', reason: 'the run was interrupted', origin: 'run' }
  if (clause.operation === 'any') return nothing
  if (!findings.tried(clause.operation))
    return {
      verdict: 'not-run',
      reason: `no request of ${clause.operation} was sent: its clause "accepts" says why`,
      origin: findings.whyUntried(clause.operation) ?? 'user',
    }
  if (!findings.accepted(clause.operation))
    return { verdict: 'inconclusive', reason: `${clause.operation} accepted no request`, origin: 'tenant' }
  // What nothing has, nothing has wrong.
  if (clause.optional !== null) return { verdict: 'not-applicable', reason: clause.optional }
  return nothing
}
