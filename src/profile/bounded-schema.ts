// Checks that validation with a declared schema ends soon.
import { at, isObject, type Json, type JsonObject } from '../base/json.ts'
import { uriDecoded } from '../base/uri.ts'

/** The maximum number of subschemas that validate one location of a value. */
export const subschemasMax = 1_000
export const schemaLevelsMax = 200

// Keywords in `here` validate the location itself, and keywords in `below` validate inner locations.
const here = {
  single: ['not', 'if', 'then', 'else'],
  lists: ['allOf', 'anyOf', 'oneOf'],
  maps: ['dependentSchemas', 'dependencies'],
}
const below = {
  single: [
    'additionalProperties',
    'unevaluatedProperties',
    'propertyNames',
    'items',
    'unevaluatedItems',
    'contains',
  ],
  lists: ['prefixItems'],
  maps: ['properties', 'patternProperties'],
}
const references = ['$ref', '$dynamicRef', '$recursiveRef']

export function unboundedness(schema: Json): string | null {
  if (levelsOf(schema) > schemaLevelsMax) return `the schema has more than ${schemaLevelsMax} levels`
  const anchors = anchorsOf(schema)
  const firsts = new Set<Json>([schema])
  for (const first of firsts) {
    let tried = 0
    const problem = visit(first, [])
    if (problem !== null) return problem

    function visit(one: Json, open: readonly Json[]): string | null {
      if (!isObject(one)) return null
      if (open.includes(one)) return 'the schema refers to itself for the same location'
      tried += 1
      if (tried > subschemasMax)
        return `the schema validates one location with more than ${subschemasMax} subschemas`
      for (const next of within(one, below)) firsts.add(next)
      const targets = references.flatMap((keyword) => targetOf(one[keyword], schema, anchors))
      for (const next of [...within(one, here), ...targets]) {
        const found = visit(next, [...open, one])
        if (found !== null) return found
      }
      return null
    }
  }
  return null
}

function within(schema: JsonObject, { single, lists, maps }: typeof here): readonly Json[] {
  return [
    ...single.map((keyword) => schema[keyword]),
    ...lists.flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as Json[]) : [])),
    ...maps.flatMap((keyword) => (isObject(schema[keyword]) ? Object.values(schema[keyword]) : [])),
  ].filter((one) => one !== undefined)
}

// Ignores references to other schemas, because the later compilation rejects them.
function targetOf(reference: Json | undefined, root: Json, anchors: ReadonlyMap<string, Json>): Json[] {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return []
  const fragment = uriDecoded(reference.slice(1))
  const target = fragment === '' || fragment.startsWith('/') ? at(root, fragment) : anchors.get(fragment)
  return target === undefined ? [] : [target]
}

function anchorsOf(schema: Json): ReadonlyMap<string, Json> {
  const anchors = new Map<string, Json>()
  const visit = (one: Json): void => {
    if (isObject(one))
      for (const keyword of ['$anchor', '$dynamicAnchor'])
        if (typeof one[keyword] === 'string') anchors.set(one[keyword], one)
    if (typeof one === 'object' && one !== null) for (const member of Object.values(one)) visit(member)
  }
  visit(schema)
  return anchors
}

// A loop, because recursion in a deep schema could overflow the stack.
function levelsOf(schema: Json): number {
  let level: readonly Json[] = [schema]
  let count = 0
  for (; level.length > 0 && count <= schemaLevelsMax; count += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  return count
}
