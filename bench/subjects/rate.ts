// Measures how much of the reference tenant's rate limit the client uses, for four token buckets.
import { client, library, secrets } from '../built.ts'
import type { Figure } from '../figure.ts'

const buckets = [
  { burst: 1, perSecond: 1 },
  { burst: 10, perSecond: 2 },
  { burst: 12, perSecond: 25 },
  { burst: 100, perSecond: 50 },
]
const seconds = 60
const senders = 16

export async function measure(): Promise<readonly Figure[]> {
  // Measures all buckets in parallel, because the clients wait nearly all the time.
  return Promise.all(buckets.map(used))
}

/** Sends reads as fast as the client allows. */
async function used({ burst, perSecond }: (typeof buckets)[number]): Promise<Figure> {
  const { startTenant } = await library()
  const { createClient } = await client()
  const { SecretMask } = await secrets()
  const tenant = await startTenant({ rateLimit: { burst, perSecond } })
  const over = new AbortController()
  const sending = createClient({ baseUrl: tenant.baseUrl, mask: new SecretMask(), signal: over.signal })
  const from = performance.now()
  const sender = async (): Promise<void> => {
    while (performance.now() - from < seconds * 1000)
      await sending.send({
        method: 'GET',
        path: '/keys/custom-signing',
        principal: 'full',
        operation: 'custom-signing-keys.get',
        authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
        writes: false,
      })
  }
  try {
    setTimeout(() => over.abort(), seconds * 1000)
    await Promise.all(Array.from({ length: senders }, sender))
  } finally {
    await sending.close()
    await tenant.close()
  }
  const { byStatus, rateLimited } = sending.traffic()
  const served = byStatus[200] ?? 0
  const share = served / (burst + perSecond * seconds)
  return {
    name: `rate-${burst}-${perSecond}`,
    what: `Served requests, as a part of the requests that a bucket of ${burst} with ${perSecond} per second allows.`,
    ratio: share,
    spread: [share, share],
    pairs: 1,
    aim: { atLeast: 0.9 },
    detail: { seconds, served, refusedBy429: rateLimited },
  }
}
