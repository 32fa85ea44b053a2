// Changes resources of one kind, after a proof that the run created them.
import { LatestMap } from '../../base/collections/latest-map.ts'
import { bodyOf, type Exchange, isNotFound } from '../../base/exchange.ts'
import { at, equal, idTextOf, isObject, type Json } from '../../base/json.ts'
import { type Attempt, acceptedBody, Inconclusive, isAccepted, NotOurs } from '../../oracle/index.ts'
import { idOf, type Key, keyOf, parentNamedBy, parentOf } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { namesNothingElse } from '../requests/unknown-id.ts'
import type { SendOptions, Session } from '../session/session.ts'
import type { Arrivals } from './arrivals.ts'
import { prepareDeletion } from './before-deletion.ts'
import type { Capacity } from './capacity.ts'
import { isListed, isReadable, type Kind, nameIn } from './kind.ts'
import { Lag } from './lag.ts'
import { list } from './listing.ts'
import type { Proof } from './proof.ts'
import type { Reader } from './reader.ts'
import { bearsMarker, describeId } from './recognition/ownership.ts'
import type { Owned, TrackedResources } from './tracked-resources.ts'

export interface Identity {
  readonly lives: number
  readonly mistaken: number
}

const mistakenKeptMax = 5_000

interface ChangesParts {
  readonly holding: TrackedResources
  readonly proof: Proof
  readonly room: Capacity
  readonly reader: Reader
  readonly arrivals: Arrivals
}

function noteSent(known: Owned, body: Json | undefined): void {
  if (isObject(body)) known.sent = { ...known.sent, ...body }
}

export class Changes {
  readonly #holding: TrackedResources
  readonly #proof: Proof
  readonly #lag: Lag
  readonly #room: Capacity
  readonly #reader: Reader
  readonly #arrivals: Arrivals
  readonly #mistaken = new LatestMap<string, number>(mistakenKeptMax)
  #listed: ReadonlySet<string> | null = null

  constructor({ holding, proof, room, reader, arrivals }: ChangesParts) {
    this.#arrivals = arrivals
    this.#reader = reader
    this.#holding = holding
    this.#proof = proof
    this.#lag = new Lag(holding)
    this.#room = room
  }

  get kind(): Kind {
    return this.#holding.kind
  }

  get session(): Session {
    return this.#holding.session
  }

  update(id: string, request: Request, options: SendOptions): Promise<Attempt> {
    return this.#room.about(id, () => this.#update(id, request, options))
  }

