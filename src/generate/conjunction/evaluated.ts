// Finds the members and elements that a schema evaluates (JSON Schema Core, section 11).
import { isSchemaObject, type Node, namedSchemasOf, schemasOf } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'

export interface Evaluated {
  readonly length: number
  readonly names: readonly string[]
  readonly patterns: readonly string[]
  readonly allMembers: boolean
}

export function evaluatedBy(set: SchemaSet, node: Node): Evaluated {
  const names: string[] = []
  const patterns: string[] = []
  let length = 0
  let allMembers = false
  const seen = new Set<Node>()
  const visit = (here: Node): void => {
    const { schema } = here
    if (!isSchemaObject(schema) || seen.has(here)) return
    seen.add(here)
    names.push(...namedSchemasOf(schema.properties).map(([name]) => name))
    patterns.push(...namedSchemasOf(schema.patternProperties).map(([source]) => source))
    if (schema.additionalProperties !== undefined) allMembers = true
    length = Math.max(length, schemasOf(schema.prefixItems).length)
    const found = schema.contains !== undefined && set.containsEvaluates(schema)
    if (schema.items !== undefined || found) length = Number.POSITIVE_INFINITY
    if (here !== node && schema.unevaluatedProperties !== undefined) allMembers = true
    if (here !== node && schema.unevaluatedItems !== undefined) length = Number.POSITIVE_INFINITY
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      if (schema[keyword] !== undefined) visit(set.target(here, keyword))
    }
    const applied = [
      ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schemasOf(schema[keyword])),
      ...schemasOf([schema.if]),
      ...schemasOf([schema.then]),
      ...schemasOf([schema.else]),
      ...namedSchemasOf(schema.dependentSchemas).map(([, each]) => each),
    ]
    for (const each of applied) visit(set.sub(here, each))
  }
  visit(node)
  return { length, names, patterns, allMembers }
}
