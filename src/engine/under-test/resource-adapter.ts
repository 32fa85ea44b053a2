// Adapters provide facts about resources that no resource file or schema can express.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Knowledge, Profile } from '../../profile/index.ts'
import type { Intent } from '../requests/request.ts'
import type { Requests } from '../session/requests.ts'

/** A member that contains a state, and may change from each state to any other. */
export interface StateMember {
  readonly member: string
  readonly values: readonly [Json, Json, ...Json[]]
}

export interface Current {
  readonly state: Json | null
  /**
   * Returns true if the resource may already have these values. The tenant may then refuse the update as no
   * change.
   */
  mayBe(sent: JsonObject): boolean
}

/** Finds out, before the first check, which bodies creations need. */
export interface Scout {
  /** Creates a resource that the run removes afterwards. After a 5xx, retries with another body. */
  create(body: () => JsonObject, intent: Intent): Promise<Attempt>
  /** Sends an update. A refused update is no finding. */
  update(id: string, body: JsonObject): Promise<Attempt>
  isOwn(id: unknown): boolean
  block(reason: string): void
  /** Call this method after new answers to open points change response schemas. */
  refresh(): void
}

export interface EventDelivery {
  /** @throws NotRun if no type of event is known */
  types(): readonly [string, ...string[]]
  to(address: string, options: EventDeliveryOptions): JsonObject
  readonly trigger: Trigger
}

export interface Trigger {
  readonly fixture: string
  /** Returns values for all placeholders other than `{id}` and `{unique}`. */
  fill(type: string): Readonly<Record<string, string>>
  /**
   * Returns which resources forward the event: `one` for only the named resource, `all` for all resources,
   * null if this is unknown.
   */
  scope(): 'one' | 'all' | null
  /**
   * Returns whether the trigger causes a real event or a test event, or null if this is unknown. A test event
   * may ignore the chosen types.
   */
  raises(): 'event' | 'test' | null
}

interface EventDeliveryOptions {
  readonly types: readonly string[]
  /** Default: the state in which the resource forwards events. */
  readonly state?: Json | undefined
  readonly username?: string | undefined
}

/** If a method is missing, the run uses the resource's file and schemas instead. */
export interface ResourceAdapter {
  /** Returns a different body at each call, or null if the run must generate the body from the schema. */
  body?(operation: Operation, overrides: JsonObject): JsonObject | null
  /** Returns a body with every possible member. Default: `body`. */
  whole?(operation: Operation): JsonObject
  /** Returns a body for the time before the run knows facts about the tenant. */
  guess?(): JsonObject
  /**
   * Returns updates, if possible to other values than the current values.
   * @param pick selects among several possible values
   */
  changes?(current: Current, pick: number): readonly JsonObject[]
  /** Returns updates of one member each. Together the updates contain every kind of value. */
  updates?(): readonly ((current: Current) => JsonObject)[]
  /** Returns bodies with one invalid member each. Their other members are valid changes. */
  invalid?(current: Current): readonly JsonObject[]
  readonly foreign?: JsonObject
  /** Returns invalid bodies like `invalid`, but for sequences of updates. */
  spoilt?(current: Current, pick: number): readonly JsonObject[]
  state?(): StateMember | null
  discover?(scout: Scout): Promise<void>
  readonly delivery?: EventDelivery
}

export interface AdapterParts {
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly profile: Profile
  readonly requests: Requests
}

export interface AdapterSource<D extends ResourceAdapter = ResourceAdapter> {
  readonly kind: 'driver'
  readonly resource: string
  readonly create: (parts: AdapterParts) => D
}

export function resourceAdapter<D extends ResourceAdapter>(
  resource: string,
  create: (parts: AdapterParts) => D,
): AdapterSource<D> {
  return { kind: 'driver', resource, create }
}

export class ResourceAdapters {
  readonly #parts: AdapterParts
  readonly #made = new Map<string, ResourceAdapter>()

  constructor(parts: AdapterParts, sources: readonly AdapterSource[]) {
    this.#parts = parts
    for (const source of sources) this.of(source)
  }

  of<D extends ResourceAdapter>({ resource, create }: AdapterSource<D>): D {
    const made = this.#made.get(resource) ?? create(this.#parts)
    this.#made.set(resource, made)
    return made as D
  }

  named(resource: string): ResourceAdapter {
    return this.#made.get(resource) ?? {}
  }

  /** The resource that forwards events, or null. */
  get delivery(): { readonly resource: string; readonly delivery: EventDelivery } | null {
    for (const [resource, { delivery }] of this.#made)
      if (delivery !== undefined) return { resource, delivery }
    return null
  }
}
