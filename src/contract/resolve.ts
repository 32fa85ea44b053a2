// Resolving schemas: every reference is inlined, so that a schema is a tree, and each keyword's clause gets its full id. A
// schema that refers to itself is written out as far as it is tried.
import { at, isObject, type Json, type JsonObject, tokenOf } from '../base/json.ts'

/** What is wrong with a reference, and where in the schema it stands. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly pointer: string
  constructor(message: string, pointer: string) {
    super(message)
    this.pointer = pointer
  }
}

/**
 * Whose body a schema describes. Where one that refers to itself is written out no further a request holds nothing, and a
 * response anything.
 */
export type Side = 'request' | 'response'

// The second is one within another one; the third shows that this goes on.
const levelsMax = 3

/** What is written out no further. */
const end = Symbol('end')

type Resolved = Json | typeof end

/** A definition within which a schema is being resolved. */
interface Opened {
  readonly definition: string
  /** Whether the whole schema is it, which then is its first level. */
  readonly whole: boolean
  /** Whether each instance has to hold all that was passed since. */
  readonly forced: boolean
}

/** Where a reference stands, and through which others it was reached. */
interface Within {
  readonly base: JsonObject | null
  readonly open: readonly Opened[]
  readonly pointer: string
}

/**
 * Inlines every `$ref` of `schema` and turns the local clause names in `x-clauses` into ids of `operation`.
 * @param documents schema documents by `$id`
 * @param base what a reference without a document is of
 * @throws SchemaError where a reference leads nowhere, or to itself without end
 */
export function resolveSchema(
  schema: Json,
  operation: string,
  documents: ReadonlyMap<string, JsonObject>,
  base: JsonObject | null = null,
  side: Side = 'request',
): Json {
  /** Schemas of arrays whose items are written out no further. */
  const emptied = new WeakSet<object>()

  const resolve = (one: Json, within: Within): Resolved => {
    if (!isObject(one)) return one
    if (typeof one.$ref === 'string') return referred(one.$ref, within)
    const resolved: Record<string, Json> = {}
    for (const [key, value] of Object.entries(one)) {
      const inner = keyword(key, value, one, below(within, key))
      if (inner === end) return end
      if (inner !== undefined) resolved[key] = inner
    }
    if (isEmptied(one, resolved)) emptied.add(resolved)
    return resolved
  }

  /** Undefined for a keyword that is left out, `end` where no instance is left. */
  const keyword = (key: string, value: Json, schema: JsonObject, within: Within): Resolved | undefined => {
    switch (key) {
      // Every reference to them is inlined.
      case '$defs':
        return undefined
      case 'x-clauses':
        return isObject(value) ? ids(value) : value
      case 'properties':
        return isObject(value) ? properties(value, requiredOf(schema), within) : value
      case 'items': {
        const needed = Number(schema.minItems ?? 0) > 0
        const inner = resolve(value, forcedIf(needed, within))
        if (inner !== end) return inner
        if (side === 'response') return undefined
        return needed ? end : false
      }
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
      case 'prefixItems':
        return Array.isArray(value) ? branches(key, value, within) : value
      case 'patternProperties':
      case 'dependentSchemas':
        return isObject(value) ? properties(value, [], within) : value
      case 'contains': {
        const needed = schema.minContains !== 0
        const inner = resolve(value, forcedIf(needed, within))
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
        const inner = resolve(value, forcedIf(false, within))
        return inner === end ? undefined : inner
      }
      case 'x-open-property':
        return isObject(value) ? openProperty(value, within) : value
      default:
        return value
    }
  }

  const ids = (clauses: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(clauses).map(([name, clause]) => [name, `${operation}.${clause}`]))

  const openProperty = (value: JsonObject, within: Within): Json => {
    const schema = resolve(value.schema ?? {}, forcedIf(false, below(within, 'schema')))
    return { ...value, schema: schema === end ? {} : schema }
  }

  const properties = (members: JsonObject, required: readonly Json[], within: Within): Resolved => {
    const resolved: Record<string, Json> = {}
    for (const [name, member] of Object.entries(members)) {
      const needed = required.includes(name)
      const inner = resolve(member, forcedIf(needed, below(within, name)))
      if (inner === end && needed && side === 'request') return end
      // An array that can only be empty shows nothing more than none.
      const told = inner !== end && (needed || !isObject(inner) || !emptied.has(inner))
      if (told) resolved[name] = inner
    }
    return resolved
  }

  const branches = (key: string, value: readonly Json[], within: Within): Resolved | undefined => {
    const resolved = value.map((branch, index) =>
      resolve(branch, forcedIf(key === 'allOf', below(within, String(index)))),
    )
    const left = resolved.filter((branch) => branch !== end)
    if (left.length === resolved.length) return left
    // Of a choice a response may have taken what is written out no further.
    if (side === 'response') return key === 'allOf' && left.length > 0 ? left : undefined
    return key === 'allOf' || key === 'prefixItems' || left.length === 0 ? end : left
  }

  const referred = (reference: string, { base: root, open, pointer: place }: Within): Resolved => {
    const [id = '', pointer = ''] = reference.split('#')
    const document = id === '' ? root : documents.get(id)
    const pointed = `${place}/$ref`
    if (document == null)
      throw new SchemaError(
        `${reference} leads to no file of the contract: name the $id of one in schemas/resources of this folder, or put it into $defs`,
        pointed,
      )
    const target = at(document, pointer)
    if (target === undefined)
      throw new SchemaError(
        `there is nothing at ${reference}: name a definition that stands in $defs`,
        pointed,
      )
    const definition = `${document.$id ?? id}#${pointer}`
    const levels = open.filter((one) => one.definition === definition)
    if (levels.at(-1)?.forced === true)
      throw new SchemaError(
        `${reference} recurses without end: each one has to hold another one. Let the member that leads back be left out, be null, or be an array that may be empty`,
        pointed,
      )
    if (levels.length >= (levels[0]?.whole === true ? levelsMax : levelsMax - 1)) return end
    return resolve(target, {
      base: document,
      open: [...open, { definition, whole: place === '', forced: true }],
      pointer: place,
    })
  }

  const resolved = resolve(schema, { base, open: [], pointer: '' })
  return resolved === end ? side === 'response' : resolved
}

const below = (within: Within, key: string): Within => ({
  ...within,
  pointer: `${within.pointer}/${tokenOf(key)}`,
})

/** What is reached only in some instances ends no other one. */
const forcedIf = (condition: boolean, within: Within): Within =>
  condition ? within : { ...within, open: within.open.map((one) => ({ ...one, forced: false })) }

const requiredOf = ({ required }: JsonObject): readonly Json[] => (Array.isArray(required) ? required : [])

// What need not be an array still says something.
const isEmptied = (schema: JsonObject, resolved: JsonObject): boolean =>
  schema.type === 'array' && isObject(schema.items) && !isObject(resolved.items)
