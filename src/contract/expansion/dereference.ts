// Replaces references by their schemas. Expands recursive schemas to a limited depth.
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { isAnnotation } from './annotations.ts'
import { withMergedAllOf } from './merge-all-of.ts'
import { listOf, OmittedMembers, type Side } from './omitted-members.ts'
import { SchemaError, targetOf } from './reference-target.ts'

// Three levels of a recursive schema show that the nesting can continue.
const levelsMax = 3

/** A schema with more objects is expanded less deeply. */
const objectsMax = 2_000
/** Limits of nested references, tried in this order until the schema is small enough. */
const depths = [24, 6, 3, 2, 1]

const fittingDepths = new WeakMap<ReadonlyMap<string, JsonObject>, Map<string, number>>()

class TooLarge extends Error {}

const end = Symbol('end')

type Resolved = Json | typeof end

interface Opened {
  readonly definition: string
  /** True if the reference is at the root of the schema. Then the definition is the first level. */
  readonly whole: boolean
}

interface Location {
  readonly base: JsonObject | null
  readonly open: readonly Opened[]
  /** Number of definitions at the start of `open` that may recur here, because a value can omit a member. */
  readonly optional: number
  readonly pointer: string
}

/**
 * Replaces references, and turns names in `x-clauses` into ids of clauses.
 * @param base target of references such as "#/…"
 * @throws SchemaError for a missing target, an endless recursion, or a schema that is too large
 */
export function dereference(
  schema: Json,
  operation: string,
  documents: ReadonlyMap<string, JsonObject>,
  base: JsonObject | null = null,
  side: Side = 'request',
): Json {
  const known = fittingDepths.get(documents) ?? new Map<string, number>()
  fittingDepths.set(documents, known)
  const key = isObject(schema) && typeof schema.$ref === 'string' ? `${side} ${schema.$ref}` : null
  const first = key === null ? 0 : (known.get(key) ?? 0)
  for (const [index, depth] of depths.entries())
    try {
      if (index >= first) return expanded(schema, operation, documents, base, side, depth)
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      if (key !== null) known.set(key, index + 1)
    }
  throw new SchemaError(`the schema has more than ${objectsMax} objects: split the schema`, '')
}