  /**
   * @throws NotOurs if the id is unknown to the run and may name another client's resource
   * @throws Inconclusive if the resource seems to belong to another client
   */
  async permit(id: string, request: Request, options: SendOptions): Promise<void> {
    const known = this.#holding.open.get(id)
    if (!this.#holding.knows(id)) await this.#permitStrange(id)
    if (this.#holding.foreign.has(id) || (known && (await this.#isStrange(id, known, request, options))))
      throw new Inconclusive(
        `the ${this.kind.title} ${describeId(id)} seems to belong to another client: the run does not change it`,
      )
    const act = this.session.contract.operations.get(request.operation)?.act
    // The body of an action does not set the name of the resource.
    const name = act === 'other' ? undefined : nameIn(this.kind, request.body)
    if (known !== undefined && name !== undefined && !bearsMarker(name, this.session.marker))
      this.#holding.ledger.renamed(this.kind.name, id, name)
  }

  async #update(id: string, request: Request, options: SendOptions): Promise<Attempt> {
    await this.permit(id, request, options)
    const known = this.#holding.open.get(id)
    const act = this.session.contract.operations.get(request.operation)?.act
    const step = this.kind.resource.beforeDelete
    // Only a required earlier request may delay a deletion: checks rely on the order of parallel
    // requests.
    if (known !== undefined && act === 'delete' && step !== null && request.intent !== 'invalid')
      await this.prepareDeletion(id)
    let exchange = await this.session.send(request, options)
    const hidden = this.#lag.hides(id, request, options, exchange)
    if (hidden) exchange = await this.#lag.overcome(request, options, exchange)
    if (known !== undefined) await this.#note(id, known, request, exchange)
    if (known !== undefined && act === 'delete' && isAccepted(exchange))
      await this.#deleted(id, request, exchange)
    if (hidden && isNotFound(exchange) && this.#lag.hides(id, request, options, exchange))
      this.#lag.tell(id, exchange)
    return exchange
  }

  /**
   * Sends a request that changes the resource, or creates a resource with another id instead.
   * @param create sends the request and tracks the new resource
   */
  replace(id: Key, request: Request, options: SendOptions, create: () => Promise<Attempt>): Promise<Attempt> {
    return this.#room.about(id, async () => {
      await this.permit(id, request, options)
      const exchange = await create()
      const known = this.#holding.open.get(id)
      if (known === undefined || !isAccepted(exchange)) return exchange
      const { resource, depth } = this.kind
      const told = idTextOf(at(acceptedBody(exchange), resource.id))
      const other =
        told === undefined ? id : keyOf(parentNamedBy(this.session.contract, request), told, depth)
      if (other === id) noteSent(known, request.body)
      else if (this.#holding.isOpen(other)) this.#holding.vanished(id)
      return exchange
    })
  }

  /** @throws Inconclusive if the resource still exists after a deletion with 202 */
  async #deleted(id: string, { operation }: Request, exchange: Attempt): Promise<void> {
    if (await this.#arrivals.ofDeletion(id, exchange, {})) return
    throw new Inconclusive(
      `the deletion got 202, and the ${this.kind.title} still exists: describe how to poll the pending deletion ("accepted" in operations/${operation}.json of the contract)`,
    )
  }

  async prepareDeletion(id: Key): Promise<void> {
    if (this.#holding.isOpen(id)) await prepareDeletion(this.session, this.kind, this.#reader, id, {})
  }

  async #isStrange(
    id: string,
    known: Owned,
    request: Request,
    { retryOnRateLimit }: SendOptions,
  ): Promise<boolean> {
    const reads = request.effect === 'none' || equal(request.body, this.kind.resource.readBy?.body)
    if (known.shown || reads) return false
    return (
      (await this.#proof.of(id, known, retryOnRateLimit === undefined ? {} : { retryOnRateLimit })) ===
      'stranger'
    )
  }

  /** @throws Inconclusive if the tenant lost all resources of the run at once */
  async #note(id: string, known: Owned, { operation, body }: Request, exchange: Exchange): Promise<void> {
    const { deleted } = this.#holding
    if (isAccepted(exchange)) {
      const act = this.session.contract.operations.get(operation)?.act
      if (act !== 'other') noteSent(known, body)
      known.shown ||= this.#proof.sees(acceptedBody(exchange), known)
      known.found = true
      if (act === 'delete') deleted.set(id, true)
      if (act === 'update' || act === 'replace') await this.#takeOther(id, body, exchange)
    } else if (isNotFound(exchange) && deleted.has(id)) {
      // If the resource can be read but not listed, the clean-up verifies the deletion.
      if (isListed(this.session, this.kind) || !isReadable(this.session, this.kind)) this.#holding.gone(id)
    } else if (isNotFound(exchange) && (await this.#proof.areLost(id, known)))
      throw new Inconclusive(
        `the tenant lost all resources of the run at once (${this.kind.name}), as after a restart: responses about these resources prove nothing`,
      )
  }

  /** Some services answer a change with a new id. The run must also remove the resource with the new id. */
  async #takeOther(id: string, body: Json | undefined, exchange: Exchange): Promise<void> {
    const { resource, depth, name } = this.kind
    const shown = acceptedBody(exchange)
    const told = idTextOf(at(shown, resource.id))
    if (told === undefined || told === idOf(id, depth) || resource.singleton || !isObject(body)) return
    const other = keyOf(parentOf(id, depth), told, depth)
    if (this.#holding.knows(other) || (await this.#proof.ofCreation(other, shown, body)) === null) return
    if (this.#holding.adopt(other)) this.#holding.ledger.created(0, name, other)
  }

  /** If the read proves that the run created the resource, its removal needs no further read. */
  noteRead(id: Key, exchange: Attempt): void {
    const known = this.#holding.open.get(id)
    const answer = bodyOf(exchange)
    if (known === undefined || known.shown || !isAccepted(exchange) || !answer.ok) return
    const { resource, depth } = this.kind
    const isItself = isObject(answer.value) && String(at(answer.value, resource.id)) === idOf(id, depth)
    if (isItself) known.shown = this.#proof.sees(answer.value, known)
  }

  /**
   * Permits an unknown id if its form shows that no resource has it. If the run cannot create such resources,
   * a list must not contain the id either.
   * @throws NotOurs for any other id
   */
  async #permitStrange(id: string): Promise<void> {
    const { title, resource } = this.kind
    const reason = `the ${title} with the id ${describeId(id)} may belong to another client`
    if (!namesNothingElse(idOf(id, this.kind.depth), this.#holding.idsBeside(id))) throw new NotOurs(reason)
    if (resource.life.create !== undefined) return
    const listed = this.#listed ?? (await list(this.session, this.kind, '', {}))?.items?.map((one) => one.id)
    this.#listed = listed === undefined ? null : new Set(listed)
    if (this.#listed?.has(id)) throw new NotOurs(reason)
  }

  /** The identity changes if the tenant reuses the id, or if a late request changes the new resource. */
  identityOf(id: Key): Identity {
    return { lives: this.#holding.livesOf(id), mistaken: this.#mistaken.get(id) ?? 0 }
  }

  /** Call this method after a request for the removed resource changed the new resource with this id. */
  mistake(id: Key): void {
    this.#mistaken.set(id, (this.#mistaken.get(id) ?? 0) + 1)
  }
}
