// Builds bodies that keep the constraints between members, or that break one constraint.
import { isoTime } from '../../base/clock.ts'
import { at, equal, isObject, type Json, type JsonObject, withoutMember } from '../../base/json.ts'
import {
  type Constraint,
  instancesOf,
  isChoice,
  isThere,
  keepsConstraint,
  orderOf,
  type Pointer,
  placesOf,
  type Schema,
  schemaAt,
  summands,
  touches,
} from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'

export interface Parts {
  readonly schema: Schema
  readonly constraints: readonly Constraint[]
  readonly draw: (schema: Json) => Json
  readonly vary: (schema: Json) => Json
  readonly turn: number
  readonly atMs: number
  readonly times?: readonly Pointer[]
  /** The member that must keep its value. Null if every member may change. */
  readonly focus?: Pointer | null
}

const passesMax = 5
const drawsMax = 20
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Changes the body to keep as many constraints as possible. Some constraints may stay broken. */
export function keepingConstraints(body: JsonObject, parts: Parts): JsonObject {
  let kept = withUsualTimes(body, parts)
  for (let pass = 0; pass < passesMax; pass += 1) {
    const broken = parts.constraints
      .flatMap((one) => instancesOf(one, kept))
      .filter((one) => !keepsConstraint(one, kept, parts.atMs))
    if (broken.length === 0) return kept
    for (const one of broken) kept = mended(one, kept, parts)
  }
  return kept
}

// Later times cannot be written in every time zone, because years have at most four digits.
const latestMs = Date.UTC(9000, 0)

/** Replaces times that are so late that no later time is possible. */
function withUsualTimes(body: JsonObject, parts: Parts): JsonObject {
  const members = parts.constraints
    .flatMap((one) => instancesOf(one, body))
    .flatMap((one) => (['before', 'notAfter', 'future'].includes(one.kind) ? one.members : []))
  const times = (parts.times ?? []).flatMap((pointer) => placesOf(body, pointer))
  return [...new Set([...members, ...times])].reduce((one, pointer, index) => {
    const value = at(one, pointer) ?? null
    const isLate = typeof value === 'string' && Date.parse(value) > latestMs
    if (!isLate || isFixed(pointer, parts)) return one
    return written(one, pointer, timeLike(parts.atMs + (index + 1) * dayMs, value, parts, pointer))
  }, body)
}

export function keepsAll(body: Json, { constraints, atMs }: Pick<Parts, 'constraints' | 'atMs'>): boolean {
  return constraints.every((one) => keepsConstraint(one, body, atMs))
}

function isFixed(pointer: Pointer, { focus }: Parts): boolean {
  return focus != null && focus !== '' && touches(focus, pointer)
}

function mended(constraint: Constraint, body: JsonObject, parts: Parts): JsonObject {
  const { kind, members } = constraint
  if (isChoice(constraint)) return withChoice(constraint, body, parts)
  if (kind === 'sum') return withSum(constraint, body, parts)
  if (kind === 'future' || kind === 'past')
    return members.reduce((one, pointer) => {
      if (!isThere(one, pointer) || isFixed(pointer, parts)) return one
      const ms = (kind === 'future' ? 1 : -1) * (dayMs + (parts.turn % 24) * hourMs)
      return written(one, pointer, timeLike(parts.atMs + ms, at(one, pointer) ?? null, parts, pointer))
    }, body)
  if (kind === 'equal') {
    const there = members.filter((pointer) => isThere(body, pointer))
    const lead = there.find((pointer) => isFixed(pointer, parts)) ?? there[0] ?? ''
    return there.reduce((one, pointer) => written(one, pointer, at(body, lead) ?? null), body)
  }
  return withOrder(constraint, body, parts)
}

// Chooses the same member each time, because a service may refuse unusual values.
function withChoice({ kind, members }: Constraint, body: JsonObject, parts: Parts): JsonObject {
  const there = members.filter((pointer) => isThere(body, pointer))
  if (there.length > 0) {
    const fixed = there.filter((pointer) => isFixed(pointer, parts))
    const kept = fixed.length > 0 ? fixed : there.slice(0, 1)
    return there.filter((pointer) => !kept.includes(pointer)).reduce(withoutMember, body)
  }
  const chosen = members.find((pointer) => !isFixed(pointer, parts))
  if (kind === 'atMostOneOf' || chosen === undefined) return body
  return written(body, chosen, parts.draw(schemaAt(parts.schema, chosen) ?? {}))
}

