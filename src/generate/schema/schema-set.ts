// The schemas of a generator, each with its dynamic scope.
import { uriDecoded } from '../../base/uri.ts'
import { containsEvaluates, recursiveAnchor } from './dialect.ts'
import { isSchemaObject, type Node, type Schema, type SchemaObject, stringOf } from './schema.ts'
import { type Annotation, anonymous, resolve, SchemaIndex, type SchemaOptions } from './schema-index.ts'

export class SchemaSet {
  readonly root: Node
  readonly #index: SchemaIndex
  readonly #nodes = new Map<Schema, Map<string, Node>>()
  readonly #targets = new Map<Node, Map<string, Node>>()
  #count = 0

  /** @throws GenerateError for an invalid schema, or with `strict` for an unknown keyword */
  constructor(root: unknown, options: SchemaOptions = {}) {
    this.#index = new SchemaIndex(root, options)
    const schema = root as Schema
    this.root = this.node(schema, this.#enter([], schema))
  }

  get size(): number {
    return this.#count
  }

  get unknown(): readonly Annotation[] {
    return this.#index.unknown
  }

  /** Returns "" if the pointer is unknown. */
  pointerOf(schema: Schema): string {
    return this.#index.locationOf(schema)?.pointer ?? ''
  }

  written(schema: SchemaObject): SchemaObject {
    return this.#index.originOf(schema)?.schema ?? schema
  }

  nameOf(schema: SchemaObject, keyword: string): string {
    return this.#index.originOf(schema)?.reading.names.get(keyword) ?? keyword
  }

  isDisputed(schema: SchemaObject, keyword: string): boolean {
    return this.#index.originOf(schema)?.reading.disputed.has(keyword) ?? false
  }

  containsEvaluates(schema: SchemaObject): boolean {
    return containsEvaluates(this.#index.locationOf(schema)?.setting.dialect ?? '2020-12')
  }

  node(written: Schema, scope: readonly string[]): Node {
    const schema = this.#index.viewOf(written)
    const relevant = this.#index.hasDynamicReferences ? scope : []
    let byScope = this.#nodes.get(schema)
    if (byScope === undefined) {
      byScope = new Map()
      this.#nodes.set(schema, byScope)
    }
    const key = relevant.join(' ')
    let node = byScope.get(key)
    if (node === undefined) {
      node = { id: this.#count++, schema, scope: relevant }
      byScope.set(key, node)
    }
    return node
  }

  sub(parent: Node, schema: Schema): Node {
    return this.node(schema, this.#enter(parent.scope, schema))
  }

  /** Follows a reference (JSON Schema Core, section 8.2.3). */
  target(parent: Node, keyword: '$ref' | '$dynamicRef'): Node {
    let known = this.#targets.get(parent)
    if (known === undefined) {
      known = new Map()
      this.#targets.set(parent, known)
    }
    let target = known.get(keyword)
    if (target === undefined) {
      target = this.#lookUp(parent, keyword)
      known.set(keyword, target)
    }
    return target
  }

  #lookUp(parent: Node, keyword: '$ref' | '$dynamicRef'): Node {
    if (!isSchemaObject(parent.schema)) return parent
    const reference = stringOf(parent.schema, keyword) ?? ''
    const from = this.#index.locationOf(parent.schema)
    const recursive = reference === `#${recursiveAnchor}`
    const uri = resolve(recursive ? '#' : reference, from?.base ?? anonymous)
    const found = this.#index.find(uri, from, reference)
    if (keyword === '$dynamicRef' && isSchemaObject(found)) {
      const name = recursive ? recursiveAnchor : uriDecoded(uri.slice(uri.indexOf('#') + 1))
      const view = this.#index.viewOf(found)
      if (isSchemaObject(view) && view.$dynamicAnchor === name) {
        const outermost = parent.scope.find((resource) => this.#index.dynamicAnchorsOf(resource)?.has(name))
        const target = this.#index.anchored(outermost, name)
        if (target !== undefined) return this.node(target, this.#enter(parent.scope, target))
      }
    }
    return this.node(found, this.#enter(parent.scope, found))
  }

  // Of equal dynamic anchors, only the outermost counts.
  #enter(scope: readonly string[], schema: Schema): readonly string[] {
    if (!this.#index.hasDynamicReferences || !isSchemaObject(schema)) return scope
    const base = this.#index.locationOf(this.#index.viewOf(schema))?.base
    const names = base === undefined ? undefined : this.#index.dynamicAnchorsOf(base)
    if (base === undefined || names === undefined) return scope
    const shadowed = [...names].every((name) =>
      scope.some((resource) => this.#index.dynamicAnchorsOf(resource)?.has(name)),
    )
    return shadowed ? scope : [...scope, base]
  }
}
