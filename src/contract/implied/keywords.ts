// Derives clauses from the keywords of a schema.
import { dotted, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { type Clause, clauseOf } from '../clause.ts'
import type { Operation } from '../contract.ts'
import { kebab } from '../kebab.ts'
import type { Schema } from '../schema.ts'

const constraining: readonly string[] = [
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'additionalProperties',
  'propertyNames',
  'dependentRequired',
]

const branching: readonly string[] = ['anyOf', 'oneOf']

const valued: readonly string[] = ['items', 'contains', 'additionalProperties']

interface Subject {
  readonly prefix?: string
  readonly inWords?: string
  isJudged(keyword: string, schema: Json): boolean
}

export interface Claused {
  readonly schema: Schema
  readonly clauses: readonly Clause[]
}

export function withClauses(
  schema: Schema,
  operation: Operation,
  side: 'request' | 'response',
  subject?: Subject,
): Claused {
  const clauses = new Map<string, Clause>()
  const named = (keyword: string, pointer: string, schema: JsonObject, source: string): string => {
    // Nested members of OpenAPI responses share the clause of their outermost member.
    const member = memberName(
      side === 'response' && operation.source !== '' ? outerOf(pointer, operation) : pointer,
    )
    const name =
      side === 'response'
        ? `returned${member === '' ? '' : `-${member}`}`
        : [subject?.prefix, member === '' && subject?.prefix === undefined ? 'body' : member, kebab(keyword)]
            .filter(Boolean)
            .join('-')
    const place = subject !== undefined ? subject.inWords : pointer === '' ? 'the body' : dotted(pointer)
    const statement =
      side === 'response'
        ? `In a response, ${place} matches its schema.`
        : `The tenant rejects a request if ${place} violates ${keyword} ${shown(schema[keyword])}, and accepts the request otherwise.`
    const part = operation.part || source || operation.source
    const level = side === 'request' ? operation.keywords : 'MUST'
    const clause = clauseOf({ id: name, level, part, statement }, operation.name, null)
    if (!clauses.has(clause.id)) clauses.set(clause.id, clause)
    return clause.id
  }
  const visit = (node: Json, pointer: string, outer: string, shared?: string): Json => {
    if (!isObject(node)) return node
    const source = sourceOf(node) ?? outer
    const own = isObject(node['x-clauses']) ? (node['x-clauses'] as JsonObject) : {}
    const open = isObject(node['x-not-shown']) ? node['x-not-shown'] : {}
    const added = Object.fromEntries(
      (side === 'response' ? [...constraining, ...branching] : constraining)
        .filter((keyword) => keyword in node && !(keyword in own) && !(keyword in open))
        .filter((keyword) => !(keyword === 'additionalProperties' && node[keyword] !== false))
        .filter((keyword) => subject?.isJudged(keyword, node) ?? true)
        .map((keyword) => [keyword, shared ?? named(keyword, pointer, node, source)]),
    )
    const all = { ...own, ...added }
    const inner = Object.entries(node).map(([key, value]): [string, Json] => {
      const deeper = (schema: Json, at: string, ...tokens: readonly string[]): Json =>
        visit(schema, at, within(source, key, ...tokens), shared)
      if (key === 'propertyNames')
        return [key, visit(value, pointer, within(source, key), String(all[key] ?? shared))]
      if (valued.includes(key)) return [key, deeper(value, `${pointer}/*`)]
      if ((key === 'properties' || key === 'patternProperties') && isObject(value)) {
        const members = Object.entries(value).map(([name, member]): [string, Json] => [
          name,
          deeper(member, `${pointer}/${key === 'properties' ? name : '*'}`, name),
        ])
        return [key, Object.fromEntries(members)]
      }
      // A response that violates one branch of `anyOf` or `oneOf` can match another branch.
      const isBranched = key === 'allOf' || (side === 'request' && branching.includes(key))
      if ((isBranched || key === 'prefixItems') && Array.isArray(value)) {
        const at = key === 'prefixItems' ? `${pointer}/*` : pointer
        return [key, value.map((branch: Json, index) => deeper(branch, at, String(index)))]
      }
      return [key, value]
    })
    const { 'x-clauses': _, ...left } = Object.fromEntries(inner)
    return { ...left, ...(Object.keys(all).length === 0 ? {} : { 'x-clauses': all }) }
  }
  return { schema: visit(schema, '', '') as Schema, clauses: [...clauses.values()] }
}

const sourceOf = (node: JsonObject): string | null =>
  typeof node['x-source'] === 'string' ? node['x-source'] : null

const within = (source: string, ...tokens: readonly string[]): string =>
  source === '' ? '' : `${source}/${tokens.map(tokenOf).join('/')}`

function outerOf(pointer: string, { envelope }: Operation): string {
  const around = pointer.startsWith(`${envelope.response}/`) ? envelope.response : ''
  const parts = pointer.slice(around.length).split('/').slice(1)
  // A `*` in the first or second part can stand for a resource in a list, for example `/items/*`. A later `*`
  // belongs to a member.
  const items = parts.indexOf('*')
  const outer = items >= 0 && items <= 1 ? items + 2 : 1
  return `${around}${parts
    .slice(0, outer)
    .map((part) => `/${part}`)
    .join('')}`
}

function memberName(pointer: string): string {
  return pointer
    .split('/')
    .filter((part) => part !== '' && part !== '*')
    .map(kebab)
    .join('-')
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
