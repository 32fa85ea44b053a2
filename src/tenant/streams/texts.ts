// Changes texts of a stream, for faults.
import type { EventStream } from './event-stream.ts'

export function withUsername(stream: EventStream, change: (text: string) => string): EventStream {
  const { destination } = stream
  const { authorization } = destination
  if (authorization === null || typeof authorization.shown.username !== 'string') return stream
  const shown = { ...authorization.shown, username: change(authorization.shown.username) }
  return { ...stream, destination: { ...destination, authorization: { ...authorization, shown } } }
}

/** Only if their lengths are equal. */
export function withTextsExchanged(stream: EventStream): EventStream {
  const username = stream.destination.authorization?.shown.username
  if (typeof username !== 'string' || username.length !== stream.name.length) return stream
  return { ...withUsername(stream, () => stream.name), name: username }
}
