// Faults that change the texts of a stored stream.
import type { Faulty } from '../faults/fault.ts'
import type { EventStream } from './event-stream.ts'
import { nameCharactersMax } from './name.ts'

/** Returns null without an active fault. */
export function withStoredTexts(stream: EventStream, faulty: Faulty): EventStream | null {
  if (faulty('name-stored-escaped'))
    return { ...stream, name: stream.name.replaceAll('<', '&lt;').slice(0, nameCharactersMax) }
  return faulty('username-stored-formatted')
    ? withUsername(stream, (text) => text.replaceAll('%s', ''))
    : null
}

function withUsername(stream: EventStream, change: (text: string) => string): EventStream {
  const { destination } = stream
  const { authorization } = destination
  if (authorization === null || typeof authorization.shown.username !== 'string') return stream
  const shown = { ...authorization.shown, username: change(authorization.shown.username) }
  return { ...stream, destination: { ...destination, authorization: { ...authorization, shown } } }
}

/** Swaps name and user name only if their lengths are equal. Otherwise a length clause could fail, too. */
export function withTextsExchanged(stream: EventStream): EventStream {
  const username = stream.destination.authorization?.shown.username
  if (typeof username !== 'string' || username.length !== stream.name.length) return stream
  return { ...withUsername(stream, () => stream.name), name: username }
}
