// Creates resources of one kind, and proves for each resource that the run created it.
import { bodyOf, type Exchange, statusOf } from '../../base/exchange.ts'
import { at, equal, idTextOf, isObject, type JsonObject } from '../../base/json.ts'
import {
  type Attempt,
  acceptedBody,
  Inconclusive,
  isAccepted,
  isUndecided,
  NotAllowed,
  NotRun,
  notAccepted,
} from '../../oracle/index.ts'
import { creationOutcomeOf } from '../ledger/creation-outcome.ts'
import { sentId, withChosenId } from '../requests/chosen-id.ts'
import { type Key, keyOf, parentNamedBy } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { SendOptions, Session } from '../session/session.ts'
import type { Arrivals } from './arrivals.ts'
import type { Capacity } from './capacity.ts'
import { blockerInWords } from './creation-blocker.ts'
import { aOf } from './grammar.ts'
import { type Kind, nameIn, upsertedBy } from './kind.ts'
import type { Proof } from './proof.ts'
import { bearsMarker, describeId, isOwnId, isUsableId } from './recognition/ownership.ts'
import type { RetiredResources } from './retired-resources.ts'
import type { TrackedResources } from './tracked-resources.ts'

interface Existing {
  readonly id: Key
  readonly created: Attempt
  readonly body: JsonObject
}

export interface Made {
  readonly request: Request
  readonly made: Existing
}

interface CreationsParts {
  readonly holding: TrackedResources
  readonly proof: Proof
  readonly room: Capacity
  readonly retired: RetiredResources
  readonly arrivals: Arrivals
  readonly remove: (ids: readonly string[]) => Promise<void>
}

function triesAfter(status: number): number {
  if (status >= 500) return 2
  return status === 400 || status === 422 ? 3 : 1
}

export class Creations {
  readonly #holding: TrackedResources
  readonly #proof: Proof
  readonly #room: Capacity
  readonly #retired: RetiredResources
  readonly #arrivals: Arrivals
  readonly #remove: CreationsParts['remove']
  readonly #underWay = new Set<Promise<Attempt>>()

  constructor({ holding, proof, room, retired, arrivals, remove }: CreationsParts) {
    this.#arrivals = arrivals
    this.#holding = holding
    this.#proof = proof
    this.#room = room
    this.#retired = retired
    this.#remove = remove
  }

  get kind(): Kind {
    return this.#holding.kind
  }

