// The schemas of one generator: walked and checked once, found again by $id, $anchor and JSON pointer.
import { uriDecoded } from '../../base/uri.ts'
import { GenerateError } from '../generate-error.ts'
import { child, tokens } from '../value/pointer.ts'
import { holdsOf } from './keyword.ts'
import { metaSchema } from './meta-schema.ts'
import { isSchema, isSchemaObject, type Node, type Schema, type SchemaObject, stringOf } from './schema.ts'

interface Place {
  /** The URI of the schema resource (Core 4.3.5) that the schema belongs to. */
  readonly base: string
  readonly pointer: string
}

const anonymous = 'schema:/root'

export class SchemaSet {
  readonly root: Node
  readonly #resources = new Map<string, Schema>()
  readonly #anchors = new Map<string, SchemaObject>()
  /** Per resource the names of its dynamic anchors. */
  readonly #dynamic = new Map<string, Set<string>>()
  readonly #places = new WeakMap<SchemaObject, Place>()
  readonly #nodes = new Map<Schema, Map<string, Node>>()
  readonly #annotations: readonly string[]
  readonly #targets = new Map<Node, Map<string, Node>>()
  #count = 0
  #dynamicReferences = false
  readonly #keywords = new Set<string>()

  /** @throws GenerateError for an unknown keyword, naming it and its place, and for what is no schema. */
  constructor(root: unknown, others: readonly object[], annotations: readonly string[]) {
    this.#annotations = annotations
    for (const [index, other] of others.entries()) this.#add(other, `${anonymous}-${index + 1}`)
    if (!isSchema(root)) throw new GenerateError('A schema is an object or a boolean', '')
    this.#add(root, anonymous)
    this.root = this.node(root, this.#enter([], root))
  }

  /** Whether any of the keywords occurs. */
  uses(...keywords: readonly string[]): boolean {
    return keywords.some((keyword) => this.#keywords.has(keyword))
  }

  /** The pointer of a schema within its resource's document, for messages; "" where it is unknown. */
  pointerOf(schema: Schema): string {
    return isSchemaObject(schema) ? (this.#places.get(schema)?.pointer ?? '') : ''
  }

  node(schema: Schema, scope: readonly string[]): Node {
    const kept = this.#dynamicReferences ? scope : []
    let byScope = this.#nodes.get(schema)
    if (byScope === undefined) {
      byScope = new Map()
      this.#nodes.set(schema, byScope)
    }
    const key = kept.join(' ')
    let node = byScope.get(key)
    if (node === undefined) {
      node = { id: this.#count++, schema, scope: kept }
      byScope.set(key, node)
    }
    return node
  }

  /** The node of a subschema of `parent`. */
  sub(parent: Node, schema: Schema): Node {
    return this.node(schema, this.#enter(parent.scope, schema))
  }

  /** The node that `$ref` or `$dynamicRef` of `parent` leads to (Core 8.2.3). */
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
    const from = this.#places.get(parent.schema)
    const uri = resolve(reference, from?.base ?? anonymous)
    const found = this.#find(uri, from?.pointer ?? '', reference)
    if (keyword === '$dynamicRef' && isSchemaObject(found)) {
      const name = uriDecoded(uri.slice(uri.indexOf('#') + 1))
      if (found.$dynamicAnchor === name) {
        const outermost = parent.scope.find((resource) => this.#dynamic.get(resource)?.has(name))
        const target = this.#anchors.get(`${outermost}#${name}`)
        if (target !== undefined) return this.node(target, this.#enter(parent.scope, target))
      }
    }
    return this.node(found, this.#enter(parent.scope, found))
  }

  // Only the outermost resource with a dynamic anchor counts, so that others need not be remembered.
  #enter(scope: readonly string[], schema: Schema): readonly string[] {
    if (!this.#dynamicReferences || !isSchemaObject(schema)) return scope
    const base = this.#places.get(schema)?.base
    const names = base === undefined ? undefined : this.#dynamic.get(base)
    if (base === undefined || names === undefined) return scope
    const shadowed = [...names].every((name) =>
      scope.some((resource) => this.#dynamic.get(resource)?.has(name)),
    )
    return shadowed ? scope : [...scope, base]
  }

  #find(uri: string, pointer: string, reference: string): Schema {
    const [resource = '', fragment = ''] = uri.split('#')
    if (!this.#resources.has(resource)) {
      const meta = metaSchema(resource)
      if (meta !== undefined) this.#add(meta, resource)
    }
    const root = this.#resources.get(resource)
    const name = uriDecoded(fragment)
    if (root !== undefined && name === '') return root
    const found =
      root !== undefined && name.startsWith('/')
        ? this.#at(root, name)
        : this.#anchors.get(`${resource}#${name}`)
    if (found === undefined) {
      throw new GenerateError(`The reference ${JSON.stringify(reference)} leads nowhere`, pointer)
    }
    return found
  }

  #at(root: Schema, pointer: string): Schema | undefined {
    let here: unknown = root
    let base = this.#baseOf(root)
    for (const token of tokens(pointer)) {
      if (typeof here !== 'object' || here === null || !Object.hasOwn(here, token)) return undefined
      here = (here as Record<string, unknown>)[token]
      base = this.#baseOf(here) ?? base
    }
    if (!isSchema(here)) return undefined
    // A reference may lead to where the walk saw no schema, for example below an annotation.
    if (isSchemaObject(here) && !this.#places.has(here)) this.#walk(here, base ?? anonymous, pointer)
    return here
  }

  #baseOf(schema: unknown): string | undefined {
    return isSchemaObject(schema) ? this.#places.get(schema)?.base : undefined
  }

  #add(schema: unknown, base: string): string {
    if (!isSchema(schema)) throw new GenerateError('A schema is an object or a boolean', '')
    const id = isSchemaObject(schema) ? stringOf(schema, '$id') : undefined
    const uri = id === undefined ? base : withoutFragment(resolve(id, base))
    this.#resources.set(uri, schema)
    if (isSchemaObject(schema)) this.#walk(schema, uri, '')
    return uri
  }

  #walk(schema: SchemaObject, outer: string, pointer: string): void {
    if (this.#places.has(schema)) return
    const id = stringOf(schema, '$id')
    const base = id === undefined ? outer : withoutFragment(resolve(id, outer))
    this.#places.set(schema, { base, pointer })
    if (id !== undefined) this.#resources.set(base, schema)
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = stringOf(schema, keyword)
      if (name === undefined) continue
      this.#anchors.set(`${base}#${name}`, schema)
      if (keyword === '$dynamicAnchor')
        this.#dynamic.set(base, (this.#dynamic.get(base) ?? new Set()).add(name))
    }
    if (schema.$dynamicRef !== undefined) this.#dynamicReferences = true
    for (const [keyword, value] of Object.entries(schema)) this.#keyword(keyword, value, base, pointer)
  }

  #keyword(keyword: string, value: unknown, base: string, pointer: string): void {
    this.#keywords.add(keyword)
    const holds = holdsOf(keyword)
    const place = child(pointer, keyword)
    if (holds === undefined) {
      if (this.#annotation(keyword)) return
      throw new GenerateError(`Unknown keyword ${JSON.stringify(keyword)}`, place)
    }
    if (holds === 'schema') this.#subschema(value, base, place)
    else if (holds !== 'nothing') {
      if (typeof value !== 'object' || value === null || Array.isArray(value) !== (holds === 'list')) {
        throw new GenerateError(`${keyword} needs ${holds === 'list' ? 'a list' : 'an object'}`, place)
      }
      for (const [key, each] of Object.entries(value)) this.#subschema(each, base, child(place, key))
    }
  }

  #subschema(value: unknown, base: string, pointer: string): void {
    if (!isSchema(value)) throw new GenerateError('A schema is an object or a boolean', pointer)
    if (isSchemaObject(value)) this.#walk(value, base, pointer)
  }

  #annotation(keyword: string): boolean {
    return (
      keyword.startsWith('x-') ||
      this.#annotations.some((each) =>
        each.endsWith('*') ? keyword.startsWith(each.slice(0, -1)) : keyword === each,
      )
    )
  }
}

function resolve(reference: string, base: string): string {
  try {
    return new URL(reference, base).href
  } catch {
    // A URN has no hierarchy: only a fragment can be relative to it.
    return reference.startsWith('#') ? withoutFragment(base) + reference : reference
  }
}

function withoutFragment(uri: string): string {
  return uri.split('#')[0] ?? ''
}