function withOrder({ members, kind }: Constraint, body: JsonObject, parts: Parts): JsonObject {
  const there = members.filter((pointer) => isThere(body, pointer))
  return there.slice(1).reduce((one, last, index) => {
    const first = there[index] ?? ''
    const [from, to] = [at(one, first) ?? null, at(one, last) ?? null]
    const order = orderOf(from, to)
    if (order === null || order < 0 || (order === 0 && kind === 'notAfter')) return one
    const [isFirstFixed, isLastFixed] = [isFixed(first, parts), isFixed(last, parts)]
    const ways = [
      ...(isFirstFixed || isLastFixed || order === 0 ? [] : [written(written(one, first, to), last, from)]),
      ...(isLastFixed ? [] : [written(one, last, movedBy(from, 1))]),
      ...(isFirstFixed ? [] : [written(one, first, movedBy(to, -1))]),
    ]
    const isAllowed = (way: JsonObject): boolean =>
      [first, last].every((pointer) =>
        conforms(schemaAt(parts.schema, pointer) ?? {}, at(way, pointer) ?? null),
      )
    return ways.find((way) => isAllowed(way) && keepsAll(way, parts)) ?? ways.find(isAllowed) ?? one
  }, body)
}

function withSum({ members, equals }: Constraint, body: JsonObject, parts: Parts): JsonObject {
  const pointer = members.find((one) => one.includes('/*')) ?? null
  const stem = pointer?.slice(0, pointer.lastIndexOf('/*')) ?? ''
  const items = pointer === null ? undefined : at(body, stem)
  const counts = Array.isArray(items) ? countsFrom(items.length) : [0]
  const isLengthFixed = pointer === null || parts.focus === stem
  for (const count of isLengthFixed ? counts.slice(0, 1) : counts) {
    const sized = Array.isArray(items) ? written(body, stem, resized(items, count, stem, parts)) : body
    const made = summed(sized, members, equals, parts)
    if (made !== null && (!conforms(parts.schema, body) || conforms(parts.schema, made))) return made
  }
  return body
}

const countsFrom = (count: number): readonly number[] =>
  [...Array(12).keys()].sort((one, other) => Math.abs(one - count) - Math.abs(other - count))

function resized(items: readonly Json[], count: number, stem: Pointer, { schema, draw }: Parts): Json {
  const item = schemaAt(schema, `${stem}/0`) ?? {}
  return Array.from({ length: count }, (_, index) => items[index] ?? draw(item))
}

function summed(
  body: JsonObject,
  members: readonly Pointer[],
  equals: number,
  parts: Parts,
): JsonObject | null {
  if (summands(body, members) === null) return null
  const places = members.flatMap((one) => placesOf(body, one))
  // The focus is one element of a list, so the other elements may change.
  const isOwn = (place: Pointer): boolean => parts.focus != null && `${parts.focus}/`.startsWith(`${place}/`)
  const free = places.filter((place) => !isOwn(place))
  const fixed = places.filter(isOwn).reduce((sum, place) => sum + Number(at(body, place)), 0)
  let rest = equals - fixed
  if (free.length === 0) return rest === 0 && places.length > 0 ? body : null
  let made = body
  for (const [index, place] of free.entries()) {
    const share = Math.floor(rest / (free.length - index))
    const own = index === free.length - 1 ? rest : share
    if (!conforms(schemaAt(parts.schema, place) ?? {}, own)) return null
    made = written(made, place, own)
    rest -= own
  }
  return made
}

export interface Breach {
  readonly body: JsonObject
  readonly says: string
}

/**
 * Returns bodies that break only this constraint.
 * @param body a body that keeps all constraints
 */
export function breachesOf(constraint: Constraint, body: JsonObject, parts: Parts): readonly Breach[] {
  const others = parts.constraints.filter((one) => one !== constraint)
  const bodies = [body, ...alternativesOf(constraint, body, parts)]
  const breaches = bodies.flatMap((one) =>
    instancesOf(constraint, one)
      .slice(0, 1)
      .flatMap((instance) => broken(instance, one, parts)),
  )
  const isNew = ({ body: one }: Breach, index: number): boolean =>
    breaches.findIndex((other) => equal(other.body, one)) === index
  return breaches.filter(
    (one, index) =>
      isNew(one, index) &&
      conforms(parts.schema, one.body) &&
      !keepsConstraint(constraint, one.body, parts.atMs) &&
      others.every((other) => keepsConstraint(other, one.body, parts.atMs)),
  )
}

const named = (pointer: Pointer): string => pointer.slice(1).replaceAll('/', '.')

