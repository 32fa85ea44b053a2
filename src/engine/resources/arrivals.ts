// Waits until the tenant completes creations and deletions that it accepted with 202.
import { bodyOf, type Exchange, statusOf } from '../../base/exchange.ts'
import { copyView, noteView } from '../../base/http/response-view.ts'
import { at, equal, idTextOf, type Json, type JsonObject } from '../../base/json.ts'
import { clauseOfRule, type Operation } from '../../contract/index.ts'
import { type Attempt, ConformanceFailure } from '../../oracle/index.ts'
import { type Key, keyOf, parentNamedBy } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { waitsWithin } from '../session/read-after-write.ts'
import type { SendOptions } from '../session/session.ts'
import { isReadable, lifeOf, nameIn } from './kind.ts'
import { list } from './listing.ts'
import type { Proof } from './proof.ts'
import type { Reader } from './reader.ts'
import { type Followed, follow, lastSegment } from './recognition/accepted.ts'
import { describeId, isUsableId } from './recognition/ownership.ts'
import type { TrackedResources } from './tracked-resources.ts'

// Time limit in milliseconds if the contract sets none.
const usualMs = 5_000
// Time for replication after the tenant reports that the work is done.
const afterDoneMs = 1_000

export class Arrivals {
  readonly #holding: TrackedResources
  readonly #proof: Proof
  readonly #reader: Reader

  constructor(holding: TrackedResources, proof: Proof, reader: Reader) {
    this.#holding = holding
    this.#proof = proof
    this.#reader = reader
  }

  async ofCreation(request: Request, exchange: Attempt, sent: JsonObject): Promise<Attempt> {
    const { session, kind } = this.#holding
    const operation = session.contract.operations.get(request.operation)
    if (statusOf(exchange) !== 202 || !exchange.accepted || exchange.response === null || !operation)
      return exchange
    const followed = await this.#follow(operation, exchange, { cleaning: true })
    const told = followed.id
    const isOwn = told !== undefined && (await this.#isOwn(request, told, sent))
    const found = isOwn ? undefined : await this.#found(request, exchange, sent, followed)
    const id = found ?? told
    if (told !== undefined && id !== undefined && id !== told)
      this.#tellOther(operation, exchange, followed, id)
    const response = { ...exchange.response }
    copyView(exchange.response, response)
    const shown = bodyOf(exchange)
    const plain = shown.ok ? at(shown.value, kind.resource.id) : undefined
    if (id === undefined || !equal(plain ?? null, id))
      noteView(response, { envelope: '', id: { from: { found: id }, to: kind.resource.id } })
    return { ...exchange, response }
  }

  /** Returns false only if a read still returns the resource after a 202 and the wait. */
  async ofDeletion(key: Key, exchange: Exchange, options: SendOptions): Promise<boolean> {
    const { session, kind } = this.#holding
    const operation = lifeOf(session.contract, kind.resource, 'delete')
    if (statusOf(exchange) !== 202 || operation === null) return true
    const { is } = await this.#follow(operation, exchange, options)
    if (is === 'done' || is === 'failed' || !isReadable(session, kind)) return true
    const look = () => this.#reader.read(key, options)
    const read = await session.readAfterWrite.until(await look(), {
      what: `${kind.title} whose deletion was accepted`,
      look,
      isThere: (one) => one.is !== 'there',
      waitsMs: waitsWithin(usualMs),
    })
    return is === 'late' || read.is !== 'there'
  }

  async #isOwn(request: Request, id: Json, sent: JsonObject): Promise<boolean> {
    const { session, kind } = this.#holding
    const within = parentNamedBy(session.contract, request)
    const look = () => this.#shownUnder(within, id, sent)
    return session.readAfterWrite.until(await look(), {
      what: `${kind.title} that its operation names`,
      look,
      isThere: (isShown) => isShown,
      waitsMs: waitsWithin(afterDoneMs),
    })
  }

  async #shownUnder(within: Key, told: Json | undefined, sent: JsonObject): Promise<boolean> {
    const { kind, foreign } = this.#holding
    const id = idTextOf(told)
    if (id === undefined || !isUsableId(id, kind.idLength)) return false
    const key = keyOf(within, id, kind.depth)
    if (foreign.has(key)) return false
    const read = await this.#reader.read(key, { cleaning: true })
    return read.is === 'there' && this.#proof.sees(read.shown, { sent, shown: false })
  }

  #tellOther({ name }: Operation, exchange: Attempt, { last, id }: Followed, found: Json): void {
    const { session, kind } = this.#holding
    const clause = clauseOfRule(session.contract, name, 'accepted-takes-effect')
    if (clause === null || last === null) return
    const failure = new ConformanceFailure(
      'The last response about the operation names one resource, but the tenant created another resource.',
      {
        expected: `the id ${describeId(found)} of the ${kind.title} with the sent values`,
        received: `the id ${describeId(id)}`,
        exchange: last,
        control: exchange,
      },
    )
    session.findings.add({ clause, says: 'violated', failure })
  }

  /** Polls the operation until it ends. Waits less if earlier waits did not help. */
  async #follow(operation: Operation, exchange: Exchange, options: SendOptions): Promise<Followed> {
    const { session } = this.#holding
    const { contract } = session
    const { baseUrl } = session.config
    const of = { contract, baseUrl }
    const look = () => follow(of, operation, exchange, (request) => session.send(request, options), [])
    return session.readAfterWrite.until(await look(), {
      what: `the end of ${operation.name}`,
      look,
      isThere: ({ is }) => is !== 'late',
      waitsMs: waitsWithin(operation.accepted?.withinMs ?? 0),
    })
  }

  async #found(
    request: Request,
    exchange: Attempt,
    sent: JsonObject,
    { is }: Followed,
  ): Promise<Json | undefined> {
    if (is === 'failed') return undefined
    const { session, kind } = this.#holding
    const shown = bodyOf(exchange)
    const told = shown.ok ? at(shown.value, kind.resource.id) : undefined
    const candidates = [told, lastSegment(exchange.response?.headers.location)]
    const within = parentNamedBy(session.contract, request)
    const look = () => this.#look(within, candidates, sent)
    return session.readAfterWrite.until(await look(), {
      what: `${kind.title} whose creation was accepted`,
      look,
      isThere: (id) => id !== undefined,
      waitsMs: waitsWithin(is === 'done' ? afterDoneMs : usualMs),
    })
  }

  /**
   * Returns the first candidate whose read shows the sent values, otherwise the id of the only new list item
   * with these values.
   */
  async #look(
    within: Key,
    candidates: readonly (Json | undefined)[],
    sent: JsonObject,
  ): Promise<Json | undefined> {
    const { session, kind } = this.#holding
    for (const candidate of candidates) if (await this.#shownUnder(within, candidate, sent)) return candidate
    const listing = await list(session, kind, within, { cleaning: true }).catch(() => null)
    const own = (listing?.items ?? []).filter(
      ({ id, item }) =>
        !this.#holding.knows(keyOf(within, id, kind.depth)) &&
        this.#proof.sees(item, { sent, shown: false }) &&
        nameIn(kind, item) === nameIn(kind, sent),
    )
    return own.length === 1 ? own[0]?.id : undefined
  }
}
