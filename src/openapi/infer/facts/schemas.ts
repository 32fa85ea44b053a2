// Reads schemas. Follows references, and merges `allOf`, `oneOf` and `anyOf`.
import { at, isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { uriDecoded } from '../../../base/uri.ts'

const mostReferences = 32
const mostNested = 8

export class Schemas {
  readonly #root: JsonObject
  readonly #properties = new WeakMap<JsonObject, ReadonlyMap<string, Json>>()

  constructor(root: JsonObject) {
    this.#root = root
  }

  resolved(node: Json | undefined): JsonObject | undefined {
    return this.#followed(node)[0]
  }

  allResolved(nodes: readonly (Json | undefined)[]): readonly JsonObject[] {
    return nodes.map((node) => this.resolved(node)).filter((node) => node !== undefined)
  }

  #followed(node: Json | undefined): readonly [JsonObject | undefined, string | null] {
    let here = node
    let reference: string | null = null
    for (let count = 0; isObject(here) && typeof here.$ref === 'string'; count += 1) {
      if (count === mostReferences || !here.$ref.startsWith('#')) return [undefined, null]
      reference = here.$ref
      here = at(this.#root, uriDecoded(reference.slice(1)))
    }
    return [isObject(here) ? here : undefined, reference]
  }

  /** If a name occurs several times, the first schema wins. */
  properties(node: Json | undefined): ReadonlyMap<string, Json> {
    const schema = this.resolved(node)
    if (schema === undefined) return new Map()
    const known = this.#properties.get(schema) ?? this.#collected(schema)
    this.#properties.set(schema, known)
    return known
  }

  #collected(schema: JsonObject): ReadonlyMap<string, Json> {
    const found = new Map<string, Json>()
    for (const part of this.#parts(schema))
      for (const [name, member] of Object.entries(isObject(part.properties) ? part.properties : {}))
        if (!found.has(name)) found.set(name, member)
    return found
  }

  #parts(node: Json | undefined, depth = 0): readonly JsonObject[] {
    const schema = this.resolved(node)
    if (schema === undefined || depth > mostNested) return []
    const inner = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((list) =>
      Array.isArray(list) ? list : [],
    )
    return [schema, ...inner.flatMap((part: Json) => this.#parts(part, depth + 1))]
  }

  types(node: Json | undefined): ReadonlySet<string> {
    return new Set(
      this.#parts(node)
        .flatMap(typesIn)
        .filter((type) => type !== 'null'),
    )
  }

  items(node: Json | undefined): Json | undefined {
    return this.#parts(node).find((part) => part.items !== undefined)?.items
  }

  /**
   * Returns equal texts for references to one component, and for schemas with at least three members and
   * equal member names.
   */
  identity(node: Json | undefined): string | null {
    const [schema, reference] = this.#followed(node)
    if (schema === undefined) return null
    const only = Array.isArray(schema.allOf) && schema.properties === undefined ? schema.allOf : []
    if (only.length === 1) return this.identity(only[0] as Json)
    if (reference !== null) return reference
    const names = [...this.properties(schema).keys()]
    return names.length < 3 ? null : names.sort().join(' ')
  }
}

function typesIn(schema: JsonObject): readonly string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string')
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return ['object']
  return schema.items === undefined ? [] : ['array']
}
