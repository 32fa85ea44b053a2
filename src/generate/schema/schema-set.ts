// Checks and indexes schemas by $id, $anchor and JSON pointer.
import { uriDecoded } from '../../base/uri.ts'
import { GenerateError } from '../generate-error.ts'
import type { GenerateOptions } from '../options.ts'
import { child, tokens } from '../value/pointer.ts'
import { containsEvaluates, dialectOf, type Reading, recursiveAnchor } from './dialect.ts'
import { requireForm } from './form.ts'
import { holdsOf } from './keyword.ts'
import { metaSchema } from './meta-schema.ts'
import { isSchema, isSchemaObject, type Node, type Schema, type SchemaObject, stringOf } from './schema.ts'
import { lacksValidation, readIn, type Setting } from './setting.ts'

interface Place {
  /** URI of the schema's resource (Core 4.3.5). */
  readonly base: string
  readonly pointer: string
  readonly setting: Setting
}

interface Origin {
  readonly schema: SchemaObject
  readonly reading: Reading
}

/** An unknown keyword. */
export interface Annotation {
  readonly keyword: string
  /** RFC 6901, within the document. */
  readonly schemaPointer: string
}

export type SchemaSetOptions = Pick<
  GenerateOptions,
  'schemas' | 'strict' | 'annotations' | 'dialect' | 'resolve' | 'keywords'
>

const anonymous = 'schema:/root'

export class SchemaSet {
  readonly root: Node
  readonly #resources = new Map<string, Schema>()
  readonly #anchors = new Map<string, SchemaObject>()
  /** Names of dynamic anchors by resource. */
  readonly #dynamic = new Map<string, Set<string>>()
  readonly #places = new WeakMap<SchemaObject, Place>()
  readonly #nodes = new Map<Schema, Map<string, Node>>()
  readonly #origins = new WeakMap<SchemaObject, Origin>()
  readonly #views = new WeakMap<SchemaObject, SchemaObject>()
  readonly #options: SchemaSetOptions
  readonly #targets = new Map<Node, Map<string, Node>>()
  #count = 0
  #dynamicReferences = false
  /** In order of appearance. */
  readonly unknown: Annotation[] = []

