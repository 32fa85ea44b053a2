// The request rate (part 8). Every 429 of the run is judged; these checks provoke some where none was met.
import {
  crossSuite,
  Inconclusive,
  judgeRateLimited,
  NotAllowed,
  type Request,
  stateful,
  statusOf,
  type Tester,
} from '../src/suite.ts'

// Enough for limits that a mock or a test tenant has; a production limit is not worth exhausting.
const burstRequestsMax = 600
const burstSecondsMax = 10
const atOnce = 16

/** Sends the request over and over until a 429 comes. @returns how many were sent */
const burst = async (
  { call, ratePerSecond }: Tester,
  request: Request,
  requestsMax: number,
): Promise<number> => {
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
    const most = sent === 0 ? burstRequestsMax : Math.min(2 * sent + atOnce, burstRequestsMax - sent)
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
