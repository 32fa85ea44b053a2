// Reads resources of the run with a fixture, an operation, a list, or an update without a change.
import { bodyOf, type Exchange, isNotFound, isSuccessful } from '../../base/exchange.ts'
import { at, isObject, type JsonObject } from '../../base/json.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import { idOf, type Key, parentOf } from '../requests/operation-request.ts'
import type { SendOptions, Session } from '../session/session.ts'
import { type Kind, readingOf, updateThatReads } from './kind.ts'
import { list } from './listing.ts'
import { isEnded } from './recognition/ended.ts'

/** `unseen`: this way of reading has never returned any resource. `unclear`: no usable response. */
type ReadBack =
  | { readonly is: 'there'; readonly shown: JsonObject }
  | { readonly is: 'gone' }
  | { readonly is: 'unseen' }
  | { readonly is: 'unclear' }

type Way = 'fixture' | 'operation' | 'list' | 'update'
const ways: readonly Way[] = ['fixture', 'operation', 'list', 'update']

const unclear: ReadBack = { is: 'unclear' }

export class Reader {
  readonly #session: Session
  readonly #kind: Kind
  /** Only ways of reading that have returned a resource can prove that a resource is gone. */
  readonly #shows = new Set<Way>()

  constructor(session: Session, kind: Kind) {
    this.#session = session
    this.#kind = kind
  }

  async read(key: Key, options: SendOptions): Promise<ReadBack> {
    let last = unclear
    for (const way of ways) {
      const found = await this.#ask(way, key, options)
      if (found.is === 'ended') return { is: 'gone' }
      if (found.is === 'there') this.#shows.add(way)
      if (found.is === 'there' || (found.is === 'gone' && this.#shows.has(way))) return found
      if (found.is === 'gone') last = { is: 'unseen' }
    }
    return last
  }

  /** `ended`: the resource is marked as deleted or replaced. */
  async #ask(way: Way, key: Key, options: SendOptions): Promise<ReadBack | { readonly is: 'ended' }> {
    const found = await this.#shown(way, key, options)
    return found.is === 'there' && isEnded(this.#kind.resource, found.shown) ? { is: 'ended' } : found
  }

  async #shown(way: Way, key: Key, options: SendOptions): Promise<ReadBack> {
    const session = this.#session
    const { fixtures, resource, depth } = this.#kind
    const id = idOf(key, depth)
    if (way === 'list') {
      const listing = await list(session, this.#kind, parentOf(key, depth), options)
      const shown = listing?.items?.find((listed) => listed.id === id)?.item
      return isObject(shown) ? { is: 'there', shown } : unclear
    }
    if (way === 'fixture') {
      const fixture = fixtureOf(session, fixtures.read)
      if (fixture === undefined) return unclear
      const request = fixtureRequest(fixtures.read, fixture, { id: key, unique: session.marker }, 'none')
      return judged(await session.send(request, options), id, fixture.id ?? resource.id)
    }
    const request =
      way === 'update' ? updateThatReads(session, this.#kind, key) : readingOf(session, this.#kind, key)
    return request === null ? unclear : judged(await session.send(request, options), id, resource.id)
  }
}

function judged(exchange: Exchange, id: string, pointer: string): ReadBack {
  if (isNotFound(exchange)) return { is: 'gone' }
  const answer = bodyOf(exchange)
  if (!isSuccessful(exchange) || !answer.ok || !isObject(answer.value)) return unclear
  return String(at(answer.value, pointer)) === id ? { is: 'there', shown: answer.value } : unclear
}
