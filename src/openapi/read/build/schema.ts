// Schemas of all versions as JSON Schema 2020-12. Extensions are left out, and annotations that nothing here reads.
import { equal, isObject, type Json, type JsonObject, typeOf } from '../../../base/json.ts'
import { jsonText } from '../../../base/numbers/exact-number.ts'
import { child, type Place } from '../source/source-file.ts'
import { type Build, isReference } from './build.ts'
import { readablePattern } from './pattern.ts'
import { type Kind, kindOf, types } from './schema-keywords.ts'

/** @param place of the schema in its source */
export function schemaFrom(build: Build, value: Json, place: Place): Json {
  if (typeof value === 'boolean') return value
  if (!isObject(value)) {
    build.mistake(place, 'a schema must be an object')
    return {}
  }
  const made = isReference(value) ? referring(build, value, place) : plain(build, value, place)
  return build.from(made, place)
}

/** OpenAPI 2.0 and 3.0 ignore keywords beside a reference. Those that only allow more are taken as they are meant. */
const meantBesideReferences: readonly string[] = [
  'nullable',
  'readOnly',
  'writeOnly',
  'description',
  'default',
  'deprecated',
]

function referring(build: Build, value: JsonObject & { readonly $ref: string }, place: Place): JsonObject {
  const { $ref: reference, ...beside } = value
  const target = build.target(reference, place)
  if (target === null) return {}
  const kept = Object.entries(beside).filter(
    ([key]) => build.dialect === '3.1' || meantBesideReferences.includes(key),
  )
  const made = { $ref: `#/components/schemas/${build.names.nameOf(target)}` }
  const [siblings, nullable] = keywords(build, Object.fromEntries(kept), place)
  return nullable ? { ...siblings, anyOf: [made, { type: 'null' }] } : { ...siblings, ...made }
}

function plain(build: Build, value: JsonObject, place: Place): JsonObject {
  const [made, nullable] = keywords(build, value, place)
  if (!nullable) return made
  const { type, enum: values, ...others } = made
  const withNull =
    Array.isArray(values) && !values.includes(null)
      ? { enum: [...values, null] }
      : values === undefined
        ? {}
        : { enum: values }
  if (type !== undefined) return { ...others, ...withNull, type: [...new Set([type].flat()), 'null'] }
  // Without a type, the branches may not allow null.
  const { allOf, oneOf, anyOf, not, $ref, ...plainOnes } = { ...others, ...withNull } as JsonObject
  const branched = Object.entries({ allOf, oneOf, anyOf, not, $ref }).filter(
    ([, branch]) => branch !== undefined,
  )
  if (branched.length === 0) return made
  return { ...plainOnes, anyOf: [Object.fromEntries(branched) as JsonObject, { type: 'null' }] }
}

/** The keywords, and whether null is allowed beside them. */
function keywords(build: Build, value: JsonObject, place: Place): readonly [JsonObject, boolean] {
  const made = new Map<string, Json>()
  for (const [key, written] of Object.entries(value)) {
    const kind = kindOf(key, build.dialect)
    if (kind === undefined) continue
    const read = readers[kind](build, written, child(place, key), value)
    if (read !== undefined) made.set(key, read)
  }
  if (build.dialect !== '3.1') bounds(made)
  if (Array.isArray(made.get('items'))) {
    made.set('prefixItems', made.get('items') ?? [])
    made.delete('items')
  }
  if (made.get('type') === 'file') made.set('type', 'string')
  const example = made.get('example')
  if (example !== undefined && !made.has('examples')) made.set('examples', [example])
  const nullable = made.get('nullable') === true || value['x-nullable'] === true
  for (const key of ['example', 'nullable']) made.delete(key)
  return [Object.fromEntries(made), nullable]
}

/** `exclusiveMinimum: true` beside `minimum` until 3.0. */
function bounds(made: Map<string, Json>): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const flag = made.get(exclusive)
    if (typeof flag !== 'boolean') continue
    made.delete(exclusive)
    const value = made.get(bound)
    if (!flag || value === undefined) continue
    made.delete(bound)
    made.set(exclusive, value)
  }
}

type Reader = (build: Build, value: Json, place: Place, schema: JsonObject) => Json | undefined

