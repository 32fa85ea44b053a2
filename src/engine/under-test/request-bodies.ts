// Generates valid bodies with the run's marker, unique values, and references to existing resources.
import { nowMs } from '../../base/clock.ts'
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  tokenOf,
  withMember,
  withoutMember,
} from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import {
  constraintsIn,
  isChoice,
  isThere,
  normalForm,
  type Operation,
  type Pointer,
  type Resource,
  type Schema,
  schemaAt,
  touches,
} from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import type { Session } from '../session/session.ts'
import { asAccepted, type BodyFacts, isHeld, statedExample } from './accepted-bodies.ts'
import { type ConstraintParts, keepingConstraints, keepsAll } from './constrained-bodies.ts'
import { DrawnValues } from './drawn-values.ts'
import { marked } from './marked-bodies.ts'
import { withoutOwn } from './request-members.ts'
import type { ResourceAdapters } from './resource-adapter.ts'

const drawsMax = 20

export interface BodyOptions {
  readonly minimal?: boolean
  readonly overrides?: JsonObject
}

export interface BodiesParts {
  readonly adapters: ResourceAdapters
  readonly taken: Taken
  readonly referenced: Referenced
  readonly bodyFacts: BodyFacts
}

export class Bodies {
  readonly #session: Session
  readonly #adapters: ResourceAdapters
  readonly #taken: Taken
  readonly #referenced: Referenced
  readonly #facts: BodyFacts
  readonly #drawn: DrawnValues
  #turn = 0

  constructor(session: Session, { adapters, taken, referenced, bodyFacts }: BodiesParts, seed: number) {
    this.#session = session
    this.#adapters = adapters
    this.#taken = taken
    this.#referenced = referenced
    this.#facts = bodyFacts
    this.#drawn = new DrawnValues(seed)
  }

  /** @throws NotRun if the generator finds no valid body */
  of(
    operation: Operation,
    resource: Resource,
    { minimal = false, overrides = {} }: BodyOptions = {},
  ): JsonObject {
    const { request } = operation
    if (request === null) return {}
    const made = this.#adapters.named(resource.name).body?.(operation, overrides) ?? null
    if (made !== null) return made
    const drawn = exampleIn(operation) ?? this.#drawn.body(request, minimal)
    const left = withoutOwn(drawn, operation, resource)
    const own = { ...this.own(this.accepted(left, operation, resource), operation, resource), ...overrides }
    // Constraints can change every member except the first one of `overrides`.
    const [focus = null] = Object.keys(overrides).map((name) => `/${tokenOf(name)}`)
    return this.kept(own, operation, resource, focus)
  }

  /** @param focus the member that stays unchanged */
  kept(body: JsonObject, operation: Operation, resource: Resource, focus: Pointer | null = null): JsonObject {
    const parts = this.constraintParts(operation, resource, focus)
    if (parts.constraints.length === 0 && parts.times?.length === 0) return body
    const chosen = operation.act === 'update' ? this.#forUpdate(body, operation, resource, focus) : body
    return keepingConstraints(chosen, parts)
  }

  constraintParts(operation: Operation, resource: Resource, focus: Pointer | null = null): ConstraintParts {
    const { normalises } = resource
    const times = [...normalises].flatMap(([pointer, all]) => (all.includes('not-past') ? [pointer] : []))
    return {
      times,
      ...{ schema: operation.request ?? {}, constraints: constraintsIn(operation, resource), focus },
      ...{
        vary: (schema: Json) => this.value(schema),
        draw: (schema: Json) => usualValue(schema) ?? this.value(schema),
        turn: this.#turn++,
        atMs: nowMs(),
      },
    }
  }

  isKept(body: Json, operation: Operation, resource: Resource): boolean {
    return keepsAll(body, { constraints: constraintsIn(operation, resource), atMs: nowMs() })
  }

  /**
   * If a constraint allows only one of several members, omits all: the resource may already contain another.
   */
  #forUpdate(body: JsonObject, operation: Operation, resource: Resource, focus: Pointer | null): JsonObject {
    const { constraints } = resource
    const left = constraints
      .filter(isChoice)
      .flatMap(({ members }) => members)
      .filter((pointer) => focus === null || !touches(pointer, focus))
      .reduce(withoutMember, body)
    return constraintsIn(operation, resource)
      .filter(({ members }) => members.some((pointer) => isThere(left, pointer)))
      .flatMap(({ members }) => members)
      .filter((pointer) => !pointer.includes('*') && pointer !== focus)
      .reduce(
        (one, pointer) =>
          isThere(one, pointer)
            ? one
            : withMember(one, pointer, this.value(schemaAt(operation.request ?? {}, pointer) ?? {})),
        left,
      )
  }

  accepted(body: JsonObject, { request }: Operation, { name }: Resource): JsonObject {
    return asAccepted(body, request ?? {}, this.#facts.get(name))
  }

  isHeld(resource: Resource, member: string): boolean {
    return isHeld(resource, member, this.#facts.get(resource.name))
  }

  own(body: JsonObject, operation: Operation, resource: Resource): JsonObject {
    const schema = operation.request ?? {}
    const named = marked(body, operation, resource, {
      session: this.#session,
      facts: this.#facts.get(resource.name),
    })
    return this.#referring(this.#distinct(named, schema, resource), schema, resource)
  }

  value(schema: Json): Json {
    return this.#drawn.value(schema)
  }

  #distinct(body: JsonObject, schema: Schema, resource: Resource): JsonObject {
    const { nameAt, unique } = resource
    return unique.reduce((made, pointer) => {
      if (pointer === nameAt || at(made, pointer) === undefined) return made
      const other = this.#untaken(resource, pointer, schemaAt(schema, pointer) ?? {})
      return other === undefined ? made : withMember(made, pointer, other)
    }, body)
  }

  #referring(body: JsonObject, schema: Schema, { references }: Resource): JsonObject {
    return [...references].reduce((made, [pointer, resource]) => {
      const ids = this.#referenced.get(resource) ?? []
      const id = ids[(this.#drawn.seed >>> 0) % ids.length]
      if (id === undefined || at(made, pointer) === undefined) return made
      // Ids in paths are texts, but bodies may contain numbers.
      const known = [id, String(id), Number(id)].find((one) => conforms(schemaAt(schema, pointer) ?? {}, one))
      return known === undefined ? made : withMember(made, pointer, known)
    }, body)
  }

  /** Returns undefined if the run sent all drawn values before. */
  #untaken({ name, normalises }: Resource, pointer: Pointer, schema: Json): Json | undefined {
    const place = `${name} ${pointer}`
    const taken = this.#taken.get(place) ?? new Set()
    this.#taken.set(place, taken)
    for (let draw = 0; draw < drawsMax; draw += 1) {
      const value = this.value(schema)
      const text = jsonText(normalForm(value, pointer, normalises, nowMs()))
      if (taken.has(text)) continue
      taken.add(text)
      return value
    }
    return undefined
  }
}

/** The run does not learn which bodies searches and actions accept. */
function exampleIn({ act, examples, request }: Operation): JsonObject | undefined {
  return act === 'other' ? examples.filter(isObject).find((one) => conforms(request ?? {}, one)) : undefined
}

function usualValue(schema: Json): Json | undefined {
  if (!isObject(schema)) return undefined
  const email = 'someone@example.com'
  return statedExample(schema) ?? (schema.format === 'email' && conforms(schema, email) ? email : undefined)
}

/** For each kind, the ids of resources that exist until the run ends. */
export type Referenced = Map<string, readonly Json[]>

/** The sent values as JSON texts, by resource and pointer. */
export type Taken = Map<string, Set<string>>
