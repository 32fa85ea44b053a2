// Drivers: what the engine must know of a resource and can read neither from its file nor from schemas.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Knowledge, Profile } from '../../profile/index.ts'
import type { Intent } from '../requests/request.ts'
import type { Requests } from '../session/requests.ts'

/** A member that holds a state, each of which may become any other. */
export interface StateMember {
  readonly member: string
  readonly values: readonly [Json, Json, ...Json[]]
}

/** What is known of a resource of which a request is to change something. */
export interface Current {
  /** The state that it is in; null where that is not known. */
  readonly state: Json | null
  /** Whether it may already be what `sent` asks for, so that the tenant may find nothing to do. */
  mayBe(sent: JsonObject): boolean
}

/** How a driver finds out what creations need, before the first check. */
export interface Scout {
  /** Sends a creation with that body, once more with another one where it is answered with a 5xx; what it makes is removed. */
  create(body: () => JsonObject, intent: Intent): Promise<Attempt>
  /** Sends an update of one that a creation made, of which a refusal says nothing. */
  update(id: string, body: JsonObject): Promise<Attempt>
  /** Whether that is the id of one of the run's. */
  isOwn(id: unknown): boolean
  /** None can be made, for that reason. */
  block(reason: string): void
  /** What is known of the tenant has changed the schemas of its responses. */
  refresh(): void
}

/** How a resource forwards events, and what makes one occur. */
export interface EventDelivery {
  /** The types of events known, at least one. Throws NotRun where none is known. */
  types(): readonly [string, ...string[]]
  /** What the creation of one says that forwards events of these types to that address. */
  to(address: string, options: EventDeliveryOptions): JsonObject
  readonly trigger: Trigger
}

/** A fixture of the profile that makes an event occur. */
export interface Trigger {
  /** The fixture's name. */
  readonly fixture: string
  /** What fills its placeholders for an event of that type, beside `{id}` and `{unique}`. */
  fill(type: string): Readonly<Record<string, string>>
  /** Whether an event is for the one that the fixture names, or for all that forward such events; null while unknown. */
  scope(): 'one' | 'all' | null
  /**
   * Whether it raises an event like those that occur by themselves, or a test, which may be delivered whatever was asked
   * for; null while unknown.
   */
  raises(): 'event' | 'test' | null
}

/** What one is to forward, and how. */
interface EventDeliveryOptions {
  readonly types: readonly string[]
  /** Default: one in which it forwards, as far as the name of the member is known. */
  readonly state?: Json | undefined
  /** User name with which it authorizes. */
  readonly username?: string | undefined
}

/** Every member may be left out: what it would say comes from the resource's file and the schemas then. */
export interface Driver {
  /** The body of a valid request of the operation, another one with each call; null for what the schema says. */
  body?(operation: Operation, overrides: JsonObject): JsonObject | null
  /** The body of a valid request of the operation with every member that it may have; default: `body`. */
  whole?(operation: Operation): JsonObject
  /** The body of a creation before anything is known of the tenant. */
  guess?(): JsonObject
  /**
   * Valid updates of one member each, to values that it does not have, where there are others.
   * @param pick chooses among several
   */
  changes?(current: Current, pick: number): readonly JsonObject[]
  /** Updates one after another, of one member each, that show every kind of value that it may have. */
  updates?(): readonly ((current: Current) => JsonObject)[]
  /** Updates that are invalid in one member, beside others that would change something: all that are to be tried. */
  invalid?(current: Current): readonly JsonObject[]
  /** Values that nobody may set, by the members that the service does. */
  readonly foreign?: JsonObject
  /** Updates that are invalid in one member, beside others that would change something: of what is sent in sequences. */
  spoilt?(current: Current, pick: number): readonly JsonObject[]
  /** Its state, where the name of the member is known. */
  state?(): StateMember | null
  discover?(scout: Scout): Promise<void>
  /** How it forwards events, where it does. */
  readonly delivery?: EventDelivery
}

/** What a driver works with. */
export interface DriverParts {
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly profile: Profile
  readonly requests: Requests
}

/** Makes the driver of a resource, once for each run. */
export interface DriverSource<D extends Driver = Driver> {
  readonly kind: 'driver'
  readonly resource: string
  readonly create: (parts: DriverParts) => D
}

/** Declares the driver of a resource. */
export function driver<D extends Driver>(
  resource: string,
  create: (parts: DriverParts) => D,
): DriverSource<D> {
  return { kind: 'driver', resource, create }
}

/** The drivers of a run, by the names of the resources. */
export class Drivers {
  readonly #parts: DriverParts
  readonly #made = new Map<string, Driver>()

  constructor(parts: DriverParts, sources: readonly DriverSource[]) {
    this.#parts = parts
    for (const source of sources) this.of(source)
  }

  /** The driver of that source. */
  of<D extends Driver>({ resource, create }: DriverSource<D>): D {
    const made = this.#made.get(resource) ?? create(this.#parts)
    this.#made.set(resource, made)
    return made as D
  }

  /** The driver of the resource of that name; one that says nothing where the contract brings none. */
  named(resource: string): Driver {
    return this.#made.get(resource) ?? {}
  }

  /** The resource that forwards events, and how; null where the contract has none. */
  get delivery(): { readonly resource: string; readonly delivery: EventDelivery } | null {
    for (const [resource, { delivery }] of this.#made)
      if (delivery !== undefined) return { resource, delivery }
    return null
  }
}
