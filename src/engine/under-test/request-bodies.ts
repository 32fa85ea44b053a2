// Generates request bodies from schemas. The bodies contain the run's marker, unique values, and
// references to existing resources.
import fc from 'fast-check'
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
import { GenerateError, valid } from '../../generate/index.ts'
import { conforms, NotRun } from '../../oracle/index.ts'
import { withoutMeantNull } from '../requests/meant-null.ts'
import { nameIn } from '../resources/kind.ts'
import type { Session } from '../session/session.ts'
import { asAccepted, type BodyFacts, statedExample } from './accepted-bodies.ts'
import { type ConstraintParts, keepingConstraints, keepsAll } from './constrained-bodies.ts'
import { demandedOf } from './demanded.ts'
import { nameForms } from './name-forms.ts'
import type { ResourceAdapters } from './resource-adapter.ts'

const sizeMax = 12
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
  #seed: number
  #turn = 0

  constructor(session: Session, { adapters, taken, referenced, bodyFacts }: BodiesParts, seed: number) {
    this.#session = session
    this.#adapters = adapters
    this.#taken = taken
    this.#referenced = referenced
    this.#facts = bodyFacts
    this.#seed = seed
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
    const drawn = exampleIn(operation) ?? this.#drawn(request, minimal)
    const left = withoutOwn(drawn, operation, resource)
    const own = { ...this.own(this.accepted(left, operation, resource), operation, resource), ...overrides }
    // Keeps the requested members (`overrides`), and omits members that contradict them.
    const [focus = null] = Object.keys(overrides).map((name) => `/${tokenOf(name)}`)
    return this.kept(own, operation, resource, focus)
  }

  /**
   * Changes the body to keep the constraints between members.
   * @param focus the member that stays unchanged
   */
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
   * Omits the members of a choice, because the resource may already contain another member of it.
   * Adds members that must change together.
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

  /**
   * Returns true if the run must not vary the member. It refers to another resource, or the tenant
   * refuses valid values of it.
   */
  isHeld({ name, references }: Resource, member: string): boolean {
    const { without, fixed } = this.#facts.get(name) ?? { without: new Set(), fixed: {} }
    return references.has(`/${tokenOf(member)}`) || without.has(member) || Object.hasOwn(fixed, member)
  }

  /**
   * Sets the name with the run's marker, new unique values, and references to existing resources.
   */
  own(body: JsonObject, operation: Operation, resource: Resource): JsonObject {
    return this.#referring(this.#named(body, operation, resource), operation.request ?? {}, resource)
  }

  value(schema: Json): Json {
    this.#seed += 1
    const [value = null] = fc.sample(arbitraryOf(schema), { seed: this.#seed, numRuns: 1 })
    return value
  }

  #drawn(schema: Schema, minimal: boolean): JsonObject {
    const wanted = demandedOf(schema)[minimal ? 'least' : 'every']
    const asObject = (one: Json): Json =>
      isObject(one) && [one.type ?? 'object'].flat().includes('object') ? { ...one, type: 'object' } : one
    const last = asObject(schema)
    for (const candidate of [asObject(wanted), last])
      try {
        const body = this.value(candidate)
        // The narrowed schema allows other members, so its bodies may break the original schema.
        if (isObject(body) && (candidate === last || conforms(schema, body))) return body
      } catch (error) {
        if (!(error instanceof GenerateError)) throw error
      }
    throw new NotRun('no valid request could be generated from the schema', 'specification')
  }

  #named(body: JsonObject, operation: Operation, resource: Resource): JsonObject {
    const { nameAt, unique } = resource
    const schema = operation.request ?? {}
    let named = body
    if (nameAt !== null && (operation.act === 'create' || nameIn({ resource }, body) !== undefined)) {
      const number = this.#session.next()
      const { marker } = this.#session
      const words = [`${marker}-${number}`, `${marker.replace('-', '')}x${number}`]
      // The name may have to be a single word. If the name is the id, it becomes a part of paths.
      const areWords = nameAt === resource.id || this.#session.contract.openapi !== null
      const usual = areWords ? this.#inForm(words[0] ?? '', resource) : `${marker} ${number}`
      const [word = ''] = words
      const further = ['a.example.com', 'a.example.com.', 'a@example.com'].flatMap((one) =>
        nameForms.flatMap((form) => form(word, one) ?? []),
      )
      for (const name of [usual, ...words, ...further]) {
        const candidate = withMember(body, nameAt, name)
        if (!conforms(schema, candidate)) continue
        named = candidate
        break
      }
    }
    const second = this.#secondMark(named, operation, resource)
    if (second !== null) named = second
    for (const pointer of unique)
      if (pointer !== nameAt && at(named, pointer) !== undefined) {
        const other = this.#untaken(resource, pointer, schemaAt(schema, pointer) ?? {})
        if (other !== undefined) named = withMember(named, pointer, other)
      }
    return named
  }

  #inForm(word: string, resource: Resource): string {
    const create = this.#session.contract.operations.get(resource.life.create ?? '')
    const example = at(create?.examples[0], resource.nameAt ?? '')
    const form = nameForms[this.#facts.get(resource.name)?.nameForm ?? 0]
    return form?.(word, typeof example === 'string' ? example : null) ?? word
  }

  /**
   * Puts the marker into another text of an inferred resource, because the tenant may change the
   * name. Returns null if no other text can contain the marker.
   */
  #secondMark(body: JsonObject, { act, request }: Operation, resource: Resource): JsonObject | null {
    const { contract, marker } = this.#session
    if (contract.openapi === null || act !== 'create' || request === null) return null
    const { nameAt, unique, secret, states, serverSet } = resource
    const isOther = (pointer: string): boolean =>
      [nameAt, ...unique, ...secret, ...states.keys(), ...serverSet.keys()].includes(pointer)
    for (const member of Object.keys(body)) {
      const [pointer, drawn] = [`/${tokenOf(member)}`, body[member]]
      if (typeof drawn !== 'string' || isOther(pointer) || this.isHeld(resource, member)) continue
      const isName = /name$/i.test(member)
      if (
        !isName &&
        !/(?:description|comment|notes?|summary|text|title|label|remarks?|message)$/i.test(member)
      )
        continue
      const marked = [...(isName ? [] : [`${marker} ${drawn}`]), marker].find((text) =>
        conforms(request, withMember(body, pointer, text)),
      )
      if (marked !== undefined) return withMember(body, pointer, marked)
    }
    return null
  }

  #referring(body: JsonObject, schema: Schema, { references }: Resource): JsonObject {
    return [...references].reduce((made, [pointer, resource]) => {
      const ids = this.#referenced.get(resource) ?? []
      const id = ids[(this.#seed >>> 0) % ids.length]
      if (id === undefined || at(made, pointer) === undefined) return made
      // An id is a text in a path, but it may be a number in a body.
      const known = [id, String(id), Number(id)].find((one) => conforms(schemaAt(schema, pointer) ?? {}, one))
      return known === undefined ? made : withMember(made, pointer, known)
    }, body)
  }

  /**
   * Returns a value that the run has not sent before. Returns undefined if the run sent all drawn
   * values before.
   */
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

/**
 * Returns an example for a search or an action. The run does not learn which other bodies the
 * service accepts.
 */
function exampleIn({ act, examples, request }: Operation): JsonObject | undefined {
  return act === 'other' ? examples.filter(isObject).find((one) => conforms(request ?? {}, one)) : undefined
}

/**
 * Returns the example of the schema, or else a value that any service accepts, or else undefined.
 */
function usualValue(schema: Json): Json | undefined {
  if (!isObject(schema)) return undefined
  const email = 'someone@example.com'
  return statedExample(schema) ?? (schema.format === 'email' && conforms(schema, email) ? email : undefined)
}

/** For each kind of resource, the ids of resources that exist until the run ends. */
export type Referenced = Map<string, readonly Json[]>

/** The sent values as JSON texts, by resource and pointer. */
export type Taken = Map<string, Set<string>>

// The results are cached, because the compilation of a schema takes a hundred times as long as a
// draw.
const arbitraries = new Map<string, fc.Arbitrary<Json>>()

// The results are also cached by object, because a schema's conversion to text takes longer than a
// draw.
const ofObjects = new WeakMap<object, fc.Arbitrary<Json>>()

function arbitraryOf(schema: Json): fc.Arbitrary<Json> {
  const known = isObject(schema) ? ofObjects.get(schema) : undefined
  if (known !== undefined) return known
  const text = jsonText(schema)
  const strict = withoutMeantNull(schema) as object
  const made = arbitraries.get(text) ?? valid(strict, { hostile: false, extras: false, sizeMax })
  arbitraries.set(text, made)
  if (isObject(schema)) ofObjects.set(schema, made)
  return made
}

export function membersOf(schema: Schema | null): readonly string[] {
  return schema !== null && isObject(schema.properties) ? Object.keys(schema.properties) : []
}

/**
 * Omits states, because they change by transitions, and members that the service sets. Keeps
 * required members.
 */
export function withoutOwn(
  body: JsonObject,
  { request }: Operation,
  { serverSet, states }: Resource,
): JsonObject {
  const required = new Set(
    request !== null && Array.isArray(request.required) ? (request.required as string[]) : [],
  )
  return Object.fromEntries(
    Object.entries(body).filter(
      ([member]) => required.has(member) || !(serverSet.has(`/${member}`) || states.has(`/${member}`)),
    ),
  )
}
