// Responses with an event stream (parts 4.4 and 4.5).

import type { Answer, Call } from '../route.ts'
import { distorted } from './distorted-stream.ts'
import { type EventStream, present } from './event-stream.ts'

export function streamAnswer(status: number, stream: EventStream, call: Call): Answer {
  return { status, body: distorted(present(stream, call.variation), stream, call) }
}
