// The gate delays requests. A virtual clock measures the delays.
import { expect, test } from 'vitest'
import { VirtualClock } from '../../base/virtual-clock.testing.ts'
import { Stop } from '../stop.ts'
import { Gate, type PermitRequest } from './gate.ts'
import { noRateInfo } from './rate-headers.ts'
import { waitLimits } from './wait-budget.ts'

const clock = new VirtualClock()
const { tickMs, sleep } = clock

/**
 * `left` and `waitMs` (milliseconds until the next request) are null if the tenant does not report
 * them.
 */
interface Answer {
  readonly refused: boolean
  readonly left: number | null
  readonly waitMs: number | null
}

const answerMs = 3
const noneStopped = new Stop()
const requestOf = (ticket: number): PermitRequest => ({
  ticket,
  key: { principal: 'full', operation: 'test' },
})

/** Returns false if the gate gives up waiting. */
async function send(gate: Gate, ticket: number, answer: () => Answer): Promise<boolean> {
  for (;;) {
    const permit = await gate.acquire(requestOf(ticket), gate.exhausted)
    if (permit === null) return false
    await sleep(answerMs)
    const { refused, left, waitMs } = answer()
    if (!refused) {
      gate.release(permit, { limit: null, remaining: left, resetMs: waitMs })
      return true
    }
    gate.releaseRefused(permit, { ...noRateInfo, resetMs: waitMs })
  }
}

const sendAll = (gate: Gate, count: number, answer: () => Answer): Promise<boolean[]> =>
  Promise.all(Array.from({ length: count }, (_, ticket) => send(gate, ticket, answer)))

function gateOf(options: Partial<ConstructorParameters<typeof Gate>[0]> = {}): Gate {
  return new Gate(
    { concurrency: 8, ratePerSecond: Number.POSITIVE_INFINITY, waits: waitLimits, ...options },
    clock,
  )
}

/** A token bucket that reports its state, or reports nothing. */
function bucket(burst: number, perSecond: number, telling: boolean) {
  let tokens = burst
  let filledAtMs = tickMs()
  const seen = { refused: 0 }
  const answer = (): Answer => {
    tokens = Math.min(burst, tokens + ((tickMs() - filledAtMs) / 1000) * perSecond)
    filledAtMs = tickMs()
    // The sum of fractions can be wrong in the last bit.
    const refused = tokens < 1 - 1e-9
    if (refused) seen.refused += 1
    else tokens -= 1
    const nextMs = Math.max(0, ((1 - tokens) / perSecond) * 1000)
    return { refused, left: telling ? Math.floor(tokens) : null, waitMs: telling ? nextMs : null }
  }
  return { answer, seen }
}

test.each([
  [10, 2],
  [12, 25],
  [10, 50],
  [100, 50],
])('a bucket of %i with %i per second that reports its state is fully used', async (burst, perSecond) => {
  const { answer, seen } = bucket(burst, perSecond, true)
  const from = tickMs()
  const sent = burst + 50
  expect(await sendAll(gateOf(), sent, answer)).not.toContain(false)
  expect(tickMs() - from).toBeLessThan(1.2 * (50 / perSecond) * 1000 + burst * answerMs)
  expect(seen.refused).toBeLessThan(16)
})

test('a burst after idle time does not measure the rate: requests without reports are not delayed', async () => {
  const { answer, seen } = bucket(40, 40, true)
  const gate = gateOf()
  await send(gate, 0, answer)
  await sleep(5_000)
  // This request is not repeated after a 429.
  const provoke = async (ticket: number): Promise<void> => {
    const permit = await gate.acquire({ ...requestOf(ticket), provoking: true }, gate.exhausted)
    if (permit === null) return
    await sleep(answerMs)
    const { refused, left, waitMs } = answer()
    const info = { limit: 40, remaining: left, resetMs: waitMs }
    if (refused) gate.releaseRefused(permit, info)
    else gate.release(permit, info)
  }
  await Promise.all(Array.from({ length: 44 }, (_, ticket) => provoke(ticket)))
  expect(seen.refused).toBeGreaterThan(0)
  const from = tickMs()
  // These responses stand for a 401, which many tenants do not count.
  await sendAll(gate, 12, () => ({ refused: false, left: null, waitMs: null }))
  expect(tickMs() - from).toBeLessThan(1_000)
})