/** Reads a value of one kind; undefined after a mistake or a remark. */
const readers: Readonly<Record<Kind, Reader>> = {
  any: (_build, value) => value,
  text: expected('a text', (value) => typeof value === 'string'),
  flag: expected('true or false', (value) => typeof value === 'boolean'),
  number: expected('a number', (value) => typeOf(value) === 'number'),
  bound: expected('a number, or true or false', (value) => ['number', 'boolean'].includes(typeOf(value))),
  factor: expected('a number above 0', (value) => typeOf(value) === 'number' && Number(String(value)) > 0),
  count: expected(
    'a whole number that is not negative',
    (value) => Number.isInteger(value) && Number(value) >= 0,
  ),
  values: (build, value, place) => {
    if (!Array.isArray(value) || value.length === 0) return wrong(build, place, 'an array with values')
    return value.filter((one: Json, index) => value.findIndex((other: Json) => equal(one, other)) === index)
  },
  examples: (_build, value) => (Array.isArray(value) ? value : undefined),
  names: (build, value, place) => {
    // As in drafts before JSON Schema 4, beside the member itself.
    if (typeof value === 'boolean') {
      build.remark(place, 'it says nothing here: list the member in the "required" of the schema around it')
      return undefined
    }
    if (!Array.isArray(value) || value.some((name: Json) => typeof name !== 'string'))
      return wrong(build, place, 'an array of names')
    return [...new Set(value)]
  },
  type: (build, value, place) => {
    const given = [value].flat()
    const unknown = given.filter((one) => typeof one !== 'string' || !types(build.dialect).includes(one))
    if (given.length > 0 && unknown.length === 0) return value
    return wrong(build, place, `one of ${types(build.dialect).join(', ')}`, value)
  },
  pattern: (build, value, place) => {
    if (typeof value !== 'string') return wrong(build, place, 'a text')
    const readable = readablePattern(value)
    if ('pattern' in readable) return readable.pattern
    build.remark(place, `the pattern is not checked: ${readable.reason}`)
    return undefined
  },
  schema: (build, value, place) => schemaFrom(build, value, place),
  // OpenAPI 2.0 and 3.0 have one schema for all items; older drafts have lists.
  items: (build, value, place) =>
    Array.isArray(value)
      ? value.map((one: Json, index) => schemaFrom(build, one, child(place, index)))
      : schemaFrom(build, value, place),
  schemas: (build, value, place) => {
    if (!Array.isArray(value) || value.length === 0) return wrong(build, place, 'an array of schemas')
    return value.map((one: Json, index) => schemaFrom(build, one, child(place, index)))
  },
  members: (build, value, place) => {
    const object = build.object(value, place)
    if (object === null) return undefined
    return Object.fromEntries(
      Object.entries(object).map(([name, one]) => [name, schemaFrom(build, one, child(place, name))]),
    )
  },
  patterns: (build, value, place) => {
    const object = build.object(value, place)
    if (object === null) return undefined
    const made = Object.entries(object).flatMap(([pattern, one]): [string, Json][] => {
      const readable = readablePattern(pattern)
      if ('pattern' in readable) return [[readable.pattern, schemaFrom(build, one, child(place, pattern))]]
      build.remark(child(place, pattern), `the pattern is not checked: ${readable.reason}`)
      return []
    })
    return Object.fromEntries(made)
  },
  lists: (build, value, place) => {
    const isList = (one: Json): boolean =>
      Array.isArray(one) && one.every((name: Json) => typeof name === 'string')
    if (isObject(value) && Object.values(value).every(isList)) return value
    return wrong(build, place, 'an object of arrays of names')
  },
}

function expected(what: string, isValid: (value: Json) => boolean): Reader {
  return (build, value, place) => (isValid(value) ? value : wrong(build, place, what, value))
}

function wrong(build: Build, place: Place, what: string, value?: Json): undefined {
  const shown = value === undefined ? 'it' : `${clipped(value)} is wrong: it`
  build.mistake(place, `${shown} must be ${what}`)
  return undefined
}

const shownMax = 40

function clipped(value: Json): string {
  const text = jsonText(value)
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}
