// The request rate (part 8). Every 429 of the run is judged; these checks provoke some where none was met.
import {
  crossSuite,
  Inconclusive,
  judgeRateLimited,
  NotRun,
  type Request,
  stateful,
  statusOf,
  type Tester,
} from '../src/engine/index.ts'

// Enough for limits that a mock or a test tenant has; a production limit is not worth exhausting.
const burstRequestsMax = 600
const burstSecondsMax = 10
const atOnce = 16

/** Sends the request over and over until a 429 comes. @returns how many were sent, and whether one came */
const burst = async (
  { call, ratePerSecond }: Tester,
  request: Request,
  requestsMax: number,
): Promise<{ readonly sent: number; readonly met: boolean }> => {
  // What the operator holds the run to is not exceeded, and not sat through for minutes.
  const most = Math.min(requestsMax, (ratePerSecond ?? Number.POSITIVE_INFINITY) * burstSecondsMax)
  let met = false
  let sent = 0
  const worker = async (): Promise<void> => {
    while (!met && sent < most) {
      sent += 1
      const exchange = await call(request, { patient: false })
      if (statusOf(exchange) === 429) met = true
      if (exchange.response === null) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { sent, met }
}

const provoked = ({ once }: Tester): Promise<void> =>
  once('burst', async (tester) => {
    const { given, allows, rateLimited, attempt } = tester
    if (rateLimited().length > 0) return
    if (attempt > 1) throw new Inconclusive('no 429 was met')
    if (!allows('destructive'))
      throw new NotRun('no 429 was met: run with --writes destructive to provoke one')
    const { sent, met } = await burst(tester, given.keys(), burstRequestsMax)
    if (!met) throw new Inconclusive(`no 429 was met within ${sent} requests in quick succession`)
    // Part 7 shows the 429 of a delete: an id that no policy can have, as it is not that of one.
    await burst(tester, { ...given.deletion('x'.repeat(26)), intent: 'invalid' }, 2 * sent + atOnce)
  })

const judged = stateful(async (tester) => {
  await provoked(tester)
  for (const exchange of tester.rateLimited())
    for (const { clause, problem } of judgeRateLimited(exchange))
      if (clause === tester.clause.id)
        tester.must.that(problem === null, 'A 429 response lacks what it has to carry.', {
          expected: problem?.expected ?? '',
          received: problem?.received ?? '',
          exchange,
        })
})

export default crossSuite('rate-limit', {
  any: { 'rate-limit-headers': judged, 'rate-limit-numbers': judged },
})