  get session(): Session {
    return this.#holding.session
  }

  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  /** @param owned receives the keys of the created resources */
  send(request: Request, options: SendOptions, owned: string[]): Promise<Attempt> {
    const again: string[] = []
    return this.#room.within(
      request,
      options,
      () => this.#creation(this.#create(request, options, owned)),
      () => this.#creation(this.#create(request, options, again)).finally(() => this.#remove(again)),
    )
  }

  async #creation(creation: Promise<Attempt>): Promise<Attempt> {
    this.#underWay.add(creation)
    try {
      return await creation
    } finally {
      this.#underWay.delete(creation)
    }
  }

  async #create(asked: Request, options: SendOptions, owned: string[]): Promise<Attempt> {
    const request = this.#withOwnId(asked)
    if (request.effect !== 'none') this.permit(options)
    const { ledger } = this.#holding
    const body = isObject(request.body) ? request.body : {}
    const name = nameIn(this.kind, body)
    const isMarked = bearsMarker(body, this.session.marker)
    const chosen = sentId(this.kind.resource, request)
    const unnamed = name === undefined && chosen === undefined && !isMarked
    if (!isMarked) await this.#proof.noteExisting(unnamed)
    const number = await ledger.intend(this.kind.name, name ?? chosen ?? this.session.marker, {
      unnamed,
      ...(chosen === undefined ? {} : { id: chosen }),
    })
    this.#holding.reserve()
    const sent = await this.session.send(request, options).catch((error: unknown) => {
      // Unless the error is NotRun or Inconclusive, the tenant may have created the resource.
      if (isUndecided(error)) ledger.refused(number)
      this.#holding.release()
      throw error
    })
    const exchange = await this.#arrivals.ofCreation(request, sent, body)
    const answer = bodyOf(exchange)
    const shown = answer.ok && statusOf(exchange) < 300 ? answer.value : undefined
    const { resource, idLength, depth } = this.kind
    const told = at(shown, resource.id)
    const plain = idTextOf(told)
    const id = plain === undefined ? told : keyOf(parentNamedBy(this.session.contract, request), plain, depth)
    // The tenant reused the id before it responded to the removal of the earlier resource.
    if (this.#holding.isOpen(id) && this.#holding.leaving.has(id)) this.#holding.gone(id)
    if (this.#holding.isOpen(id)) {
      // Unless the request chose the known id, the tenant may have created a further resource.
      const isNamed = upsertedBy(this.session.contract, this.kind, request) === id
      ledger.unclear(number, isNamed ? 'nothing' : 'doubtful')
      this.#holding.release()
      this.#holding.noteCreation(id, exchange)
      return exchange
    }
    const usable = typeof id === 'string' && isUsableId(plain, idLength) && !this.#holding.foreign.has(id)
    const known = usable ? await this.#proof.ofCreation(id, shown, body) : null
    if (usable && known !== null) {
      this.#holding.add(number, id, exchange, known)
      await this.#room.about(id, async () => undefined)
      this.#retired.handOver(id, owned)
    } else {
      ledger.unclear(number, id === undefined ? creationOutcomeOf(exchange) : 'unknown', idTextOf(id))
      this.#holding.release()
      if (id !== undefined) this.#proof.noteStranger(id, isMarked)
    }
    return exchange
  }

  /** Adds the run's marker: an id with the marker cannot name another client's resource. */
  #withOwnId(request: Request): Request {
    const { contract, marker } = this.session
    const operation = contract.operations.get(request.operation)
    if (operation === undefined || operation.chosenId === null) return request
    if (isOwnId(sentId(this.kind.resource, request), marker)) return request
    const number = this.session.next()
    return withChosenId(request, operation, [`${marker}-${number}`, `${marker.replace('-', '')}x${number}`])
  }

  /** @throws NotRun if the run must not create a resource, or cannot create or remove one */
  permit({ unblocked = false }: SendOptions = {}): void {
    const { config } = this.session
    const creation = this.kind.resource.life.create
    if (creation !== undefined && config.profile.operations?.[creation]?.supported === false)
      throw new NotRun(
        `the check needs ${aOf(this.kind.title)}, but the profile says that ${creation} is not supported`,
      )
    if (config.writes === 'none')
      throw new NotAllowed(`the check needs ${aOf(this.kind.title)}: run with --writes reversible`)
    if (config.writes === 'reversible' && !this.#holding.removable)
      throw new NotRun(
        `the check needs ${aOf(this.kind.title)} that the run can remove: declare fixtures.${this.kind.fixtures.remove} in the profile, or run with --writes destructive`,
      )
    const { blocker } = this.#holding
    if (blocker !== null && !unblocked) throw new NotRun(blockerInWords(blocker))
  }

  /**
   * @param creation returns a new request each time
   * @throws Inconclusive if the tenant creates no new resource
   */
  async make(creation: () => Request, owned: string[], options: SendOptions = {}): Promise<Made> {
    let request = creation()
    let exchange = await this.send(request, options, owned)
    // The tenant may refuse some allowed values, or may have stored the first body despite an error.
    for (let tries = 1; tries < triesAfter(statusOf(exchange)); tries += 1) {
      const other = creation()
      if (equal(other.body ?? null, request.body ?? null)) break
      request = other
      exchange = await this.send(request, options, owned)
    }
    if (!isAccepted(exchange)) throw notAccepted(`no ${this.kind.title} could be created`, exchange)
    const body = acceptedBody(exchange)
    const told = at(body, this.kind.resource.id)
    const id = keyOf(parentNamedBy(this.session.contract, request), String(told), this.kind.depth)
    if (statusOf(exchange) === 202 && told === undefined)
      throw new Inconclusive(unfound(this.kind, request.operation))
    if (!this.#holding.isOpen(id))
      throw new Inconclusive(
        told === undefined
          ? `the response to the creation of ${aOf(this.kind.title)} contains no id at ${this.kind.resource.id}: say where the id is ("id", "idIn") in resources/${this.kind.resource.name}.json of the contract`
          : `the creation of ${aOf(this.kind.title)} returned the id ${describeId(told)}, but the id is unusable, or a read with this id does not show the sent values`,
      )
    return { request, made: { id, created: exchange, body } }
  }

  keyIn(exchange: Exchange, within: Key): Key | null {
    const told = at(acceptedBody(exchange), this.kind.resource.id)
    const key = keyOf(within, String(told), this.kind.depth)
    return this.#holding.isOpen(key) ? key : null
  }
}

const unfound = ({ title, resource }: Kind, operation: string): string =>
  `the creation got 202, and no later response shows the ${title}: describe how to poll the pending creation ("accepted" in operations/${operation}.json of the contract), or name the operation that lists ${resource.name}`
