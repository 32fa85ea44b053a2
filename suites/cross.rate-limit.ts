// The request rate (part 8). Every 429 of the run is judged; these checks provoke some where none was met.
import {
  crossSuite,
  type Exchange,
  Inconclusive,
  judgeRateLimited,
  NotAllowed,
  type Request,
  stateful,
  statusOf,
  type Tester,
} from '../src/suite.ts'

// Enough for limits that a mock or a test tenant has; a production limit is not worth exhausting.
const burstRequestsMax = 300
const burstSecondsMax = 10
const atOnce = 16
// After so many it shows whether they are spent faster than they come back.
const foreseenAfter = 5 * atOnce

/** How many more an answer says are allowed; null where it does not say. */
const leftAfter = ({ response }: Exchange, { rateLimit }: Tester['contract']): number | null => {
  const told = response?.headers[rateLimit?.headers.remaining?.toLowerCase() ?? '']?.trim() ?? ''
  return /^\d{1,9}$/.test(told) ? Number(told) : null
}

/** How many were sent, and how many answers say are left then. */
interface Spent {
  readonly sent: number
  readonly left: number
}

/** Whether none would be left after so many in all, by how many were spent from one moment to the other. */
const isWithin = (most: number, from: Spent, to: Spent): boolean =>
  (from.left - to.left) * (most - to.sent) >= to.left * (to.sent - from.sent)

/**
 * Sends the request over and over until a 429 comes: first one, then as many at once as it says are left and one more, where it
 * says that, so that no more are spent than it takes; and no longer than one may come, by how many are left. @returns how many were sent
 */
const burst = async (
  { call, contract, ratePerSecond }: Tester,
  request: Request,
  requestsMax: number,
): Promise<number> => {
  // What the operator holds the run to is not exceeded, and not sat through for minutes.
  const most = Math.min(
    requestsMax,
    Math.floor((ratePerSecond ?? Number.POSITIVE_INFINITY) * burstSecondsMax),
  )
  let sent = 0
  let next = 1
  let first: Spent | null = null
  // What comes back meanwhile is outrun by more at once.
  for (let further = 1; sent < most; further = Math.min(2 * further, atOnce)) {
    const count = Math.min(next, most - sent)
    sent += count
    const wave = await Promise.all(Array.from({ length: count }, () => call(request, { patient: false })))
    if (wave.some((exchange) => statusOf(exchange) === 429 || exchange.response === null)) break
    const told = wave.map((exchange) => leftAfter(exchange, contract)).filter((one) => one !== null)
    const now = told.length === 0 ? null : { sent, left: Math.min(...told) }
    first ??= now
    if (first !== null && now !== null && sent - first.sent >= foreseenAfter && !isWithin(most, first, now))
      break
    next = now === null ? atOnce : Math.min(now.left + further, atOnce)
  }
  return sent
}

const provoked = ({ once }: Tester): Promise<void> =>
  once('burst', async (tester) => {
    const { requests, allows, rateLimited, attempt } = tester
    const [read, deletion] = [requests.probe(), requests.of('rate-limit-policies.delete', 'x'.repeat(26))]
    const met = ({ operation }: Request): boolean =>
      rateLimited().some((exchange) => exchange.operation === operation)
    if (met(read) && met(deletion)) return
    const none = rateLimited().length === 0
    if (none && attempt > 1) throw new Inconclusive('no 429 was met')
    if (!allows('destructive')) {
      if (none) throw new NotAllowed('no 429 was met: run with --writes destructive to provoke one')
      return
    }
    const sent = met(read) ? 0 : await burst(tester, read, burstRequestsMax)
    if (rateLimited().length === 0)
      throw new Inconclusive(`no 429 was met within ${sent} requests in quick succession`)
    // Part 7 shows the 429 of a delete: an id that no policy can have, as it is not that of one.
    const most = sent === 0 ? burstRequestsMax : Math.min(2 * sent + atOnce, burstRequestsMax)
    if (!met(deletion)) await burst(tester, { ...deletion, intent: 'invalid' }, most)
  })

const judge = stateful(async (tester: Tester) => {
  await provoked(tester)
  for (const exchange of tester.rateLimited())
    for (const { clause, problem } of judgeRateLimited(exchange, tester.contract))
      if (clause === tester.clause.id)
        tester.must.that(problem === null, problem?.says ?? '', {
          expected: problem?.expected ?? '',
          received: problem?.received ?? '',
          exchange,
        })
})

// What is read over and over is what others read as well: not between their reads.
const judged = { ...judge, exclusive: 'custom-signing-keys' }

export default crossSuite('rate-limit', {
  any: { 'rate-limit-headers': judged, 'rate-limit-numbers': judged },
})
