// Builds bodies that keep the constraints between members.
import { at, equal, type Json, type JsonObject, withMember, withoutMember } from '../../base/json.ts'
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
import { dayMs, hourMs, movedBy, timeLike } from './moved-values.ts'

export interface ConstraintParts {
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

/** Some constraints may stay broken. */
export function keepingConstraints(body: JsonObject, parts: ConstraintParts): JsonObject {
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

// A time close to the end of the year 9999 has a five-digit year in some time zones.
const latestMs = Date.UTC(9000, 0)

/** Replaces times after `latestMs`, because a constraint may need a later time. */
function withUsualTimes(body: JsonObject, parts: ConstraintParts): JsonObject {
  const members = parts.constraints
    .flatMap((one) => instancesOf(one, body))
    .flatMap((one) => (['before', 'notAfter', 'future'].includes(one.kind) ? one.members : []))
  const times = (parts.times ?? []).flatMap((pointer) => placesOf(body, pointer))
  return [...new Set([...members, ...times])].reduce((one, pointer, index) => {
    const value = at(one, pointer) ?? null
    const isLate = typeof value === 'string' && Date.parse(value) > latestMs
    if (!isLate || isFixed(pointer, parts)) return one
    const time = timeLike(parts.atMs + (index + 1) * dayMs, value, schemaAt(parts.schema, pointer))
    return withMember(one, pointer, time)
  }, body)
}

export function keepsAll(
  body: Json,
  { constraints, atMs }: Pick<ConstraintParts, 'constraints' | 'atMs'>,
): boolean {
  return constraints.every((one) => keepsConstraint(one, body, atMs))
}

function isFixed(pointer: Pointer, { focus }: ConstraintParts): boolean {
  return focus != null && focus !== '' && touches(focus, pointer)
}

function mended(constraint: Constraint, body: JsonObject, parts: ConstraintParts): JsonObject {
  const { kind, members } = constraint
  if (isChoice(constraint)) return withChoice(constraint, body, parts)
  if (kind === 'sum') return withSum(constraint, body, parts)
  if (kind === 'future' || kind === 'past')
    return members.reduce((one, pointer) => {
      if (!isThere(one, pointer) || isFixed(pointer, parts)) return one
      const ms = (kind === 'future' ? 1 : -1) * (dayMs + (parts.turn % 24) * hourMs)
      const time = timeLike(parts.atMs + ms, at(one, pointer), schemaAt(parts.schema, pointer))
      return withMember(one, pointer, time)
    }, body)
  if (kind === 'equal') {
    const there = members.filter((pointer) => isThere(body, pointer))
    const lead = there.find((pointer) => isFixed(pointer, parts)) ?? there[0] ?? ''
    return there.reduce((one, pointer) => withMember(one, pointer, at(body, lead) ?? null), body)
  }
  return withOrder(constraint, body, parts)
}

// A service may refuse unusual values, so the choice is always the same.
function withChoice({ kind, members }: Constraint, body: JsonObject, parts: ConstraintParts): JsonObject {
  const there = members.filter((pointer) => isThere(body, pointer))
  if (there.length > 0) {
    const fixed = there.filter((pointer) => isFixed(pointer, parts))
    const kept = fixed.length > 0 ? fixed : there.slice(0, 1)
    return there.filter((pointer) => !kept.includes(pointer)).reduce(withoutMember, body)
  }
  const chosen = members.find((pointer) => !isFixed(pointer, parts))
  if (kind === 'atMostOneOf' || chosen === undefined) return body
  return withMember(body, chosen, parts.draw(schemaAt(parts.schema, chosen) ?? {}))
}

function withOrder({ members, kind }: Constraint, body: JsonObject, parts: ConstraintParts): JsonObject {
  const there = members.filter((pointer) => isThere(body, pointer))
  return there.slice(1).reduce((one, last, index) => {
    const first = there[index] ?? ''
    const [from, to] = [at(one, first) ?? null, at(one, last) ?? null]
    const order = orderOf(from, to)
    if (order === null || order < 0 || (order === 0 && kind === 'notAfter')) return one
    const [isFirstFixed, isLastFixed] = [isFixed(first, parts), isFixed(last, parts)]
    const ways = [
      ...(isFirstFixed || isLastFixed || order === 0
        ? []
        : [withMember(withMember(one, first, to), last, from)]),
      ...(isLastFixed ? [] : [withMember(one, last, movedBy(from, 1))]),
      ...(isFirstFixed ? [] : [withMember(one, first, movedBy(to, -1))]),
    ]
    const isAllowed = (way: JsonObject): boolean =>
      [first, last].every((pointer) =>
        conforms(schemaAt(parts.schema, pointer) ?? {}, at(way, pointer) ?? null),
      )
    return ways.find((way) => isAllowed(way) && keepsAll(way, parts)) ?? ways.find(isAllowed) ?? one
  }, body)
}

function withSum({ members, equals }: Constraint, body: JsonObject, parts: ConstraintParts): JsonObject {
  const pointer = members.find((one) => one.includes('/*')) ?? null
  const stem = pointer?.slice(0, pointer.lastIndexOf('/*')) ?? ''
  const items = pointer === null ? undefined : at(body, stem)
  const counts = Array.isArray(items) ? countsFrom(items.length) : [0]
  const isLengthFixed = pointer === null || parts.focus === stem
  for (const count of isLengthFixed ? counts.slice(0, 1) : counts) {
    const sized = Array.isArray(items) ? withMember(body, stem, resized(items, count, stem, parts)) : body
    const made = summed(sized, members, equals, parts)
    if (made !== null && (!conforms(parts.schema, body) || conforms(parts.schema, made))) return made
  }
  return body
}

const countsFrom = (count: number): readonly number[] =>
  [...Array(12).keys()].sort((one, other) => Math.abs(one - count) - Math.abs(other - count))

function resized(
  items: readonly Json[],
  count: number,
  stem: Pointer,
  { schema, draw }: ConstraintParts,
): Json {
  const item = schemaAt(schema, `${stem}/0`) ?? {}
  return Array.from({ length: count }, (_, index) => items[index] ?? draw(item))
}

function summed(
  body: JsonObject,
  members: readonly Pointer[],
  equals: number,
  parts: ConstraintParts,
): JsonObject | null {
  if (summands(body, members) === null) return null
  const places = members.flatMap((one) => placesOf(body, one))
  // If the focus is one element of a list, the other elements may change.
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
    made = withMember(made, place, own)
    rest -= own
  }
  return made
}

export function alternativesOf(
  constraint: Constraint,
  body: JsonObject,
  parts: ConstraintParts,
): readonly JsonObject[] {
  const { schema, constraints, draw } = parts
  const { kind, members } = constraint
  const made = (): readonly JsonObject[] => {
    if (isChoice(constraint)) {
      const bare = members.reduce(withoutMember, body)
      const alone = members.map((pointer) =>
        withMember(bare, pointer, at(body, pointer) ?? draw(schemaAt(schema, pointer) ?? {})),
      )
      return kind === 'atMostOneOf' ? [bare, ...alone] : alone
    }
    const stem = members.find((one) => one.includes('/*'))
    if (kind === 'sum' && stem !== undefined) {
      const pointer = stem.slice(0, stem.lastIndexOf('/*'))
      const items = at(body, pointer)
      if (!Array.isArray(items)) return []
      return [1, 2, 3]
        .map((count) => withMember(body, pointer, resized(items, count, pointer, parts)))
        .map((sized) => summed(sized, members, constraint.equals, parts))
        .filter((one) => one !== null)
    }
    if (kind !== 'before' && kind !== 'notAfter') return []
    const there = members.filter((pointer) => isThere(body, pointer))
    const [first = '', last = ''] = there
    const from = at(body, first) ?? null
    const next = withMember(body, last, kind === 'notAfter' ? from : movedBy(from, 1))
    return there.length === 2 ? [next] : []
  }
  return made().filter(
    (one) => !equal(one, body) && conforms(schema, one) && keepsAll(one, { ...parts, constraints }),
  )
}
