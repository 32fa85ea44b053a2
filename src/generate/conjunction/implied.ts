// Recognises branches whose values all violate a schema, which saves a choice.

import { type Branch, forbids, memberDemands } from '../branch/branch.ts'
import type { Demand } from '../branch/demand.ts'
import type { Evaluator } from '../judge/evaluator.ts'
import {
  enumOf,
  isSchemaObject,
  type Node,
  namedSchemasOf,
  namesOf,
  numberOf,
  type SchemaObject,
  schemasOf,
} from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { everyKind, kindOf, kinds, kindsOf } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'

const levelsMax = 8

/** Returns false if the result is not obvious. */
export function refusesAll(
  set: SchemaSet,
  evaluator: Evaluator,
  node: Node,
  branch: Branch,
  level = 0,
): boolean {
  const { schema } = node
  if (!isSchemaObject(schema)) return !schema
  if (level > levelsMax) return false
  if (schema.type !== undefined && (kindsOf(schema.type) & branch.kinds) === 0) return true
  const values = valuesOf(schema)
  if (values !== undefined && branch.choices !== null) {
    if (!branch.choices.some((value) => evaluator.valid(node, value))) return true
  }
  const inner = (next: Node): boolean => refusesAll(set, evaluator, next, branch, level + 1)
  if (schema.$ref !== undefined && inner(set.target(node, '$ref'))) return true
  if (schemasOf(schema.allOf).some((each) => inner(set.sub(node, each)))) return true
  for (const keyword of ['anyOf', 'oneOf']) {
    if (
      schema[keyword] !== undefined &&
      schemasOf(schema[keyword]).every((each) => inner(set.sub(node, each)))
    )
      return true
  }
  if (branch.kinds !== kinds.object) return false
  if (namesOf(schema.required).some((name) => branch.absent.includes(name) || forbids(branch, name)))
    return true
  if (branch.required.length > (numberOf(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY)) return true
  if (schema.additionalProperties === false && branch.required.some((name) => isOutside(schema, name)))
    return true
  return namedSchemasOf(schema.properties).some(([name, each]) => {
    if (!branch.required.includes(name)) return false
    const wanted = set.sub(node, each)
    return memberDemands(branch, name).some((demand) => excludes(set, evaluator, demand, wanted))
  })
}

function isOutside(schema: SchemaObject, name: string): boolean {
  if (isSchemaObject(schema.properties) && Object.hasOwn(schema.properties, name)) return false
  return !namedSchemasOf(schema.patternProperties).some(([source]) => matches(source, name))
}

function excludes(set: SchemaSet, evaluator: Evaluator, demand: Demand, wanted: Node): boolean {
  if (demand.kind === 'not') return demand.node === wanted
  if (demand.kind === 'focus') return false
  const own = plain(set, demand.node)
  const other = plain(set, wanted)
  if (own === null || other === null) return false
  const values = valuesOf(own)
  if (values !== undefined) return values.every((value) => !evaluator.valid(wanted, value))
  return (kindsIn(own) & kindsIn(other)) === 0
}

function plain(set: SchemaSet, node: Node): SchemaObject | null {
  let here = node
  for (let level = 0; level < levelsMax; level++) {
    if (!isSchemaObject(here.schema)) return null
    if (here.schema.$ref === undefined) return here.schema
    here = set.target(here, '$ref')
  }
  return null
}

function kindsIn(schema: SchemaObject): number {
  const values = valuesOf(schema)
  if (values !== undefined) return values.reduce((bits: number, value) => bits | kindOf(value), 0)
  return schema.type === undefined ? everyKind : kindsOf(schema.type)
}

function valuesOf(schema: SchemaObject): ReturnType<typeof enumOf> {
  return enumOf(schema, 'const') ?? enumOf(schema, 'enum')
}