test('does not wait for a tenant that reports "none left" but refuses nothing', async () => {
  const from = tickMs()
  await sendAll(gateOf(), 20, () => ({ refused: false, left: 0, waitMs: 2_000 }))
  // The client sends three requests to test the report of the tenant.
  expect(tickMs() - from).toBeLessThanOrEqual((20 / 8 + 0.5 + 3) * answerMs)
})

test('the gate starts as many requests per second as allowed', async () => {
  const from = tickMs()
  await sendAll(gateOf({ ratePerSecond: 50 }), 11, () => ({ refused: false, left: null, waitMs: null }))
  expect(tickMs() - from).toBeGreaterThan(190)
  expect(tickMs() - from).toBeLessThan(210)
})

test('requests with the longest chain start first, and of equal chains the earlier request', async () => {
  const gate = gateOf()
  const begun: number[] = []
  const sendOne = async (ticket: number, chain: number): Promise<void> => {
    const permit = await gate.acquire({ ...requestOf(ticket), chain }, gate.exhausted)
    if (permit === null) return
    begun.push(ticket)
    await sleep(answerMs)
    gate.release(permit)
  }
  // The first requests use the whole concurrency, so the next requests must wait.
  const free = Array.from({ length: 12 }, (_, ticket) => sendOne(ticket, 0))
  await Promise.all([...free, sendOne(12, 1), sendOne(13, 1), sendOne(14, 2)])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 14, 12, 13, 8, 9, 10, 11])
})

test('if a 429 names no time, each pause is twice as long as the one before', async () => {
  const refusedAt: number[] = []
  const gate = gateOf()
  await send(gate, 0, () => {
    refusedAt.push(tickMs())
    return { refused: refusedAt.length < 5, left: null, waitMs: null }
  })
  const pauses = refusedAt.slice(1).map((at, index) => at - (refusedAt[index] ?? 0) - answerMs)
  expect(pauses).toEqual([250, 500, 1_000, 2_000])
})

const short = { pauseMsMax: 60, inVainMsMax: 200, runMsMax: 10_000, cleanUpMsMax: 100 }

test.each([null, 150])(
  'endless 429s that request %s ms are waited for exactly as long as allowed',
  async (waitMs) => {
    const gate = gateOf({ waits: short })
    expect(await sendAll(gate, 20, () => ({ refused: true, left: null, waitMs }))).not.toContain(true)
    expect(gate.waitedMs).toBe(short.inVainMsMax)
    expect(gate.exhausted.stopped).toBe(true)
  },
)

test('endless 429s that request too long a wait are tried three times', async () => {
  const gate = gateOf()
  let asked = 0
  const answer = (): Answer => ({ refused: ++asked > 0, left: null, waitMs: 1_000_000_000 })
  expect(await send(gate, 0, answer)).toBe(false)
  expect(asked).toBe(3)
  expect(gate.waitedMs).toBe(1_250)
  expect(gate.exhausted.stopped).toBe(true)
  expect(gate.beyondMs).toBe(1_000_000_000)
})

test('clean-up has its own wait limit', async () => {
  const gate = gateOf({ waits: short })
  await send(gate, 0, () => ({ refused: true, left: null, waitMs: 10 }))
  const from = gate.waitedMs
  while (!gate.exhaustedForCleanUp.stopped) {
    const permit = await gate.acquire(requestOf(1), noneStopped)
    if (permit !== null) gate.releaseRefused(permit, { ...noRateInfo, resetMs: 10 })
  }
  expect(gate.waitedMs - from).toBe(short.cleanUpMsMax)
})

test('pauses between served requests count towards the limit of the run', async () => {
  const gate = gateOf({ waits: { ...short, inVainMsMax: 100, runMsMax: 150 } })
  let asked = 0
  const everySecond = (): Answer => ({ refused: ++asked % 2 === 1, left: null, waitMs: 50 })
  for (let ticket = 0; ticket < 5; ticket += 1) await send(gate, ticket, everySecond)
  expect(gate.exhausted.stopped).toBe(true)
  expect(gate.waitedMs).toBeGreaterThanOrEqual(150)
})
