// Creating an event stream (part 4.4), and the faults of it.
import type { JsonObject } from '../../base/json.ts'
import type { EventStream } from '../event-stream.ts'
import type { FaultGroup } from '../fault.ts'
import { Invalid } from '../refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import { streamAnswer } from '../stream-answer.ts'
import { readObject, readStreamRequest, type StreamRequest } from '../stream-request.ts'
import { timeNow } from '../timestamp.ts'

const example: JsonObject = {
  name: 'example',
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: { webhook_endpoint: 'https://receiver.tenant.example/' },
  },
}

export const route: Route = {
  operation: 'event-streams.create',
  prefix: 'create',
  method: 'POST',
  path: '/event-streams',
  example,
  prepare(call) {
    const request = readCreate(call)
    return () => create(request, call)
  },
}

export const faults: readonly FaultGroup[] = []

const required = ['name', 'subscriptions', 'destination'] as const

function readCreate(call: Call): StreamRequest {
  const body = readObject(call) ?? example
  const needed = call.variation.requiredMembers === 'all' ? required : (['destination'] as const)
  for (const member of needed)
    if (!Object.hasOwn(body, member)) throw new Invalid(`Missing required property ${member}`)
  return readStreamRequest(body, call, false)
}

function create(request: StreamRequest, call: Call): Answer {
  const { state, variation } = call
  const id = state.ids.stream()
  const now = timeNow(variation.timestampDecimals)
  const stream: EventStream = {
    id,
    name: request.name ?? id,
    subscriptions: request.subscriptions ?? [{ event_type: variation.eventTypes?.[0] ?? 'user.created' }],
    destination: request.destination ?? { type: 'webhook', configuration: {}, authorization: null },
    state: request.state ?? variation.initialState,
    createdAt: now,
    updatedAt: now,
  }
  state.keep(stream)
  return streamAnswer(variation.success['event-streams.create'] ?? 201, stream, call)
}
