// Converts schemas of every dialect to draft 2020-12.
import { namesOf, type SchemaObject } from './schema.ts'

export type Dialect =
  | '2020-12'
  | '2019-09'
  | 'draft-07'
  | 'draft-06'
  | 'draft-04'
  | 'openapi-3.1'
  | 'openapi-3.0'

export interface Reading {
  readonly schema: SchemaObject
  readonly names: ReadonlyMap<string, string>
  /** Implementations disagree about these keywords, so the generator never violates them. */
  readonly disputed: ReadonlySet<string>
}

const uris: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft-06\/schema#?$/, 'draft-06'],
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, 'draft-04'],
  [/^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\//, 'openapi-3.1'],
]

export function dialectOf(uri: unknown): Dialect | undefined {
  return typeof uri === 'string' ? uris.find(([pattern]) => pattern.test(uri))?.[1] : undefined
}

/** Since 2020-12, `contains` evaluates the elements that match (JSON Schema Core, section 10.3.1.3). */
export function containsEvaluates(dialect: Dialect): boolean {
  return dialect !== '2019-09'
}

/** Stands for `$recursiveAnchor: true` of 2019-09. No `$dynamicAnchor` can have this name. */
export const recursiveAnchor = '$recursive'

const none: ReadonlySet<string> = new Set()
const old: readonly Dialect[] = ['draft-07', 'draft-06', 'draft-04', 'openapi-3.0']

const later: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  '2020-12': none,
  'openapi-3.1': none,
  '2019-09': new Set(['prefixItems', '$dynamicRef', '$dynamicAnchor']),
  'draft-07': new Set(
    words('minContains maxContains dependentRequired dependentSchemas unevaluatedItems contentSchema'),
  ),
  'draft-06': new Set(
    words(
      'if then else minContains maxContains dependentRequired dependentSchemas contentEncoding contentMediaType contentSchema',
    ),
  ),
  'draft-04': new Set(
    words(
      'if then else minContains maxContains const contains propertyNames contentEncoding contentMediaType contentSchema',
    ),
  ),
  'openapi-3.0': new Set(
    words(
      'if then else minContains maxContains const contains propertyNames contentEncoding contentMediaType contentSchema',
    ),
  ),
}
const sinceNewer = words(
  'prefixItems unevaluatedItems unevaluatedProperties dependentRequired dependentSchemas $dynamicRef $dynamicAnchor',
)

const formatsSince: Readonly<Partial<Record<Dialect, readonly string[]>>> = {
  'draft-07': words('uuid duration'),
  'draft-06': words(
    'uuid duration date time idn-email idn-hostname iri iri-reference regex relative-json-pointer',
  ),
  'draft-04': words(
    'uuid duration date time idn-email idn-hostname iri iri-reference regex relative-json-pointer uri-reference uri-template json-pointer',
  ),
}

export function read(schema: SchemaObject, dialect: Dialect): Reading {
  const names = new Map<string, string>()
  const disputed = new Set<string>()
  if (dialect === '2020-12' || dialect === 'openapi-3.1') {
    if (schema.dependencies === undefined) return { schema, names, disputed }
    const view = { ...schema }
    dependencies(view, names, disputed)
    disputed.add('dependentRequired').add('dependentSchemas')
    return { schema: view, names, disputed }
  }
  const view: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    const unknown = later[dialect].has(keyword) || (old.includes(dialect) && sinceNewer.includes(keyword))
    if (!unknown) view[keyword] = value
  }
  if (dialect === 'draft-04' && typeof schema.id === 'string') {
    delete view.id
    view.$id = schema.id
  }
  if (old.includes(dialect)) anchors(view)
  else recursion(view)
  items(view, names)
  dependencies(view, names, disputed)
  if (dialect === '2019-09' && schema.dependencies !== undefined)
    disputed.add('dependentRequired').add('dependentSchemas')
  if (dialect === 'draft-04' || dialect === 'openapi-3.0') exclusives(view, names)
  if (dialect === 'openapi-3.0') nullable(view)
  if (formatsSince[dialect]?.includes(String(view.format))) disputed.add('format')
  // Older drafts ignore keywords beside `$ref`, but Ajv does not.
  if (old.includes(dialect) && typeof view.$ref === 'string') {
    delete view.$id
    delete view.$anchor
    for (const keyword of Object.keys(view)) if (keyword !== '$ref') disputed.add(keyword)
  }
  return { schema: view, names, disputed }
}

// Up to draft 7, schemas declare an anchor with `$id`.
function anchors(view: Record<string, unknown>): void {
  if (typeof view.$id !== 'string' || !/^#./.test(view.$id)) return
  view.$anchor = view.$id.slice(1)
  delete view.$id
}

function recursion(view: Record<string, unknown>): void {
  if (view.$recursiveAnchor === true) view.$dynamicAnchor = recursiveAnchor
  if (view.$recursiveRef === '#') view.$dynamicRef = `#${recursiveAnchor}`
  delete view.$recursiveAnchor
  delete view.$recursiveRef
}

function items(view: Record<string, unknown>, names: Map<string, string>): void {
  const { items: given, additionalItems } = view
  delete view.additionalItems
  if (!Array.isArray(given)) return
  delete view.items
  if (given.length > 0) {
    view.prefixItems = given
    names.set('prefixItems', 'items')
  }
  if (additionalItems === undefined) return
  view.items = additionalItems
  names.set('items', 'additionalItems')
}

function dependencies(
  view: Record<string, unknown>,
  names: Map<string, string>,
  disputed: Set<string>,
): void {
  const given = view.dependencies
  if (typeof given !== 'object' || given === null) return
  delete view.dependencies
  const entries = Object.entries(given)
  const required = entries.filter(([, each]) => Array.isArray(each) || typeof each === 'string')
  const schemas = entries.filter(([, each]) => !Array.isArray(each) && typeof each !== 'string')
  const listed = required.map(([name, each]) => [name, typeof each === 'string' ? [each] : namesOf(each)])
  for (const [keyword, held] of [
    ['dependentRequired', listed],
    ['dependentSchemas', schemas],
  ] as const) {
    if (held.length === 0) continue
    names.set(keyword, 'dependencies')
    if (view[keyword] === undefined) view[keyword] = Object.fromEntries(held)
    else disputed.add(keyword)
  }
}

function exclusives(view: Record<string, unknown>, names: Map<string, string>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const exclusive = view[flag] === true
    delete view[flag]
    if (!exclusive || typeof view[bound] !== 'number') continue
    view[flag] = view[bound]
    delete view[bound]
    names.set(flag, bound)
  }
}

// `nullable` changes only the `type` beside it (OpenAPI 3.0.3, section 4.7.24.1).
function nullable(view: Record<string, unknown>): void {
  if (view.nullable === true && typeof view.type === 'string') view.type = [view.type, 'null']
  delete view.nullable
}

function words(text: string): string[] {
  return text.split(' ')
}
