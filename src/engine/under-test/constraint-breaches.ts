// Builds bodies that break one constraint between members, and keep all others.
import { at, dotted, equal, type Json, type JsonObject, withMember, withoutMember } from '../../base/json.ts'
import {
  type Constraint,
  instancesOf,
  isThere,
  keepsConstraint,
  placesOf,
  schemaAt,
} from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import { alternativesOf, type ConstraintParts } from './constrained-bodies.ts'
import { dayMs, hourMs, timeLike } from './moved-values.ts'

const drawsMax = 20

export interface Breach {
  readonly body: JsonObject
  readonly says: string
}

/** @param body a body that keeps all constraints */
export function breachesOf(
  constraint: Constraint,
  body: JsonObject,
  parts: ConstraintParts,
): readonly Breach[] {
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

function broken(
  { kind, members, equals }: Constraint,
  body: JsonObject,
  parts: ConstraintParts,
): readonly Breach[] {
  const { schema, draw, vary, atMs } = parts
  if (kind === 'exactlyOneOf' || kind === 'atMostOneOf' || kind === 'atLeastOneOf') {
    const bare = members.reduce(withoutMember, body)
    const none = { body: bare, says: `The body has none of ${members.map(dotted).join(', ')}.` }
    const pairs = members.slice(1).map((pointer, index) => {
      const two = [members[index] ?? '', pointer]
      const both = two.reduce(
        (one, each) => withMember(one, each, at(body, each) ?? draw(schemaAt(schema, each) ?? {})),
        bare,
      )
      return { body: both, says: `The body has ${two.map(dotted).join(' and ')}.` }
    })
    return [...(kind === 'atMostOneOf' ? [] : [none]), ...(kind === 'atLeastOneOf' ? [] : pairs)]
  }
  if (kind === 'sum') {
    const places = members.flatMap((one) => placesOf(body, one))
    return [-1, 1].flatMap((by) =>
      places.map((place) => ({
        body: withMember(body, place, Number(at(body, place)) + by),
        says: `The sum of ${members.map(dotted).join(', ')} is ${equals + by}.`,
      })),
    )
  }
  const there = members.filter((pointer) => isThere(body, pointer))
  if (kind === 'future' || kind === 'past') {
    const sign = kind === 'future' ? -1 : 1
    return there.flatMap((pointer) =>
      [2 * hourMs, 400 * dayMs].map((ms) => {
        const value = timeLike(atMs + sign * ms, at(body, pointer), schemaAt(schema, pointer))
        return { body: withMember(body, pointer, value), says: `${dotted(pointer)} is not in the ${kind}.` }
      }),
    )
  }
  return there.slice(1).flatMap((last, index): Breach[] => {
    const first = there[index] ?? ''
    const [from, to] = [at(body, first) ?? null, at(body, last) ?? null]
    if (kind === 'equal') {
      const other = otherThan(from, schemaAt(schema, last) ?? {}, vary)
      return [{ body: withMember(body, last, other), says: `${dotted(last)} is not ${dotted(first)}.` }]
    }
    const swapped = withMember(withMember(body, first, to), last, from)
    return [
      ...(kind === 'notAfter'
        ? []
        : [{ body: withMember(body, last, from), says: `${dotted(last)} equals ${dotted(first)}.` }]),
      { body: swapped, says: `${dotted(last)} is before ${dotted(first)}.` },
    ]
  })
}

function otherThan(value: Json, schema: Json, vary: ConstraintParts['vary']): Json {
  for (let count = 0; count < drawsMax; count += 1) {
    const other = vary(schema)
    if (!equal(other, value)) return other
  }
  return value
}
