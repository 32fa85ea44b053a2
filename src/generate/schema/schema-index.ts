// Checks schemas, and finds them by $id, $anchor and JSON pointer.
import { uriDecoded } from '../../base/uri.ts'
import { GenerateError } from '../generate-error.ts'
import type { GenerateOptions } from '../options.ts'
import { child, tokens } from '../value/pointer.ts'
import { dialectOf, type Reading } from './dialect.ts'
import { requireForm } from './form.ts'
import { holdsOf } from './keyword.ts'
import { metaSchema } from './meta-schema.ts'
import { isSchema, isSchemaObject, type Schema, type SchemaObject, stringOf } from './schema.ts'
import { lacksValidation, readIn, type Setting } from './setting.ts'

export interface Location {
  readonly base: string
  readonly pointer: string
  readonly setting: Setting
}

interface Origin {
  readonly schema: SchemaObject
  readonly reading: Reading
}

export interface Annotation {
  readonly keyword: string
  /** JSON pointer (RFC 6901) within the document. */
  readonly schemaPointer: string
}

export type SchemaOptions = Pick<
  GenerateOptions,
  'schemas' | 'strict' | 'annotations' | 'dialect' | 'resolve' | 'keywords'
>

export const anonymous = 'schema:/root'

export class SchemaIndex {
  readonly #options: SchemaOptions
  readonly #resources = new Map<string, Schema>()
  readonly #anchors = new Map<string, SchemaObject>()
  readonly #dynamic = new Map<string, Set<string>>()
  readonly #locations = new WeakMap<SchemaObject, Location>()
  readonly #origins = new WeakMap<SchemaObject, Origin>()
  readonly #views = new WeakMap<SchemaObject, SchemaObject>()
  #dynamicReferences = false
  readonly unknown: Annotation[] = []

  /** @throws GenerateError for an invalid schema, or with `strict` for an unknown keyword */
  constructor(root: unknown, options: SchemaOptions) {
    this.#options = options
    for (const [index, other] of (options.schemas ?? []).entries())
      this.#add(other, `${anonymous}-${index + 1}`, undefined)
    this.#add(root, anonymous, undefined)
  }

  get hasDynamicReferences(): boolean {
    return this.#dynamicReferences
  }

  viewOf(written: Schema): Schema {
    return isSchemaObject(written) ? (this.#views.get(written) ?? written) : written
  }

  originOf(view: SchemaObject): Origin | undefined {
    return this.#origins.get(view)
  }

  locationOf(schema: unknown): Location | undefined {
    return isSchemaObject(schema) ? this.#locations.get(schema) : undefined
  }

  dynamicAnchorsOf(resource: string): ReadonlySet<string> | undefined {
    return this.#dynamic.get(resource)
  }

  anchored(resource: string | undefined, name: string): SchemaObject | undefined {
    return this.#anchors.get(`${resource}#${name}`)
  }

  /** @throws GenerateError if the reference has no target */
  find(uri: string, from: Location | undefined, reference: string): Schema {
    const [resource = '', fragment = ''] = uri.split('#')
    if (!this.#resources.has(resource)) this.#fetch(resource, from?.setting)
    const root = this.#resources.get(resource)
    const name = uriDecoded(fragment)
    if (root !== undefined && name === '') return root
    const found =
      root !== undefined && name.startsWith('/') ? this.#at(root, name) : this.anchored(resource, name)
    if (found === undefined) {
      const pointer = from?.pointer ?? ''
      throw new GenerateError(`The reference ${JSON.stringify(reference)} names no schema`, pointer)
    }
    return found
  }

  #fetch(uri: string, setting: Setting | undefined): void {
    const given = this.#options.resolve?.(uri)
    if (isSchema(given)) {
      const known = this.#add(given, uri, setting)
      if (known !== uri) this.#resources.set(uri, given)
      return
    }
    const meta = metaSchema(uri)
    if (meta !== undefined) this.#add(meta, uri, { ...this.#setting, asserts: 'no format' })
  }

  #at(root: Schema, pointer: string): Schema | undefined {
    let here: unknown = root
    let location = this.locationOf(root)
    for (const token of tokens(pointer)) {
      if (typeof here !== 'object' || here === null || !Object.hasOwn(here, token)) return undefined
      here = (here as Record<string, unknown>)[token]
      location = this.locationOf(here) ?? location
    }
    if (!isSchema(here)) return undefined
    // #walk skips schemas within annotations.
    if (isSchemaObject(here) && !this.#locations.has(here))
      this.#walk(here, location?.base ?? anonymous, pointer, location?.setting ?? this.#setting)
    return here
  }

  get #setting(): Setting {
    return { dialect: this.#options.dialect ?? '2020-12', asserts: 'everything' }
  }

  #add(schema: unknown, uri: string, setting: Setting | undefined): string {
    if (!isSchema(schema)) throw new GenerateError('A schema must be an object or a boolean', '')
    this.#resources.set(uri, schema)
    if (isSchemaObject(schema)) this.#walk(schema, uri, '', setting ?? this.#setting)
    return this.locationOf(schema)?.base ?? uri
  }