  /** @throws GenerateError for an invalid schema or, if strict, an unknown keyword */
  constructor(root: unknown, options: SchemaSetOptions = {}) {
    this.#options = options
    for (const [index, other] of (options.schemas ?? []).entries())
      this.#add(other, `${anonymous}-${index + 1}`, undefined)
    if (!isSchema(root)) throw new GenerateError('A schema is an object or a boolean', '')
    this.#add(root, anonymous, undefined)
    this.root = this.node(root, this.#enter([], root))
  }

  /** Nodes so far, counted for each dynamic scope. */
  get size(): number {
    return this.#count
  }

  /** Within the document; "" if unknown. */
  pointerOf(schema: Schema): string {
    return isSchemaObject(schema) ? (this.#places.get(schema)?.pointer ?? '') : ''
  }

  /** The caller's object. */
  written(schema: SchemaObject): SchemaObject {
    return this.#origins.get(schema)?.schema ?? schema
  }

  /** The original name. */
  nameOf(schema: SchemaObject, keyword: string): string {
    return this.#origins.get(schema)?.reading.names.get(keyword) ?? keyword
  }

  /** Implementations differ, so no violation breaks it. */
  isDisputed(schema: SchemaObject, keyword: string): boolean {
    return this.#origins.get(schema)?.reading.disputed.has(keyword) ?? false
  }

  containsEvaluates(schema: SchemaObject): boolean {
    return containsEvaluates(this.#places.get(schema)?.setting.dialect ?? '2020-12')
  }

  node(written: Schema, scope: readonly string[]): Node {
    const schema = isSchemaObject(written) ? (this.#views.get(written) ?? written) : written
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

  sub(parent: Node, schema: Schema): Node {
    return this.node(schema, this.#enter(parent.scope, schema))
  }

  /** Resolves references (Core 8.2.3). */
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
    const recursive = reference === `#${recursiveAnchor}`
    const uri = resolve(recursive ? '#' : reference, from?.base ?? anonymous)
    const found = this.#find(uri, from, reference)
    if (keyword === '$dynamicRef' && isSchemaObject(found)) {
      const name = recursive ? recursiveAnchor : uriDecoded(uri.slice(uri.indexOf('#') + 1))
      if ((this.#views.get(found) ?? found).$dynamicAnchor === name) {
        const outermost = parent.scope.find((resource) => this.#dynamic.get(resource)?.has(name))
        const target = this.#anchors.get(`${outermost}#${name}`)
        if (target !== undefined) return this.node(target, this.#enter(parent.scope, target))
      }
    }
    return this.node(found, this.#enter(parent.scope, found))
  }

  // Only the outermost resource with a dynamic anchor counts.
  #enter(scope: readonly string[], schema: Schema): readonly string[] {
    if (!this.#dynamicReferences || !isSchemaObject(schema)) return scope
    const base = this.#placeOf(this.#views.get(schema) ?? schema)?.base
    const names = base === undefined ? undefined : this.#dynamic.get(base)
    if (base === undefined || names === undefined) return scope
    const shadowed = [...names].every((name) =>
      scope.some((resource) => this.#dynamic.get(resource)?.has(name)),
    )
    return shadowed ? scope : [...scope, base]
  }

  #find(uri: string, from: Place | undefined, reference: string): Schema {
    const [resource = '', fragment = ''] = uri.split('#')
    if (!this.#resources.has(resource)) this.#fetch(resource, from?.setting)
    const root = this.#resources.get(resource)
    const name = uriDecoded(fragment)
    if (root !== undefined && name === '') return root
    const found =
      root !== undefined && name.startsWith('/')
        ? this.#at(root, name)
        : this.#anchors.get(`${resource}#${name}`)
    if (found === undefined) {
      const pointer = from?.pointer ?? ''
      throw new GenerateError(`The reference ${JSON.stringify(reference)} leads nowhere`, pointer)
    }
    return found
  }

  #fetch(uri: string, setting: Setting | undefined): void {
    const given = this.#options.resolve?.(uri)
    if (isSchema(given)) {
      const known = this.#add(given, uri, setting)
      // The schema's `$id` may differ.
      if (known !== uri) this.#resources.set(uri, given)
      return
    }
    const meta = metaSchema(uri)
    if (meta !== undefined) this.#add(meta, uri, { ...this.#setting, asserts: 'no format' })
  }

  #at(root: Schema, pointer: string): Schema | undefined {
    let here: unknown = root
    let place = this.#placeOf(root)
    for (const token of tokens(pointer)) {
      if (typeof here !== 'object' || here === null || !Object.hasOwn(here, token)) return undefined
      here = (here as Record<string, unknown>)[token]
      place = this.#placeOf(here) ?? place
    }
    if (!isSchema(here)) return undefined
    // A reference may point where #walk found no schema, such as below an annotation.
    if (isSchemaObject(here) && !this.#places.has(here))
      this.#walk(here, place?.base ?? anonymous, pointer, place?.setting ?? this.#setting)
    return here
  }

  get #setting(): Setting {
    return { dialect: this.#options.dialect ?? '2020-12', asserts: 'everything' }
  }

  #placeOf(schema: unknown): Place | undefined {
    return isSchemaObject(schema) ? this.#places.get(schema) : undefined
  }

  #add(schema: unknown, uri: string, setting: Setting | undefined): string {
    if (!isSchema(schema)) throw new GenerateError('A schema is an object or a boolean', '')
    this.#resources.set(uri, schema)
    if (isSchemaObject(schema)) this.#walk(schema, uri, '', setting ?? this.#setting)
    return this.#placeOf(schema)?.base ?? uri
  }

  #walk(written: SchemaObject, outer: string, pointer: string, around: Setting): void {
    if (this.#places.has(written)) return
    const setting = this.#settingOf(written.$schema, around)
    const reading = readIn(written, setting)
    const { schema } = reading
    const id = stringOf(schema, '$id')
    const base = id === undefined ? outer : withoutFragment(resolve(id, outer))
    const place = { base, pointer, setting }
    this.#places.set(written, place)
    this.#places.set(schema, place)
    if (schema !== written) this.#views.set(written, schema)
    this.#origins.set(schema, { schema: written, reading })
    if (id !== undefined) this.#resources.set(base, written)
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = stringOf(schema, keyword)
      if (name === undefined) continue
      this.#anchors.set(`${base}#${name}`, written)
      if (keyword === '$dynamicAnchor')
        this.#dynamic.set(base, (this.#dynamic.get(base) ?? new Set()).add(name))
    }
    if (schema.$dynamicRef !== undefined) this.#dynamicReferences = true
    for (const [keyword, value] of Object.entries(schema)) {
      this.#keyword(keyword, value, child(pointer, reading.names.get(keyword) ?? keyword), place)
    }
  }

  #settingOf(uri: unknown, around: Setting): Setting {
    if (typeof uri !== 'string') return around
    const dialect = dialectOf(uri)
    if (dialect !== undefined) return { ...around, dialect }
    const meta = this.#resources.get(uri) ?? this.#options.resolve?.(uri)
    return lacksValidation(meta) ? { ...around, asserts: 'no validation' } : around
  }

  #keyword(keyword: string, value: unknown, place: string, around: Place): void {
    const holds = holdsOf(keyword)
    if (holds === undefined) {
      if (Object.hasOwn(this.#options.keywords ?? {}, keyword)) return
      if (around.setting.asserts !== 'no format') this.#unknown(keyword, place)
      return
    }
    requireForm(keyword, value, place)
    if (holds === 'schema') this.#subschema(value, place, around)
    else if (holds !== 'nothing') {
      if (typeof value !== 'object' || value === null || Array.isArray(value) !== (holds === 'list')) {
        throw new GenerateError(`${keyword} needs ${holds === 'list' ? 'a list' : 'an object'}`, place)
      }
      for (const [key, each] of Object.entries(value)) this.#subschema(each, child(place, key), around)
    }
  }

  #subschema(value: unknown, pointer: string, around: Place): void {
    if (!isSchema(value)) throw new GenerateError('A schema is an object or a boolean', pointer)
    if (isSchemaObject(value)) this.#walk(value, around.base, pointer, around.setting)
  }

  #unknown(keyword: string, place: string): void {
    const { annotations = [], strict = false } = this.#options
    this.unknown.push({ keyword, schemaPointer: place })
    if (!strict || keyword.startsWith('x-')) return
    const allowed = annotations.some((each) =>
      each.endsWith('*') ? keyword.startsWith(each.slice(0, -1)) : keyword === each,
    )
    if (!allowed) throw new GenerateError(`Unknown keyword ${JSON.stringify(keyword)}`, place)
  }
}

function resolve(reference: string, base: string): string {
  try {
    return new URL(reference, base).href
  } catch {
    // A URN has no hierarchy: only a fragment can be relative.
    return reference.startsWith('#') ? withoutFragment(base) + reference : reference
  }
}

function withoutFragment(uri: string): string {
  return uri.split('#')[0] ?? ''
}
