// Turns each keyword of a schema into a function that checks values.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Assertion } from '../keyword/rule.ts'
import {
  type Node,
  namedSchemasOf,
  numberOf,
  type Schema,
  type SchemaObject,
  schemasOf,
} from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { compile } from '../value/pattern.ts'

export type Check = (value: Json, depth: number) => boolean

export function checkOf(
  set: SchemaSet,
  node: Node,
  schema: SchemaObject,
  assertions: readonly Assertion[],
  lazy: (node: Node) => Check,
): Check[] {
  const sub = (each: Schema): Check => lazy(set.sub(node, each))
  const all = (value: unknown): Check[] => schemasOf(value).map(sub)
  const checks: Check[] = assertions.map(({ holds, surely }) => surely ?? holds)
  for (const keyword of ['$ref', '$dynamicRef'] as const) {
    if (schema[keyword] !== undefined) checks.push(lazy(set.target(node, keyword)))
  }
  const members = memberCheck(schema, sub)
  if (members !== null) checks.push((value, depth) => !isObject(value) || members(value, depth))
  checks.push(...elementChecks(schema, sub))
  checks.push(...all(schema.allOf))
  if (schema.anyOf !== undefined) {
    const ways = all(schema.anyOf)
    checks.push((value, depth) => ways.some((way) => way(value, depth)))
  }
  if (schema.oneOf !== undefined) checks.push(exactlyOne(all(schema.oneOf)))
  for (const not of all([schema.not])) checks.push((value, depth) => !not(value, depth))
  const [tested] = all([schema.if])
  const [then] = all([schema.then])
  const [otherwise] = all([schema.else])
  if (tested !== undefined && (then !== undefined || otherwise !== undefined)) {
    checks.push((value, depth) => (tested(value, depth) ? then : otherwise)?.(value, depth) ?? true)
  }
  for (const [name, each] of namedSchemasOf(schema.dependentSchemas)) {
    const dependent = sub(each)
    checks.push((value, depth) => !isObject(value) || !Object.hasOwn(value, name) || dependent(value, depth))
  }
  return checks
}

function exactlyOne(ways: readonly Check[]): Check {
  return (value, depth) => {
    let found = 0
    for (const way of ways) if (way(value, depth) && ++found > 1) return false
    return found === 1
  }
}

function memberCheck(
  schema: SchemaObject,
  sub: (schema: Schema) => Check,
): ((value: JsonObject, depth: number) => boolean) | null {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema
  const named = new Map(namedSchemasOf(properties).map(([name, each]) => [name, sub(each)]))
  const patterns = namedSchemasOf(patternProperties).map(
    ([source, each]) => [compile(source), sub(each)] as const,
  )
  const [additional] = schemasOf([additionalProperties]).map(sub)
  const [names] = schemasOf([propertyNames]).map(sub)
  if (named.size + patterns.length === 0 && additional === undefined && names === undefined) return null
  return (value, depth) => {
    for (const name of Object.keys(value)) {
      const member = value[name] ?? null
      if (names !== undefined && !names(name, depth)) return false
      const own = named.get(name)
      if (own !== undefined && !own(member, depth)) return false
      let evaluated = own !== undefined
      for (const [pattern, check] of patterns) {
        if (!pattern.test(name)) continue
        evaluated = true
        if (!check(member, depth)) return false
      }
      if (!evaluated && additional !== undefined && !additional(member, depth)) return false
    }
    return true
  }
}

function elementChecks(schema: SchemaObject, sub: (schema: Schema) => Check): Check[] {
  const prefix = schemasOf(schema.prefixItems).map(sub)
  const [rest] = schemasOf([schema.items]).map(sub)
  const [sought] = schemasOf([schema.contains]).map(sub)
  const checks: Check[] = []
  if (prefix.length > 0 || rest !== undefined) {
    checks.push((value, depth) => {
      if (!Array.isArray(value)) return true
      const elements = value as readonly Json[]
      return elements.every((element, index) => (prefix[index] ?? rest)?.(element, depth) ?? true)
    })
  }
  if (sought !== undefined) {
    const least = numberOf(schema, 'minContains') ?? 1
    const most = numberOf(schema, 'maxContains') ?? Number.POSITIVE_INFINITY
    checks.push((value, depth) => {
      if (!Array.isArray(value)) return true
      const found = (value as readonly Json[]).filter((element) => sought(element, depth)).length
      return found >= least && found <= most
    })
  }
  return checks
}