  #walk(written: SchemaObject, outer: string, pointer: string, around: Setting): void {
    if (this.#locations.has(written)) return
    const setting = this.#settingOf(written.$schema, around)
    const reading = readIn(written, setting)
    const { schema } = reading
    const id = stringOf(schema, '$id')
    const base = id === undefined ? outer : withoutFragment(resolve(id, outer))
    const location = { base, pointer, setting }
    this.#locations.set(written, location)
    this.#locations.set(schema, location)
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
      this.#keyword(keyword, value, child(pointer, reading.names.get(keyword) ?? keyword), location)
    }
  }

  #settingOf(uri: unknown, around: Setting): Setting {
    if (typeof uri !== 'string') return around
    const dialect = dialectOf(uri)
    if (dialect !== undefined) return { ...around, dialect }
    const meta = this.#resources.get(uri) ?? this.#options.resolve?.(uri)
    return lacksValidation(meta) ? { ...around, asserts: 'no validation' } : around
  }

  #keyword(keyword: string, value: unknown, pointer: string, around: Location): void {
    const holds = holdsOf(keyword)
    if (holds === undefined) {
      if (Object.hasOwn(this.#options.keywords ?? {}, keyword)) return
      if (around.setting.asserts !== 'no format') this.#unknown(keyword, pointer)
      return
    }
    requireForm(keyword, value, pointer)
    if (holds === 'schema') this.#subschema(value, pointer, around)
    else if (holds !== 'nothing') {
      if (typeof value !== 'object' || value === null || Array.isArray(value) !== (holds === 'list')) {
        throw new GenerateError(`${keyword} needs ${holds === 'list' ? 'a list' : 'an object'}`, pointer)
      }
      for (const [key, each] of Object.entries(value)) this.#subschema(each, child(pointer, key), around)
    }
  }

  #subschema(value: unknown, pointer: string, around: Location): void {
    if (!isSchema(value)) throw new GenerateError('A schema must be an object or a boolean', pointer)
    if (isSchemaObject(value)) this.#walk(value, around.base, pointer, around.setting)
  }

  #unknown(keyword: string, pointer: string): void {
    const { annotations = [], strict = false } = this.#options
    this.unknown.push({ keyword, schemaPointer: pointer })
    if (!strict || keyword.startsWith('x-')) return
    const allowed = annotations.some((each) =>
      each.endsWith('*') ? keyword.startsWith(each.slice(0, -1)) : keyword === each,
    )
    if (!allowed) throw new GenerateError(`Unknown keyword ${JSON.stringify(keyword)}`, pointer)
  }
}

/** Implements RFC 3986. */
export function resolve(reference: string, base: string): string {
  try {
    return new URL(reference, base).href
  } catch {
    // The URL parser cannot resolve a fragment against a URN.
    return reference.startsWith('#') ? withoutFragment(base) + reference : reference
  }
}

function withoutFragment(uri: string): string {
  return uri.split('#')[0] ?? ''
}
