// Judges all clauses after the last request of a run.
import type { Failure } from '../../base/event.ts'
import { suppressionOf } from '../../base/suppression.ts'
import { isSuppressible, mayBeSuppressed } from '../../base/verdict.ts'
import type { Clause } from '../../contract/index.ts'
import { exchangeOf } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import type { Violation } from '../judge/findings.ts'
import { reproduction } from '../judge/reproduction.ts'
import { type Circumstances, verdictOf } from '../judge/verdict.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'

export async function concludeWatch({
  client,
  emit,
  findings,
  knowledge,
  monitor,
  principals,
}: Session): Promise<void> {
  const { outages, passingRefusals } = monitor
  for (const finding of [...outages.conclude(), ...passingRefusals.conclude()]) findings.add(finding)
  for (const finding of monitor.seeRateLimited(client.rateLimited())) {
    findings.add(finding)
    // A 429 may arrive after the check that looked for it.
    findings.settle(finding.clause)
  }
  for (const seconds of await principals.lifetimes()) monitor.observer.seeLifetime(seconds)
  monitor.observer.conclude()
  const { authenticationNote } = principals
  if (authenticationNote !== null) emit({ type: 'note', message: authenticationNote })
  for (const message of [...knowledge.contradictions(), ...outages.notes(), ...passingRefusals.notes()])
    emit({ type: 'note', message })
}

/**
 * @param day waivers and gaps must be valid on this day
 * @returns the number of clauses that the write mode left unchecked
 */
export function judgeClauses(
  clauses: readonly Clause[],
  { config, emit, findings }: Session,
  resources: Resources,
  circumstances: Circumstances,
  day: string,
): number {
  const failure = (violation: Violation): Failure => failureOf(violation, resources, config)
  let unchecked = 0
  for (const clause of clauses) {
    const { satisfied, violated, violations, compared, observation, durationMs } = findings.of(clause.id)
    const { verdict, reason, origin, notAllowed = false } = verdictOf(clause, findings, circumstances)
    if (notAllowed) unchecked += 1
    const waiver = verdict === 'fail' ? suppressionOf(clause.id, config.waivers, day) : null
    const isExcused = isSuppressible(verdict, reason) && mayBeSuppressed(origin)
    const gap = isExcused ? suppressionOf(clause.id, config.profile.gaps ?? [], day) : null
    emit({
      type: 'clause-judged',
      clause: clause.id,
      verdict,
      reason,
      ...(origin === undefined ? {} : { origin }),
      evidence: satisfied,
      ...(violated === 0 ? {} : { violations: violated }),
      ...(durationMs === null ? {} : { durationMs }),
      ...(verdict === 'pass' && observation !== null ? { observation } : {}),
      compared,
      failures: verdict === 'fail' ? violations.map(failure) : [],
      ...(waiver === null ? {} : { waived: waiver }),
      ...(gap === null ? {} : { gap }),
    })
  }
  return unchecked
}

function failureOf(
  { failure, path, before }: Violation,
  { pools, deliveries }: Resources,
  config: RunConfig,
): Failure {
  const { seed, mask } = config
  const { kind = 'condition', pointers, expected, received, exchange } = failure.detail
  const { control = null, steps = [] } = failure.detail
  const earlier = [...new Map([...before, ...steps].map((step) => [step.id, exchangeOf(step)])).values()]
  const curl = reproduction(
    failure.detail,
    before,
    (id) => [...pools.values()].map((pool) => pool.originOf(id)).find((one) => one !== undefined),
    { ...config, receiver: deliveries?.reached ?? null },
    (text) => mask.redact(text),
  )
  return {
    message: failure.message,
    expected,
    received,
    kind,
    ...(pointers === undefined ? {} : { pointers }),
    exchange: exchange && exchangeOf(exchange),
    control: control && exchangeOf(control),
    ...(earlier.length === 0 ? {} : { steps: earlier }),
    curl,
    seed,
    path,
  }
}
