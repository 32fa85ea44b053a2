// Sends requests that change nothing beyond the rate.
import { fixture, type Request } from '../../src/suite.ts'
import { burst, burstRequestsMax, writesMax } from './burst.ts'
import type { Limit } from './limit.ts'

export const reads = fixture('burst of reads', async (shared): Promise<Limit> => {
  const request = shared.requests.probe()
  const isMet = shared.rateLimited().some(({ operation }) => operation === request.operation)
  return { burst: await burst(shared, () => request, isMet ? 0 : burstRequestsMax), beyond: null }
})

export const creations = fixture('burst of creations', async (shared): Promise<Limit> => {
  const request: Request = { ...shared.requests.of('event-streams.create', '', {}), intent: 'invalid' }
  return { burst: await burst(shared, () => request, writesMax), beyond: null }
})
