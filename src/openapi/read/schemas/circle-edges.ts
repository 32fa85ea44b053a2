// Finds references that apply to the same value as their schema.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { isReference } from '../state/members.ts'

export interface Edge {
  readonly holder: Record<string, Json>
  readonly to: string
  readonly keyword: string
  /**
   * The choice, for example `oneOf`, that contains the reference. Null if every value must satisfy the
   * reference.
   */
  readonly choice: Choice | null
}

interface Choice {
  readonly owner: Record<string, Json>
  readonly keyword: string
}

const lists: readonly string[] = ['allOf', 'anyOf', 'oneOf']
const singles: readonly string[] = ['not', 'if', 'then', 'else']

export function edgesOf(schema: Json | undefined): Edge[] {
  return edgesIn(schema, null, null)
}

/**
 * @param keyword keyword of the named schema that contains this schema; null for the named schema
 * itself
 */
export function edgesIn(schema: Json | undefined, keyword: string | null, choice: Choice | null): Edge[] {
  if (!isObject(schema)) return []
  const inner = partsOf(schema).flatMap(([key, part]) =>
    edgesIn(part, keyword ?? key, choice ?? (key === 'allOf' ? null : { owner: schema, keyword: key })),
  )
  if (!isReference(schema)) return inner
  const to = schema.$ref.slice('#/components/schemas/'.length)
  return [{ holder: schema, to, keyword: keyword ?? '$ref', choice }, ...inner]
}

function partsOf(schema: JsonObject): readonly (readonly [keyword: string, part: Json])[] {
  const parts: (readonly [string, Json])[] = []
  for (const keyword of lists) {
    const list = schema[keyword]
    if (Array.isArray(list)) for (const part of list) parts.push([keyword, part])
  }
  for (const keyword of singles) if (schema[keyword] !== undefined) parts.push([keyword, schema[keyword]])
  const { dependentSchemas } = schema
  if (isObject(dependentSchemas))
    for (const part of Object.values(dependentSchemas)) parts.push(['dependentSchemas', part])
  return parts
}
