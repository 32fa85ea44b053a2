// Constraints between members that JSON Schema cannot express.

import { at, dotted, equal, isObject, type Json } from '../../base/json.ts'
import { listInWords } from '../../base/text/list-in-words.ts'
import { kebab } from '../kebab.ts'
import type { Pointer } from '../schema.ts'

/** `before`: each value is less than the next. `notAfter`: no value is greater than the next. */
export const constraintKinds = [
  ...(['before', 'notAfter', 'exactlyOneOf', 'atMostOneOf', 'atLeastOneOf', 'equal'] as const),
  ...(['sum', 'future', 'past'] as const),
]
type ConstraintKind = (typeof constraintKinds)[number]

export interface Constraint {
  readonly kind: ConstraintKind
  /** JSON pointers. `*` stands for any array element. */
  readonly members: readonly Pointer[]
  readonly equals: number
  /** Statuses for a violation. Null if any status for invalid requests is right. */
  readonly refusal: readonly number[] | null
}

export type ConstraintSource = Readonly<
  Partial<Record<ConstraintKind, Pointer | readonly Pointer[]>> & {
    equals?: number
    refusal?: readonly number[]
  }
>

export function constraintOf(source: ConstraintSource): Constraint {
  const kind = constraintKinds.find((one) => source[one] !== undefined) ?? 'equal'
  return {
    kind,
    members: [source[kind] ?? []].flat() as readonly Pointer[],
    equals: source.equals ?? 0,
    refusal: source.refusal ?? null,
  }
}

export const isChoice = ({ kind }: Pick<Constraint, 'kind'>): boolean => kind.endsWith('OneOf')

const between: Readonly<Partial<Record<ConstraintKind, string>>> = {
  before: '-before-',
  notAfter: '-not-after-',
  equal: '-equal-to-',
}

export function constraintClause({ kind, members, equals }: Constraint): string {
  const names = members.map(kebab)
  const said = between[kind]
  if (said !== undefined) return `constraint-${names.join(said)}`
  if (kind === 'sum') return `constraint-sum-of-${names.join('-')}-${kebab(String(equals))}`
  if (kind === 'future' || kind === 'past') return `constraint-${names.join('-')}-in-the-${kind}`
  return `constraint-${kebab(kind)}-${names.join('-')}`
}

/** Returns words that continue "A body". */
export function violationInWords({ kind, members, equals }: Constraint): string {
  const names = members.map(dotted)
  const list = listInWords(names, 'and')
  if (kind === 'before') return `in which ${names.join(' is not before ')}`
  if (kind === 'notAfter') return `in which ${names.join(' is after ')}`
  if (kind === 'equal') return `in which ${list} differ`
  if (kind === 'sum') return `in which the sum of ${list} is not ${equals}`
  if (kind === 'future' || kind === 'past') return `in which ${names.join(', ')} is not in the ${kind}`
  if (kind === 'exactlyOneOf') return `with none or more than one of ${list}`
  return kind === 'atMostOneOf' ? `with more than one of ${list}` : `with none of ${list}`
}

export const isThere = (body: Json, pointer: Pointer): boolean => (at(body, pointer) ?? null) !== null

export function placesOf(body: Json | undefined, pointer: Pointer): readonly Pointer[] {
  const star = pointer.indexOf('/*')
  if (star === -1) return [pointer]
  const items = at(body, pointer.slice(0, star))
  return Array.isArray(items)
    ? items.flatMap((_: Json, index) =>
        placesOf(body, `${pointer.slice(0, star)}/${index}${pointer.slice(star + 2)}`),
      )
    : []
}

export function instancesOf(constraint: Constraint, body: Json): readonly Constraint[] {
  const [first = ''] = constraint.members
  if (constraint.kind === 'sum' || !first.includes('/*')) return [constraint]
  const stem = first.slice(0, first.indexOf('/*'))
  const items = at(body, stem)
  if (!Array.isArray(items)) return []
  return items.flatMap((_: Json, index) =>
    instancesOf(
      {
        ...constraint,
        members: constraint.members.map((one) =>
          one.startsWith(`${stem}/*`) ? `${stem}/${index}${one.slice(stem.length + 2)}` : one,
        ),
      },
      body,
    ),
  )
}

/** Missing values violate only `…OneOf`. Values that cannot be compared violate nothing. */
export function keepsConstraint(constraint: Constraint, body: Json, atMs: number): boolean {
  return instancesOf(constraint, body).every((one) => keeps(one, body, atMs))
}

function keeps({ kind, members, equals }: Constraint, body: Json, atMs: number): boolean {
  if (!isObject(body)) return true
  const there = members.filter((pointer) => isThere(body, pointer))
  if (kind === 'exactlyOneOf') return there.length === 1
  if (kind === 'atMostOneOf') return there.length <= 1
  if (kind === 'atLeastOneOf') return there.length > 0
  const values = there.map((pointer) => at(body, pointer) ?? null)
  if (kind === 'equal') return values.every((one) => equal(one, values[0]))
  if (kind === 'sum') {
    const numbers = summands(body, members)
    return numbers === null || Math.abs(numbers.reduce((one, other) => one + other, 0) - equals) < 1e-9
  }
  if (kind === 'future' || kind === 'past') {
    const times = values.map((one) => (typeof one === 'string' ? Date.parse(one) : Number.NaN))
    return times.every((one) => Number.isNaN(one) || (kind === 'future' ? one > atMs : one < atMs))
  }
  return values.every((one, index) => {
    const order = index === 0 ? -1 : orderOf(values[index - 1] ?? null, one)
    return order === null || order < 0 || (order === 0 && kind === 'notAfter')
  })
}

export function summands(body: Json, members: readonly Pointer[]): readonly number[] | null {
  const isKnown = members.every((one) => isThere(body, one.split('/*', 1)[0] ?? ''))
  const values = members.flatMap((one) => placesOf(body, one)).map((place) => at(body, place))
  return isKnown && values.every((one) => typeof one === 'number') ? (values as readonly number[]) : null
}

/** Compares numbers, times and dates. Returns null for other values. */
export function orderOf(one: Json, other: Json): number | null {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one !== 'string' || typeof other !== 'string') return null
  if ([one, other].every((text) => /^\d\d:\d\d/.test(text))) return one < other ? -1 : Number(one > other)
  const order = Date.parse(one) - Date.parse(other)
  return Number.isNaN(order) ? null : order
}

export function touches(one: Pointer, other: Pointer): boolean {
  const [tokens, others] = [one, other].map((pointer) => pointer.split('/').slice(1))
  const shared = Math.min(tokens?.length ?? 0, others?.length ?? 0)
  return Array.from({ length: shared }).every(
    (_, index) => tokens?.[index] === others?.[index] || tokens?.[index] === '*' || others?.[index] === '*',
  )
}
