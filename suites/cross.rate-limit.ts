// The request rate (part 8). Every 429 of the run is judged; this provokes one where none was met.
import { crossSuite, NotRun, stateful, statusOf, type Tester, Undecided } from '../src/engine/index.ts'

// Enough for limits that a mock or a test tenant has; a production limit is not worth exhausting.
const burstRequestsMax = 600
const burstSecondsMax = 10

const burst = ({ once }: Tester): Promise<void> =>
  once('burst', async ({ given, allows, call, rateLimitMet, attempt, ratePerSecond }) => {
    if (rateLimitMet()) return
    if (attempt > 1) throw new Undecided('no 429 was met')
    if (!allows('destructive'))
      throw new NotRun('no 429 was met: run with --writes destructive to provoke one')
    let met = false
    let sent = 0
    const worker = async (): Promise<void> => {
      // What the operator holds the run to is not exceeded, and not sat through for minutes.
      const requestsMax = Math.min(
        burstRequestsMax,
        (ratePerSecond ?? Number.POSITIVE_INFINITY) * burstSecondsMax,
      )
      while (!met && sent < requestsMax) {
        sent += 1
        const exchange = await call(given.keys(), { patient: false })
        if (statusOf(exchange) === 429) met = true
        if (exchange.response === null) return
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    if (!met) throw new Undecided(`no 429 was met within ${sent} requests in quick succession`)
  })

export default crossSuite('rate-limit', {
  any: {
    'rate-limit-headers': stateful(burst),
    'rate-limit-numbers': stateful(burst),
  },
})
