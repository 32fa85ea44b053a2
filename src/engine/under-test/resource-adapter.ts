// A ResourceAdapter holds the facts about a resource that its file and schemas cannot express.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Knowledge, Profile } from '../../profile/index.ts'
import type { Intent } from '../requests/request.ts'
import type { Requests } from '../session/requests.ts'

/** Each state may change to any other. */
export interface StateMember {
  readonly member: string
  readonly values: readonly [Json, Json, ...Json[]]
}

export interface Current {
  readonly state: Json | null
  /** The tenant may find nothing to do. */
  mayBe(sent: JsonObject): boolean
}

/** Finds out what creations need, before the first check. */
export interface Scout {
  /** Repeats after a 5xx with another body, and removes the result. */
  create(body: () => JsonObject, intent: Intent): Promise<Attempt>
  /** A refusal is no finding. */
  update(id: string, body: JsonObject): Promise<Attempt>
  isOwn(id: unknown): boolean
  block(reason: string): void
  /** Call when new knowledge changes the response schemas. */
  refresh(): void
}

export interface EventDelivery {
  /** @throws NotRun if none is known */
  types(): readonly [string, ...string[]]
  to(address: string, options: EventDeliveryOptions): JsonObject
  readonly trigger: Trigger
}

export interface Trigger {
  readonly fixture: string
  /** Besides `{id}` and `{unique}`. */
  fill(type: string): Readonly<Record<string, string>>
  /** The named resource only, or all that forward such events; null if unknown. */
  scope(): 'one' | 'all' | null
  /** A test may be delivered whatever types were chosen. */
  raises(): 'event' | 'test' | null
}

interface EventDeliveryOptions {
  readonly types: readonly string[]
  /** Default: the state in which it forwards. */
  readonly state?: Json | undefined
  readonly username?: string | undefined
}

/** Defaults come from the resource's file and the schemas. */
export interface ResourceAdapter {
  /** Another body with each call; null to follow the schema. */
  body?(operation: Operation, overrides: JsonObject): JsonObject | null
  /** With every possible member; default: `body`. */
  whole?(operation: Operation): JsonObject
  /** Used while nothing is known of the tenant. */
  guess?(): JsonObject
  /** To other values where possible. @param pick chooses among several */
  changes?(current: Current, pick: number): readonly JsonObject[]
  /** One member each; they cover every kind of value. */
  updates?(): readonly ((current: Current) => JsonObject)[]
  /** One invalid member each, beside valid changes. */
  invalid?(current: Current): readonly JsonObject[]
  readonly foreign?: JsonObject
  /** Like `invalid`, for sequences. */
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

  /** Null if no resource forwards events. */
  get delivery(): { readonly resource: string; readonly delivery: EventDelivery } | null {
    for (const [resource, { delivery }] of this.#made)
      if (delivery !== undefined) return { resource, delivery }
    return null
  }
}
