// Simulates a run on a virtual clock, to measure how much of a rate limit the run uses.
import { VirtualClock } from '../../base/virtual-clock.testing.ts'
import type { RateKey } from './bucket-set.ts'
import { Gate } from './gate.ts'
import { type CountingName, countings, type Policy, type TellingName, tellings } from './policy.testing.ts'
import { waitLimits } from './wait-budget.ts'

export interface Simulation {
  readonly policy: () => Policy
  readonly telling: TellingName
  readonly counting?: CountingName
  readonly seconds: number
  /** Time of request and response together. */
  readonly answerMs?: number
  readonly jitterMs?: number
  readonly workers?: number
  readonly ratePerSecond?: number
}

export interface Used {
  /** Served requests, divided by the most requests that the rate limits allow in this time. */
  readonly share: number
  readonly served: number
  readonly refused: number
}

const keys: readonly RateKey[] = ['full', 'limited'].flatMap((principal) =>
  ['create', 'update', 'read'].map((operation) => ({ principal, operation })),
)

export async function simulate({
  policy,
  telling,
  counting = 'all',
  seconds,
  answerMs = 4,
  jitterMs = 0,
  workers = 16,
  ratePerSecond = Number.POSITIVE_INFINITY,
}: Simulation): Promise<Used> {
  const clock = new VirtualClock()
  const gate = new Gate({ concurrency: 8, ratePerSecond, waits: waitLimits }, clock)
  const policies = new Map<string, Policy>()
  const endMs = seconds * 1000
  let [served, refused, ticket] = [0, 0, 0]
  const worker = async (from: number): Promise<void> => {
    for (let turn = from; clock.tickMs() < endMs; turn += 1) {
      const key = keys[turn % keys.length] ?? { principal: '', operation: '' }
      ticket += 1
      const request = { ticket, key }
      for (let done = false; !done && clock.tickMs() < endMs; ) {
        const permit = await gate.acquire(request, gate.exhausted)
        if (permit === null) return
        const wayMs = (answerMs / 2) * (1 + 0.2 * Math.sin(ticket))
        await clock.sleep(wayMs + lateMs(jitterMs, ticket))
        const now = clock.tickMs()
        const counted = countings[counting](key)
        const own = policies.get(counted) ?? policy()
        policies.set(counted, own)
        const ruling = own.rule(now)
        const inTime = now <= endMs
        await clock.sleep(wayMs + lateMs(jitterMs, ticket + 0.5))
        const { resetMs, ...rest } = tellings[telling](ruling, now)
        const info = { ...rest, resetMs: resetMs === null ? null : Math.max(0, resetMs - wayMs) || null }
        done = ruling.served
        if (inTime && ruling.served) served += 1
        if (inTime && !ruling.served) refused += 1
        if (ruling.served) gate.release(permit, info)
        else gate.releaseRefused(permit, info)
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)))
  gate.close()
  const most = [...policies.values()].reduce((sum, own) => sum + own.most(endMs), 0)
  return { share: served / most, served, refused }
}

function lateMs(jitterMs: number, ticket: number): number {
  return jitterMs * Math.sin(ticket * 12.9898) ** 8
}
