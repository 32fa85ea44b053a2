// Tries one kind of resource: creates, reads, changes and removes a resource.
import { messageOf } from '../../base/error.ts'
import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { commandName } from '../../base/tool.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import { type Attempt, acceptedBody, isUndecided } from '../../oracle/index.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf } from '../resources/kind.ts'
import { type OwnedKeys, ownedBy, removeOwned } from '../resources/owned-keys.ts'
import { bearsMarker } from '../resources/recognition/ownership.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import { findBody } from '../run/body-finding.ts'
import type { OpenSession } from '../run/open-session.ts'
import type { Session } from '../session/session.ts'
import { ResourceFactory } from '../under-test/index.ts'
import type { Advice } from './advice.ts'
import { pathOf, searchId } from './ids.ts'
import { normalFormAdvice, provoking } from './normal-forms.ts'
import { isExpectedSuccess, preconditions, refused, unnamed } from './refusals.ts'

export interface CreationTrial {
  readonly resource: string
  readonly works: boolean
  /** Requests and responses in words. */
  readonly found: string
  readonly advice: readonly Advice[]
}

/**
 * Returns null if no operation creates the resource, or if its adapter has `guess`. In the latter case,
 * `makeAndRead` tries the creation.
 */
export async function tryCreation(
  { session, resources }: OpenSession,
  pool: ResourceTracker,
  exchanges: readonly Exchange[],
): Promise<CreationTrial | null> {
  const { resource } = pool.kind
  const operation = lifeOf(session.contract, resource, 'create')
  if (operation === null || resources.adapters.named(resource.name).guess !== undefined) return null
  const owned: OwnedKeys = new Map()
  const from = exchanges.length
  const factory = new ResourceFactory({
    ...{ session, resources, owned, seed: session.config.seed, options: {} },
    call: (request, options = {}) => session.send({ ...request, intent: 'probe' }, options),
  })
  const trial = new Trial(session, factory, pool, operation, ownedBy(owned, pool))
  try {
    pool.permit()
    if (!(await trial.run())) {
      await findBody(session, resources, pool)
      // Another attempt would leave more resources behind.
      if (pool.blocker !== null) trial.take(exchanges.slice(from))
      else await trial.run()
    }
  } catch (error) {
    if (!isUndecided(error)) throw error
    trial.obstacle = messageOf(error)
  } finally {
    await removeOwned(owned)
  }
  return trial.outcome(exchanges.slice(from))
}

class Trial {
  obstacle: string | null = null
  readonly #session: Session
  readonly #factory: ResourceFactory
  readonly #pool: ResourceTracker
  readonly #operation: Operation
  readonly #made: Key[]
  readonly #advice: Advice[] = []
  #created: Attempt | null = null
  #read: Attempt | null = null

  constructor(
    session: Session,
    factory: ResourceFactory,
    pool: ResourceTracker,
    operation: Operation,
    made: Key[],
  ) {
    this.#session = session
    this.#factory = factory
    this.#pool = pool
    this.#operation = operation
    this.#made = made
  }

