// Creates forwarders: resources that forward events, each to its own inbox of the run.
import { describeResponse, type Exchange, isServerFailure } from '../../base/exchange.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { counted } from '../../base/text/counted.ts'
import type { Origin } from '../../base/verdict.ts'
import { type Attempt, acceptedBody, Inconclusive, originOf } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import { aOf } from '../resources/grammar.ts'
import type { ResourceClient } from '../under-test/index.ts'
import type { Deliveries } from './deliveries.ts'
import type { Inbox } from './inbox.ts'

export interface Forwarder {
  readonly id: string
  readonly created: Attempt
  readonly body: JsonObject
  readonly inbox: Inbox
  readonly type: string
}

export interface ForwarderOptions {
  readonly types?: readonly string[]
  /** Default: a state in which the resource forwards events. */
  readonly state?: Json
  readonly username?: string
}

export interface ForwarderParts {
  readonly deliveries: Deliveries
  readonly collection: ResourceClient
  readonly call: (request: Request) => Promise<Attempt>
}

/** @throws Inconclusive if the tenant refuses the creation, or returns another state */
export async function createForwarder(parts: ForwarderParts, options: ForwarderOptions): Promise<Forwarder> {
  const { deliveries, call, collection } = parts
  const { types: [type = deliveries.delivery.types()[0], ...further] = [], state, username } = options
  const types = [type, ...further]
  const inbox = (await deliveries.receiver()).open()
  const overrides = deliveries.delivery.to(inbox.url, { types, state, username })
  const created = await call({ ...collection.creation(collection.body(overrides)), intent: 'probe' })
  if (!created.accepted)
    throw new Inconclusive(
      whyRefused(parts, created, inbox, types.length),
      originOfRefusal(deliveries, created),
    )
  deliveries.isReceiverAccepted = true
  const body = acceptedBody(created)
  const { id, title } = collection.resource
  const member = collection.state?.member ?? ''
  if (member in overrides && body[member] !== overrides[member])
    throw new Inconclusive(
      `the run created the ${title} with ${member} ${overrides[member]}, but the response does not show this value`,
    )
  const forwarder = { id: String(at(body, id)), created, body, inbox, type }
  collection.pin(forwarder.id)
  deliveries.noteForwarder(forwarder.id, inbox, created)
  return forwarder
}

// If the tenant accepted no address of this receiver yet, the reason may be the address, which the user sets.
function originOfRefusal({ isReceiverAccepted }: Deliveries, created: Exchange): Origin {
  return isReceiverAccepted || isServerFailure(created) ? originOf(created) : 'user'
}

function whyRefused(
  { deliveries, collection }: ForwarderParts,
  created: Exchange,
  { url }: Inbox,
  types: number,
): string {
  const answer = describeResponse(created)
  const one = aOf(collection.resource.title)
  if (deliveries.isReceiverAccepted)
    return `the tenant refused ${one} that forwards ${counted(types, 'type')} of events to the run's receiver, although the tenant accepted another ${collection.resource.title} with this receiver (${answer})`
  return `the tenant refused each ${collection.resource.title} that forwards to the run's receiver at ${describeHost(url)} (${answer}): set ${deliveries.settings.url} to an address that the tenant accepts`
}

function describeHost(url: string): string {
  const { protocol, hostname } = new URL(url)
  return `${protocol}//${hostname}`
}
