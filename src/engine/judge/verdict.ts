// Decides a clause's verdict from its findings.
import { counted } from '../../base/text/counted.ts'
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
import type { Findings, Open, Tally, Violation } from './findings.ts'

export interface Blocker {
  readonly reason: string
  /** If true, the run judges only clauses about the location of the API (`ofPlace`). */
  readonly misplaced: boolean
}

export interface Circumstances {
  readonly profile: Profile
  readonly leftOut: ReadonlyMap<string, string>
  /** Clauses that this run may leave unobserved, for example because another shard observes them. */
  readonly shared: ReadonlySet<string>
  readonly notAfforded: ReadonlyMap<string, string>
  /** Operations that the profile wrongly declares unsupported. */
  readonly disproved: ReadonlyMap<string, string>
  /** Null if the tenant responded. */
  readonly blocker: Blocker | null
  readonly interrupted: boolean
  readonly notAllowed: ReadonlySet<string>
  /** The reason for the verdict `out-of-scope` if the user chose the write mode, otherwise null. */
  readonly leftOutByMode: string | null
}

export interface Decision {
  readonly verdict: Verdict
  readonly reason: string
  readonly origin?: Origin
  /** True if the write mode is the only reason for the verdict `not-run`. */
  readonly notAllowed?: boolean
}

/** A clause without an observation never passes. */
export function verdictOf(clause: Clause, findings: Findings, circumstances: Circumstances): Decision {
  const fixed = withoutObservation(clause, circumstances)
  if (fixed !== null) return fixed
  const decision = observed(clause, findings, circumstances)
  const { notAllowed, leftOutByMode, interrupted } = circumstances
  // If the write mode forbids the requests of an operation, its clauses can fail but cannot pass.
  if (!isOpen(decision.verdict) || interrupted || !notAllowed.has(clause.operation)) return decision
  return notAllowedBy(leftOutByMode)
}

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
  // A tenant that accepts no request may refuse for any reason, so its refusals prove nothing.
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
  // Refusals are evidence only with an accepted request, which another shard may have sent.
  return verdict === 'inconclusive' && tally.open.length === 0 ? leftOpen(decision) : decision
}

function withoutObservation(clause: Clause, circumstances: Circumstances): Decision | null {
  const { profile, leftOut, blocker, disproved } = circumstances
  const reason = leftOut.get(clause.id)
  if (reason !== undefined) return { verdict: 'out-of-scope', reason }
  if (clause.unobservable !== null)
    return { verdict: 'not-applicable', reason: `no run can observe this clause: ${clause.unobservable}` }
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
    const left = reasonsFor('out-of-scope').map((reason) => `; some cases were left out (${reason})`)
    return `${tally.satisfied} ${tally.satisfied === 1 ? 'observation' : 'observations'}${left[0] ?? ''}`
  }
  const reasons = reasonsFor(verdict)
  if (reasons.length === 0 && said.includes('inconclusive'))
    return 'the tenant accepted no request of this operation, so the refusals prove nothing'
  return [...new Set(reasons)].slice(0, reasonsShownMax).join('; ')
}

function failureReason({ violations, violated, satisfied }: Tally): string {
  const { message } = (violations[0] as Violation).failure
  return satisfied > 0
    ? `${message} (in ${violated} of ${counted(satisfied + violated, 'observation')})`
    : message
}

function unobserved(clause: Clause, findings: Findings, { interrupted }: Circumstances): Decision {
  const nothing: Decision = {
    ...{
      verdict: 'inconclusive',
      reason: 'no response of this run shows whether the tenant satisfies this clause',
    },
    origin: 'specification',
  }
  if (interrupted) return { verdict: 'not-run', reason: 'the run was interrupted', origin: 'run' }
  if (clause.operation === 'any') return nothing
  if (!findings.tried(clause.operation))
    return {
      verdict: 'not-run',
      reason: `no request of ${clause.operation} was sent: see the reason of ${clause.operation}.accepts`,
      origin: findings.whyUntried(clause.operation) ?? 'user',
    }
  if (!findings.accepted(clause.operation))
    return {
      verdict: 'inconclusive',
      reason: `the tenant accepted no request of ${clause.operation}${findings.lastRefusal(clause.operation)}`,
      origin: 'tenant',
    }
  if (clause.optional !== null) return { verdict: 'not-applicable', reason: clause.optional }
  return nothing
}
