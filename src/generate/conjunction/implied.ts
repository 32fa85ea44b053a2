// Whether a branch refuses a schema already: most alternatives of a union exclude each other by one member's value.

import type { Evaluator } from '../judge/evaluator.ts'
import { enumOf, isSchemaObject, type Node, namedSchemasOf, namesOf, schemasOf } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { kinds, kindsOf } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import { type Branch, memberDemands } from './branch.ts'

const levelsMax = 8

/** True only if no instance of the branch satisfies `node`; false where that is not plain to see. */
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
  const inner = (next: Node): boolean => refusesAll(set, evaluator, next, branch, level + 1)
  if (schema.$ref !== undefined && inner(set.target(node, '$ref'))) return true
  if (schemasOf(schema.allOf).some((each) => inner(set.sub(node, each)))) return true
  if (branch.kinds !== kinds.object) return false
  if (namesOf(schema.required).some((name) => branch.absent.includes(name))) return true
  return namedSchemasOf(schema.properties).some(([name, each]) => {
    if (!branch.required.includes(name)) return false
    const wanted = set.sub(node, each)
    return memberDemands(branch, name, matches).some((demand) => {
      if (demand.kind !== 'is' || !isSchemaObject(demand.node.schema)) return false
      const values = enumOf(demand.node.schema, 'const') ?? enumOf(demand.node.schema, 'enum')
      return values?.every((value) => !evaluator.valid(wanted, value)) ?? false
    })
  })
}
