// Finds out whether a schema applies itself.
import { holdsOf } from './keyword.ts'
import { isSchemaObject, type Node, namedSchemasOf, type Schema, schemasOf } from './schema.ts'
import type { SchemaSet } from './schema-set.ts'

export function isRecursive(set: SchemaSet): boolean {
  const open = new Set<Node>()
  const done = new Set<Node>()
  const visit = (node: Node): boolean => {
    if (open.has(node)) return true
    if (done.has(node) || !isSchemaObject(node.schema)) return false
    open.add(node)
    const found = nextOf(set, node, node.schema).some(visit)
    open.delete(node)
    done.add(node)
    return found
  }
  return visit(set.root)
}

function nextOf(set: SchemaSet, node: Node, schema: Exclude<Schema, boolean>): Node[] {
  const next: Node[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$defs' || keyword === 'definitions') continue
    if (keyword === '$ref' || keyword === '$dynamicRef') next.push(set.target(node, keyword))
    const holds = holdsOf(keyword)
    const held =
      holds === 'schema'
        ? schemasOf([value])
        : holds === 'list'
          ? schemasOf(value)
          : holds === 'named'
            ? namedSchemasOf(value).map(([, each]) => each)
            : []
    for (const each of held) next.push(set.sub(node, each))
  }
  return next
}