  get #resource(): Resource {
    return this.#pool.kind.resource
  }

  take(exchanges: readonly Exchange[]): void {
    const isMade = ({ operation, response }: Exchange): boolean =>
      operation === this.#operation.name && response !== null && response.status < 300
    this.#created = (exchanges.findLast(isMade) as Attempt | undefined) ?? null
  }

  /** @returns false if the tenant refuses the creation */
  async run(): Promise<boolean> {
    this.#advice.length = 0
    const within = await this.#factory.keys.parentFor(this.#resource)
    const body = this.#factory.bodies.of(this.#operation, this.#resource)
    const made = await this.#make(body, within)
    if (made === null) return this.#created?.accepted === true
    const other = provoking(
      this.#factory.bodies.of(this.#operation, this.#resource),
      this.#operation,
      this.#resource,
    )
    const again = await this.#create(other, within)
    const key = this.#made.at(-1)
    if (again.accepted && key !== undefined && key !== made) this.#compare(other, await this.#reading(key))
    await this.#change(made)
    return true
  }

  outcome(exchanges: readonly Exchange[]): CreationTrial {
    const { title, name } = this.#resource
    const end = this.#endOf()
    const advice = [
      ...this.#advice,
      ...(end === null ? [] : [end]),
      ...preconditions(exchanges, this.#session.contract),
    ]
    const created = this.#created
    const steps = [
      ...(created === null
        ? []
        : [`${this.#operation.method} ${pathOf(created)} got ${describeResponse(created)}`]),
      ...(this.#read === null ? [] : [`GET ${pathOf(this.#read)} with ${describeResponse(this.#read)}`]),
    ]
    const found = this.obstacle ?? (steps.join('; ') || `no ${title} was created`)
    const works =
      this.obstacle === null && created?.accepted === true && this.#made.length > 0 && end === null
    return { resource: name, works, found, advice: distinct(advice) }
  }

  /** @returns null unless a read with an id of the response finds the resource */
  async #make(body: JsonObject, within: Key): Promise<Key | null> {
    const created = await this.#create(body, within)
    this.#created = created
    const { resource, depth } = this.#pool.kind
    // Some tenants do not describe the new resource in the body.
    if (!created.accepted && !isExpectedSuccess(this.#operation, created)) {
      this.#advice.push(refused(this.#operation, created))
      return null
    }
    const [key] = this.#made
    if (key !== undefined) {
      this.#read = await this.#reading(key)
      if (this.#read?.accepted !== false) {
        this.#compare(body, this.#read)
        return key
      }
    }
    if (resource.life.read === undefined) return key ?? null
    const creation = { operation: this.#operation, resource, sent: body, created, within, depth }
    const found = await searchId(creation, (one) => this.#send(this.#factory.reading(resource, one)))
    if (found === null) {
      this.#advice.push(unnamed(resource, this.#operation, created))
      return null
    }
    this.#read = found.read
    this.#advice.push(found.advice)
    // The marker proves that the run created the resource.
    const isOwn = bearsMarker(found.read.response?.body ?? '', this.#session.marker)
    if (isOwn && this.#pool.found(found.key)) this.#made.push(found.key)
    return null
  }

  async #create(body: JsonObject, within: Key): Promise<Attempt> {
    const request = this.#factory.creation(this.#resource, body, within)
    return this.#pool.send({ ...request, intent: 'probe' }, {}, this.#made)
  }

  async #reading(key: Key): Promise<Attempt | null> {
    if (this.#resource.life.read === undefined) return null
    return this.#send(this.#factory.reading(this.#resource, key))
  }

  #send(request: Request): Promise<Attempt> {
    return this.#session.send({ ...request, intent: 'probe' }, {})
  }

  #compare(sent: JsonObject, read: Attempt | null): void {
    if (read?.accepted !== true) return
    const { serverSet, states, secret } = this.#resource
    const ignored = new Set([...serverSet.keys(), ...states.keys(), ...secret])
    this.#advice.push(...normalFormAdvice(sent, acceptedBody(read), this.#resource, ignored))
  }

  /** A change may need a precondition, for example If-Match. */
  async #change(key: Key): Promise<void> {
    const { resource } = this.#pool.kind
    const { life } = resource
    const name = life.replace ?? life.update
    if (name === undefined) return
    const operation = this.#factory.operation(resource, life.replace === undefined ? 'update' : 'replace')
    const body = operation.request === null ? undefined : this.#factory.bodies.of(operation, resource)
    const request: Request = {
      ...operationRequest(this.#session.contract, operation, key, body),
      intent: 'probe',
    }
    // On some services, a change creates another resource.
    const changed = await this.#pool.send(request, {}, this.#made)
    if (!changed.accepted && ![412, 428].includes(statusOf(changed)))
      this.#advice.push(refused(operation, changed))
  }

  #endOf(): Advice | null {
    const { blocker } = this.#pool
    const left = this.#made.find((key) => this.#pool.isOpen(key))
    if (blocker === null)
      return left === undefined
        ? null
        : {
            word: 'removal',
            found: `${left}: ${this.#pool.reasonFor(left)}`,
            remedy: `Remove the resource by hand, or run \`${commandName} sweep\`.`,
          }
    const { found, removal } = blocker
    if (removal === null)
      return this.#created === null ? null : unnamed(this.#resource, this.#operation, this.#created)
    const { remedy } = removal
    return {
      word: 'ended',
      found,
      remedy:
        remedy === null
          ? `Describe what a read of a deleted resource returns ("ended": { "/member": … } in resources/${this.#resource.name}.json of the contract), or find out why the service keeps the resource.`
          : `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}; otherwise find out why the service keeps the resource.`,
    }
  }
}

/** For each member, keeps the advice with the most settings. */
function distinct(advice: readonly Advice[]): readonly Advice[] {
  const explained = new Map<string, Advice>()
  for (const one of advice.toSorted((a, b) => (a.words ?? 0) - (b.words ?? 0)))
    explained.set(one.pointer ?? `${one.word} ${one.remedy}`, one)
  return [...explained.values()]
}
