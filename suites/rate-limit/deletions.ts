// Deletes policies beyond the rate.
import { type Exchange, fixture, isAccepted, orElse, type Request, statusOf } from '../../src/suite.ts'
import { type Burst, burst } from './burst.ts'
import type { Limit } from './limit.ts'

const deletion = 'rate-limit-policies.delete'
const policiesMax = 5
const deletionBurstsMax = 5

/** Deletes an unknown id until the rate is exceeded, and then an existing policy. */
export const deletions = fixture('burst of deletions', async (shared, most: number): Promise<Limit> => {
  const { call, requests, takeSome } = shared
  const unknown: Request = { ...requests.of(deletion, 'x'.repeat(26)), intent: 'invalid' }
  const taken: { readonly created: Exchange; readonly request: Request }[] = []
  let isSpent = false
  const policy = async (): Promise<Request | null> => {
    const [one] =
      taken.length === policiesMax ? [] : await takeSome('rate-limit-policies', 1).catch(orElse([]))
    isSpent = one === undefined || one.created === null
    if (one === undefined || one.created === null) return null
    const request = requests.of(deletion, one.id)
    taken.push({ created: one.created, request })
    return request
  }
  let sent = await burst(shared, () => unknown, most, policy)
  // Repeats the burst if other requests got 429, but no deletion of a policy did.
  for (let bursts = 1; bursts < deletionBurstsMax && !isSpent && missesPolicy(sent); bursts += 1)
    sent = joined(sent, await burst(shared, () => unknown, most, policy))
  const place = sent.last.findIndex((exchange) => statusOf(exchange) === 429)
  const [refused, one] = [sent.last[place], taken[place]]
  if (refused === undefined || one === undefined) return { burst: sent, beyond: null }
  // If this second deletion succeeds, the tenant did not carry out the rejected deletion.
  const shown = await call({ ...one.request, intent: 'probe' })
  if (!isAccepted(shown) && statusOf(shown) !== 404) return { burst: sent, beyond: null }
  const carriedOut = isAccepted(shown) ? null : refused
  const beyond = { what: 'a deletion', control: one.created, refused: [refused], carriedOut, shown }
  return { burst: sent, beyond }
})

const missesPolicy = ({ limited, last }: Burst): boolean =>
  limited.length > 0 && !last.some((exchange) => statusOf(exchange) === 429)

/** Omits `others` of the later burst, which may begin beyond the rate. */
const joined = (one: Burst, other: Burst): Burst => ({
  ...one,
  sent: [...one.sent, ...other.sent],
  limited: [...one.limited, ...other.limited],
  last: [...one.last, ...other.last],
})
