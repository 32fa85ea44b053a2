// Merges branches of `allOf` that only describe members. The result accepts exactly the same values.
import { equal, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { isAnnotation } from './annotations.ts'

/** Only these keywords can be merged. The effect of another keyword can depend on its neighbours. */
const describing: readonly string[] = [
  'type',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'x-source',
]

export function withMergedAllOf(schema: JsonObject): JsonObject {
  const { allOf } = schema
  if (!Array.isArray(allOf) || !isOpen(schema)) return schema
  const merging = allOf.filter((branch): branch is JsonObject => isMergeable(branch, schema))
  if (merging.length === 0) return schema
  const left = allOf.filter((branch: Json) => !merging.includes(branch as JsonObject))
  const { allOf: _, ...own } = schema
  const parts = [...merging, own]
  const properties = mergedProperties(parts)
  const required = [...new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])))]
  const annotations = Object.assign({}, ...merging.map(annotationsOf)) as JsonObject
  return {
    ...annotations,
    ...own,
    type: 'object',
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...counts(parts),
    ...(left.length === 0 ? {} : { allOf: left }),
  }
}

const isOpen = ({ type, additionalProperties = true }: JsonObject): boolean =>
  [undefined, 'object'].includes(type as string | undefined) && additionalProperties === true

function isMergeable(branch: Json, { type }: JsonObject): boolean {
  if (!isObject(branch)) return false
  // Without the type "object", values of other types are valid.
  if (branch.type !== 'object' && type !== 'object') return false
  const { type: own = 'object', additionalProperties = true } = branch
  return (
    own === 'object' &&
    additionalProperties === true &&
    Object.keys(branch).every(
      (key) => describing.includes(key) || key === 'additionalProperties' || isAnnotation(key),
    )
  )
}

function counts(parts: readonly JsonObject[]): JsonObject {
  const of = (keyword: string): readonly number[] =>
    parts.flatMap((part) => (typeof part[keyword] === 'number' ? [part[keyword]] : []))
  const [least, most] = [of('minProperties'), of('maxProperties')]
  return {
    ...(least.length === 0 ? {} : { minProperties: Math.max(...least) }),
    ...(most.length === 0 ? {} : { maxProperties: Math.min(...most) }),
  }
}

function mergedProperties(parts: readonly JsonObject[]): JsonObject {
  const merged = new Map<string, Json>()
  for (const { properties, 'x-source': source } of parts)
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      const placed = withSource(member, source, name)
      const known = merged.get(name)
      merged.set(name, known === undefined || equal(known, placed) ? placed : both(known, placed))
    }
  return Object.fromEntries(merged)
}

function both(one: Json, other: Json): Json {
  if (one === true) return other
  return other === true ? one : withMergedAllOf({ allOf: [one, other] })
}

function withSource(member: Json, source: Json | undefined, name: string): Json {
  if (typeof source !== 'string' || !isObject(member) || member['x-source'] !== undefined) return member
  return { ...member, 'x-source': `${source}/properties/${tokenOf(name)}` }
}

const annotationsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => isAnnotation(key) && key !== 'x-source'))
