// Sends updates beyond the rate, and finds out whether the tenant carried out a rejected update.
import {
  type Exchange,
  fixture,
  isAccepted,
  type JsonObject,
  orElse,
  type Request,
  statusOf,
  using,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { templatesOf } from '../resources/phone-templates/updates.ts'
import { type Burst, burst, writesMax } from './burst.ts'
import type { Beyond, Limit } from './limit.ts'

// An accepted request at the end of a burst overwrites the values of rejected requests, so the run sends
// further waves.
const furtherCount = 8
const continuationsMax = 3

const continued = async (burst: Burst): Promise<Burst> => {
  if (burst.limited.length === 0) return burst
  let { sent, limited } = burst
  for (let count = 0; count < continuationsMax; count += 1) {
    // Sends several requests, because the tenant may have reset the rate before the first of them.
    const more = await Promise.all(Array.from({ length: furtherCount }, burst.again))
    const refused = more.filter((exchange) => statusOf(exchange) === 429)
    sent = [...sent, ...more]
    limited = [...limited, ...refused]
    if (refused.length > 0) break
  }
  return { ...burst, sent, limited }
}

export const updates = fixture(
  'burst of updates',
  using([eventStreams], async (shared): Promise<Limit> => {
    const stream = await shared.resource(eventStreams).make()
    const { requests } = shared
    const next = (): Request => shared.resource(eventStreams).update(stream.key, { name: requests.name() })
    const sent = await continued(await burst(shared, next, writesMax))
    const read = sent.limited.length === 0 ? null : await stream.look()
    if (read === null || !read.accepted) return { burst: sent, beyond: null }
    const { name } = read.body
    return { burst: sent, beyond: beyondIn('an update', sent, read.exchange, (body) => body.name === name) }
  }),
)

export const replacements = fixture('burst of templates', async (shared): Promise<Limit> => {
  const templates = templatesOf(shared)
  const next = (): Request => shared.requests.of('phone-templates.update', '', templates.newMessages())
  const sent = await continued(await burst(shared, next, writesMax))
  const read = sent.limited.length === 0 ? null : await templates.read().catch(orElse(null))
  if (read === null) return { burst: sent, beyond: null }
  const shown = JSON.stringify(read.messages)
  const isShown = (body: JsonObject): boolean => shown.includes(JSON.stringify(body.enrollment_message))
  return { burst: sent, beyond: beyondIn('an update', sent, read.exchange, isShown) }
})

const beyondIn = (
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