function broken({ kind, members, equals }: Constraint, body: JsonObject, parts: Parts): readonly Breach[] {
  const { schema, draw, vary, atMs } = parts
  if (kind === 'exactlyOneOf' || kind === 'atMostOneOf' || kind === 'atLeastOneOf') {
    const bare = members.reduce(withoutMember, body)
    const none = { body: bare, says: `The body has none of ${members.map(named).join(', ')}.` }
    const pairs = members.slice(1).map((pointer, index) => {
      const two = [members[index] ?? '', pointer]
      const both = two.reduce(
        (one, each) => written(one, each, at(body, each) ?? draw(schemaAt(schema, each) ?? {})),
        bare,
      )
      return { body: both, says: `The body has ${two.map(named).join(' and ')}.` }
    })
    return [...(kind === 'atMostOneOf' ? [] : [none]), ...(kind === 'atLeastOneOf' ? [] : pairs)]
  }
  if (kind === 'sum') {
    const places = members.flatMap((one) => placesOf(body, one))
    return [-1, 1].flatMap((by) =>
      places.map((place) => ({
        body: written(body, place, Number(at(body, place)) + by),
        says: `The sum of ${members.map(named).join(', ')} is ${equals + by}.`,
      })),
    )
  }
  const there = members.filter((pointer) => isThere(body, pointer))
  if (kind === 'future' || kind === 'past') {
    const sign = kind === 'future' ? -1 : 1
    return there.flatMap((pointer) =>
      [2 * hourMs, 400 * dayMs].map((ms) => {
        const value = timeLike(atMs + sign * ms, at(body, pointer) ?? null, parts, pointer)
        return { body: written(body, pointer, value), says: `${named(pointer)} is not in the ${kind}.` }
      }),
    )
  }
  return there.slice(1).flatMap((last, index): Breach[] => {
    const first = there[index] ?? ''
    const [from, to] = [at(body, first) ?? null, at(body, last) ?? null]
    if (kind === 'equal') {
      const other = otherThan(from, schemaAt(schema, last) ?? {}, vary)
      return [{ body: written(body, last, other), says: `${named(last)} is not ${named(first)}.` }]
    }
    const swapped = written(written(body, first, to), last, from)
    return [
      ...(kind === 'notAfter'
        ? []
        : [{ body: written(body, last, from), says: `${named(last)} equals ${named(first)}.` }]),
      { body: swapped, says: `${named(last)} is before ${named(first)}.` },
    ]
  })
}

export function alternativesOf(
  constraint: Constraint,
  body: JsonObject,
  parts: Parts,
): readonly JsonObject[] {
  const { schema, constraints, draw } = parts
  const { kind, members } = constraint
  const made = (): readonly JsonObject[] => {
    if (isChoice(constraint)) {
      const bare = members.reduce(withoutMember, body)
      const alone = members.map((pointer) =>
        written(bare, pointer, at(body, pointer) ?? draw(schemaAt(schema, pointer) ?? {})),
      )
      return kind === 'atMostOneOf' ? [bare, ...alone] : alone
    }
    const stem = members.find((one) => one.includes('/*'))
    if (kind === 'sum' && stem !== undefined) {
      const pointer = stem.slice(0, stem.lastIndexOf('/*'))
      const items = at(body, pointer)
      if (!Array.isArray(items)) return []
      return [1, 2, 3]
        .map((count) => written(body, pointer, resized(items, count, pointer, parts)))
        .map((sized) => summed(sized, members, constraint.equals, parts))
        .filter((one) => one !== null)
    }
    if (kind !== 'before' && kind !== 'notAfter') return []
    const there = members.filter((pointer) => isThere(body, pointer))
    const [first = '', last = ''] = there
    const from = at(body, first) ?? null
    const next = written(body, last, kind === 'notAfter' ? from : movedBy(from, 1))
    return there.length === 2 ? [next] : []
  }
  return made().filter(
    (one) => !equal(one, body) && conforms(schema, one) && keepsAll(one, { ...parts, constraints }),
  )
}

function otherThan(value: Json, schema: Json, vary: Parts['vary']): Json {
  for (let count = 0; count < drawsMax; count += 1) {
    const other = vary(schema)
    if (!equal(other, value)) return other
  }
  return value
}

/**
 * Moves a date with time by an hour, a date by a day, a time of day by a minute, and a number by
 * one.
 */
function movedBy(value: Json, by: 1 | -1): Json {
  if (typeof value === 'number') return value + by
  if (typeof value !== 'string') return value
  if (/^\d\d:\d\d/.test(value)) {
    const minutes = Number(value.slice(0, 2)) * 60 + Number(value.slice(3, 5)) + by
    const two = (part: number): string => String(part).padStart(2, '0')
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}${value.slice(5)}`
  }
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return value
  return /^\d{4}-\d\d-\d\d$/.test(value) ? isoTime(ms + by * dayMs).slice(0, 10) : isoTime(ms + by * hourMs)
}

/** Returns the time in the same form as the value, if the schema allows this form. */
function timeLike(ms: number, value: Json, { schema }: Parts, pointer: Pointer): Json {
  const text = isoTime(ms)
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  const forms = [
    ...(isDate ? [text.slice(0, 10)] : []),
    text,
    text.replace(/\.\d+Z$/, 'Z'),
    text.slice(0, 10),
  ]
  return forms.find((one) => conforms(schemaAt(schema, pointer) ?? {}, one)) ?? text
}

function written(body: JsonObject, pointer: Pointer, value: Json): JsonObject {
  return inside(body, pointer.split('/').slice(1), value) as JsonObject
}

function inside(here: Json | undefined, tokens: readonly string[], value: Json): Json {
  const [head, ...rest] = tokens
  if (head === undefined) return value
  if (Array.isArray(here))
    return here.map((item: Json, index) => (String(index) === head ? inside(item, rest, value) : item))
  const name = head.replaceAll('~1', '/').replaceAll('~0', '~')
  const object = isObject(here) ? here : {}
  return { ...object, [name]: inside(object[name], rest, value) }
}