function expanded(
  schema: Json,
  operation: string,
  documents: ReadonlyMap<string, JsonObject>,
  base: JsonObject | null,
  side: Side,
  depthMax: number,
): Json {
  let objects = 0
  const emptied = new WeakSet<object>()
  const omitted = new OmittedMembers(side)

  const resolve = (one: Json, location: Location): Resolved => {
    if (!isObject(one)) return one
    objects += 1
    if (objects > objectsMax) throw new TooLarge()
    const { $ref: reference, ...beside } = one
    if (typeof reference === 'string') return joined(referred(reference, location), resolve(beside, location))
    const resolved: Record<string, Json> = {}
    for (const [key, value] of Object.entries(one)) {
      const inner = keyword(key, value, one, childOf(location, key))
      if (inner === end) return end
      if (inner !== undefined) resolved[key] = inner
    }
    if (isEmptied(one, resolved)) emptied.add(resolved)
    const left = omitted.removeFromRequired(one, resolved)
    return omitted.remember(withMergedAllOf(left), omitted.of(left))
  }

  /** Returns undefined to omit the keyword, and `end` if no value can be valid. */
  const keyword = (
    key: string,
    value: Json,
    schema: JsonObject,
    location: Location,
  ): Resolved | undefined => {
    switch (key) {
      case '$defs':
        return undefined
      case 'x-clauses':
        return isObject(value) ? ids(value) : value
      case 'properties':
        return isObject(value) ? properties(value, requiredOf(schema), location) : value
      case 'items': {
        const needed = Number(schema.minItems ?? 0) > 0
        const inner = resolve(value, forcedIf(needed, location))
        if (inner !== end) return inner
        if (side === 'response') return undefined
        return needed ? end : false
      }
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
      case 'prefixItems':
        return Array.isArray(value) ? branches(key, value, location) : value
      case 'patternProperties':
      case 'dependentSchemas':
        return isObject(value) ? properties(value, [], location) : value
      case 'contains': {
        const needed = schema.minContains !== 0
        const inner = resolve(value, forcedIf(needed, location))
        return inner === end && (!needed || side === 'response') ? undefined : inner
      }
      case 'additionalProperties':
      case 'propertyNames':
      case 'not':
      case 'if':
      case 'then':
      case 'else':
      case 'unevaluatedItems':
      case 'unevaluatedProperties':
      case 'contentSchema': {
        const inner = resolve(value, forcedIf(false, location))
        return inner === end ? undefined : inner
      }
      case 'x-open-property':
        return isObject(value) ? openProperty(value, location) : value
      default:
        return value
    }
  }

  const ids = (clauses: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(clauses).map(([name, clause]) => [
        name,
        clause === null ? null : `${operation}.${clause}`,
      ]),
    )

  const openProperty = (value: JsonObject, location: Location): Json => {
    const schema = resolve(value.schema ?? {}, forcedIf(false, childOf(location, 'schema')))
    return { ...value, schema: schema === end ? {} : schema }
  }

  const properties = (members: JsonObject, required: readonly Json[], location: Location): Resolved => {
    const resolved: Record<string, Json> = {}
    for (const [name, member] of Object.entries(members)) {
      const needed = required.includes(name)
      const inner = resolve(member, forcedIf(needed, childOf(location, name)))
      if (inner === end && needed && side === 'request') return end
      // An optional array that must be empty would test nothing.
      const told = inner !== end && (needed || !isObject(inner) || !emptied.has(inner))
      if (told && !omitted.isOmitted(inner)) resolved[name] = inner
    }
    return resolved
  }

  /** Keywords beside `$ref` also apply (JSON Schema Core, section 8.2.3.1). */
  const joined = (target: Resolved, beside: Resolved): Resolved => {
    if (target === end || !isObject(beside) || Object.keys(beside).length === 0) return target
    if (!isObject(target)) return { ...beside, allOf: [...listOf(beside.allOf), target] }
    const { 'x-source': source = beside['x-source'] } = target
    const placed = { ...beside, ...(source === undefined ? {} : { 'x-source': source }) }
    const isApart = Object.keys(beside).some((key) => key in target && !isAnnotation(key))
    const both = isApart ? { ...beside, allOf: [...listOf(beside.allOf), target] } : { ...target, ...placed }
    const made = isApart ? withMergedAllOf(both) : both
    return omitted.remember(made, [...omitted.of(target), ...omitted.of(beside)])
  }

  const branches = (key: string, value: readonly Json[], location: Location): Resolved | undefined => {
    const resolved = value.map((branch, index) =>
      resolve(branch, forcedIf(key === 'allOf', childOf(location, String(index)))),
    )
    const left = resolved.filter((branch) => branch !== end)
    if (left.length === resolved.length) return left
    // A response can match the omitted branch instead of the others.
    if (side === 'response') return key === 'allOf' && left.length > 0 ? left : undefined
    return key === 'allOf' || key === 'prefixItems' || left.length === 0 ? end : left
  }

  const referred = (
    reference: string,
    { base: root, open, optional, pointer: place }: Location,
  ): Resolved => {
    const pointed = `${place}/$ref`
    const { document, definition, target } = targetOf(reference, root, documents, pointed)
    const levels = open.filter((one) => one.definition === definition)
    const last = levels.at(-1)
    if (last !== undefined && open.indexOf(last) >= optional)
      throw new SchemaError(
        `${reference} recurses without end: each value must contain another value. Make the recursive member optional, nullable, or an array that may be empty`,
        pointed,
      )
    if (levels.length >= (levels[0]?.whole === true ? levelsMax : levelsMax - 1)) return end
    if (open.length >= depthMax) return end
    return resolve(target, {
      base: document,
      open: [...open, { definition, whole: place === '' }],
      optional,
      pointer: place,
    })
  }

  const resolved = resolve(schema, { base, open: [], optional: 0, pointer: '' })
  return resolved === end ? side === 'response' : resolved
}

const childOf = (location: Location, key: string): Location => ({
  ...location,
  pointer: `${location.pointer}/${tokenOf(key)}`,
})

const forcedIf = (condition: boolean, location: Location): Location =>
  condition ? location : { ...location, optional: location.open.length }

const requiredOf = ({ required }: JsonObject): readonly Json[] => (Array.isArray(required) ? required : [])

// Without a schema of its items, the array of a request can only be empty.
const isEmptied = (schema: JsonObject, resolved: JsonObject): boolean =>
  schema.type === 'array' && isObject(schema.items) && !isObject(resolved.items)
