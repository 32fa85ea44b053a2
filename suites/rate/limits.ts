// The request rate of single operations, each tried out once: what exceeds it, and what a request did that exceeded it (parts 7 and 8).
import {
  type Exchange,
  fixture,
  isAccepted,
  type JsonObject,
  orElse,
  type Request,
  statusOf,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { templatesOf } from '../resources/phone-templates/updates.ts'
import { type Burst, burst, burstRequestsMax } from './burst.ts'

// Where a limit is higher, so many requests that write are not worth it.
const writesMax = 120

/** What was sent beyond the rate, and what is there afterwards. */
export interface Beyond {
  /** The request, in words that follow "A". */
  readonly what: string
  readonly control: Exchange
  readonly refused: readonly Exchange[]
  /** The first of those that were carried out all the same; null where none was. */
  readonly carriedOut: Exchange | null
  /** What showed that, or the opposite. */
  readonly shown: Exchange
}

/** One operation in quick succession. */
export interface Limit {
  readonly burst: Burst
  /** Null where no request beyond the rate could have changed anything that is seen. */
  readonly beyond: Beyond | null
}

/** Reads, over and over. */
export const reads = fixture('burst of reads', async (own): Promise<Limit> => {
  const request = own.requests.probe()
  // A run that has met the limit by then needs to look for it no further.
  const isMet = own.rateLimited().some(({ operation }) => operation === request.operation)
  return { burst: await burst(own, () => request, isMet ? 0 : burstRequestsMax), beyond: null }
})

const deletion = 'rate-limit-policies.delete'
const policiesMax = 5
const deletionBurstsMax = 5

/** Deletions of what no policy can be, as it has no such id; and of one that is among those that come too many. */
export const deletions = fixture(
  (_: number) => 'burst of deletions',
  async (own, most): Promise<Limit> => {
    const { call, requests, takeSome } = own
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
    let sent = await burst(own, () => unknown, most, policy)
    // A wave may exceed the rate with no policy in it, or with one that is still served: then few are left, and the next one tells.
    for (let bursts = 1; bursts < deletionBurstsMax && !isSpent && isMissed(sent); bursts += 1)
      sent = joined(sent, await burst(own, () => unknown, most, policy))
    const place = sent.last.findIndex((exchange) => statusOf(exchange) === 429)
    const [refused, one] = [sent.last[place], taken[place]]
    if (refused === undefined || one === undefined) return { burst: sent, beyond: null }
    // It is still there where it can be deleted now.
    const shown = await call({ ...one.request, intent: 'probe' })
    if (!isAccepted(shown) && statusOf(shown) !== 404) return { burst: sent, beyond: null }
    const carriedOut = isAccepted(shown) ? null : refused
    const beyond = { what: 'deletion', control: one.created, refused: [refused], carriedOut, shown }
    return { burst: sent, beyond }
  },
)

/** Whether requests were refused for the rate, and none of those that were to be. */
const isMissed = ({ limited, last }: Burst): boolean =>
  limited.length > 0 && !last.some((exchange) => statusOf(exchange) === 429)

/** What counts as another answer is told by the first burst: a later one may begin beyond the rate. */
const joined = (one: Burst, other: Burst): Burst => ({
  ...one,
  sent: [...one.sent, ...other.sent],
  limited: [...one.limited, ...other.limited],
  last: [...one.last, ...other.last],
})

// Of a wave that exceeds the rate the last that is carried out may well be one that is served.
const furtherCount = 8
const continuationsMax = 3

/** The burst with a few more requests right behind it, where it exceeded the rate: so that a refused one is the last that was sent. */
const continued = async (burst: Burst): Promise<Burst> => {
  if (burst.limited.length === 0) return burst
  let { sent, limited } = burst
  for (let count = 0; count < continuationsMax; count += 1) {
    // A client that waits for the reset may find so many allowed again by then.
    const more = await Promise.all(Array.from({ length: furtherCount }, burst.again))
    const refused = more.filter((exchange) => statusOf(exchange) === 429)
    sent = [...sent, ...more]
    limited = [...limited, ...refused]
    if (refused.length > 0) break
  }
  return { ...burst, sent, limited }
}

/** Updates of one stream, each to a name of its own. */
export const updates = fixture('burst of updates', async (own): Promise<Limit> => {
  const stream = await own.resource(eventStreams).make()
  const { requests } = own
  const next = (): Request => own.resource(eventStreams).update(stream.key, { name: requests.name() })
  const sent = await continued(await burst(own, next, writesMax))
  const read = sent.limited.length === 0 ? null : await stream.look()
  if (read === null || !read.accepted) return { burst: sent, beyond: null }
  const { name } = read.body
  return { burst: sent, beyond: beyondOf('update', sent, read.exchange, (body) => body.name === name) }
})

/** Updates of the templates, each to messages of its own. */
export const replacements = fixture('burst of templates', async (own): Promise<Limit> => {
  const templates = templatesOf(own)
  const next = (): Request => own.requests.of('phone-templates.update', '', templates.newMessages())
  const sent = await continued(await burst(own, next, writesMax))
  const read = sent.limited.length === 0 ? null : await templates.read().catch(orElse(null))
  if (read === null) return { burst: sent, beyond: null }
  const shown = JSON.stringify(read.messages)
  const isShown = (body: JsonObject): boolean => shown.includes(JSON.stringify(body.enrollment_message))
  return { burst: sent, beyond: beyondOf('update', sent, read.exchange, isShown) }
})

/** Creations that say nothing, which make nothing. */
export const creations = fixture('burst of creations', async (own): Promise<Limit> => {
  const request: Request = { ...own.requests.of('event-streams.create', '', {}), intent: 'invalid' }
  return { burst: await burst(own, () => request, writesMax), beyond: null }
})

/** What is shown at the end was set by one of those that were sent: by one that was refused, or by another one. */
const beyondOf = (
  what: string,
  { sent, limited }: Burst,
  shown: Exchange,
  isShown: (body: JsonObject) => boolean,
): Beyond | null => {
  const of = ({ request }: Exchange): JsonObject => JSON.parse(request.body ?? '{}') as JsonObject
  const setter = sent.find((exchange) => isShown(of(exchange)))
  const [control] = sent
  if (setter === undefined || control === undefined || !isAccepted(control)) return null
  const carriedOut = statusOf(setter) === 429 ? setter : null
  return { what, control, refused: limited, carriedOut, shown }
}
