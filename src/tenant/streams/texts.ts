// The texts of a stream that a faulty tenant confuses or stores otherwise than it returns them.
import type { EventStream } from './event-stream.ts'

/** The stream with another user name, where it has one. */
export function withUsername(stream: EventStream, change: (text: string) => string): EventStream {
  const { destination } = stream
  const { authorization } = destination
  if (authorization === null || typeof authorization.shown.username !== 'string') return stream
  const shown = { ...authorization.shown, username: change(authorization.shown.username) }
  return { ...stream, destination: { ...destination, authorization: { ...authorization, shown } } }
}

/** The stream with its name for its user name and the other way round, where they are as long as each other. */
export function withTextsExchanged(stream: EventStream): EventStream {
  const username = stream.destination.authorization?.shown.username
  if (typeof username !== 'string' || username.length !== stream.name.length) return stream
  return { ...withUsername(stream, () => stream.name), name: username }
}
