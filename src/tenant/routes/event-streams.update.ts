// Updating an event stream (parts 3 and 4.5), and the faults of it.
import type { EventStream } from '../event-stream.ts'
import type { FaultGroup } from '../fault.ts'
import { streamIdCharacters } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import { streamAnswer } from '../stream-answer.ts'
import { readObject, readStreamRequest, type StreamRequest } from '../stream-request.ts'
import { timeAfter } from '../timestamp.ts'

export const route: Route = {
  operation: 'event-streams.update',
  prefix: 'update',
  method: 'PATCH',
  path: '/event-streams/{id}',
  example: {},
  prepare(call) {
    requireId(call)
    const request = readStreamRequest(readObject(call) ?? {}, call, true)
    return () => update(request, call)
  },
  exists: (id, { streams }) => streams.has(id),
}

export const faults: readonly FaultGroup[] = []

function requireId({ id, variation }: Call): void {
  if ([...id].length !== streamIdCharacters)
    throw new Refusal(variation.malformedStreamIdStatus, 'invalid_uri', 'The id has not 26 characters')
}

function update(request: StreamRequest, call: Call): Answer {
  const { state, variation, id } = call
  const stream = state.streams.get(id)
  if (stream === undefined)
    throw new Refusal(
      variation.unknownStreamStatus,
      'inexistent_event_stream',
      'The event stream does not exist',
    )
  const moves = Object.keys(request).length > 0 || variation.emptyUpdateMovesUpdatedAt
  const updated: EventStream = {
    ...stream,
    ...request,
    updatedAt: moves ? timeAfter(stream.updatedAt, variation.timestampDecimals) : stream.updatedAt,
  }
  state.keep(updated)
  return streamAnswer(variation.success['event-streams.update'] ?? 200, updated, call)
}
