// Reading streams back: by what the profile has for it, else by an empty update, which part 4.5 answers with the stream.
import { bodyOf, type Exchange, statusOf } from '../base/exchange.ts'
import { at, isObject, type JsonObject } from '../base/json.ts'
import { fixtureRequest } from './fixture.ts'
import type { Given } from './given.ts'
import { list } from './listing.ts'
import type { SendOptions, Session } from './session.ts'

/**
 * What a read says of a stream: `unseen` where it is said not to be there by what has never shown one, `unclear` where
 * nothing is said.
 */
type ReadBack =
  | { readonly is: 'there'; readonly shown: JsonObject }
  | { readonly is: 'gone' }
  | { readonly is: 'unseen' }
  | { readonly is: 'unclear' }

type Way = 'fixture' | 'list' | 'update'
const ways: readonly Way[] = ['fixture', 'list', 'update']

const unclear: ReadBack = { is: 'unclear' }

export class StreamReader {
  readonly #session: Session
  readonly #given: Given
  /** The ways that have shown a stream: what never shows one says nothing when it shows none. */
  readonly #shows = new Set<Way>()

  constructor(session: Session, given: Given) {
    this.#session = session
    this.#given = given
  }

  /**
   * Asks one way after the other until one is clear.
   * @param options whether it is part of clean-up, and whether a 429 is waited for
   */
  async read(id: string, options: SendOptions): Promise<ReadBack> {
    let last = unclear
    for (const way of ways) {
      const found = await this.#ask(way, id, options)
      if (found.is === 'there') this.#shows.add(way)
      if (found.is === 'there' || (found.is === 'gone' && this.#shows.has(way))) return found
      if (found.is === 'gone') last = { is: 'unseen' }
    }
    return last
  }

  async #ask(way: Way, id: string, options: SendOptions): Promise<ReadBack> {
    if (way === 'update') {
      // No observation of the operation: how often it is sent depends on what else is.
      const request = { ...this.#given.update({ id }, {}), operation: 'read-back', intent: 'probe' } as const
      return judged(await this.#session.send(request, options), id, '/id')
    }
    if (way === 'list') {
      const listing = await list(this.#session, 'listEventStreams', options)
      const shown = listing?.items?.find((listed) => listed.id === id)?.item
      // One that is not listed may be on another page.
      return isObject(shown) ? { is: 'there', shown } : unclear
    }
    const fixture = this.#session.config.profile.fixtures?.readEventStream
    if (fixture === undefined) return unclear
    const filling = { id, unique: this.#session.marker }
    const request = fixtureRequest('readEventStream', fixture, filling, 'none')
    return judged(await this.#session.send(request, options), id, fixture.id ?? '/id')
  }
}

function judged(exchange: Exchange, id: string, pointer: string): ReadBack {
  const status = statusOf(exchange)
  if (status === 404 || status === 410) return { is: 'gone' }
  const answer = bodyOf(exchange)
  if (status < 200 || status > 299 || !answer.ok || !isObject(answer.value)) return unclear
  return at(answer.value, pointer) === id ? { is: 'there', shown: answer.value } : unclear
}
