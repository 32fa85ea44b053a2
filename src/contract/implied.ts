// Derives unstated clauses from schemas and resources.
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import type { Level } from '../base/verdict.ts'
import { type Clause, clauseOf } from './clause.ts'
import type { Operation } from './contract.ts'
import type { Resource } from './resource.ts'
import { type Rule, type RuleFacts, rules } from './rules/index.ts'
import type { Schema } from './schema.ts'

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

/** Adds clauses for keywords and rules without one. */
export function addImplied(
  clauses: Map<string, Clause>,
  operations: Map<string, Operation>,
  facts: RuleFacts,
): void {
  const stated = new Set(clauses.keys())
  for (const operation of [...operations.values()]) {
    const [request, response] = (['request', 'response'] as const).map((side) => {
      const schema = operation[side]
      // Without a specified refusal, keywords only describe valid requests.
      if (schema === null || (side === 'request' && operation.refusals.invalid === null)) return null
      return withClauses(schema, operation, side)
    })
    operations.set(operation.name, {
      ...operation,
      request: request?.schema ?? operation.request,
      response: response?.schema ?? operation.response,
    })
    const resource = facts.resources.get(operation.resource)
    const added = [
      ...(request?.clauses ?? []),
      ...(response?.clauses ?? []),
      ...(resource === undefined ? [] : impliedByRules(operation, resource, facts, stated)),
    ]
    for (const clause of added) if (!clauses.has(clause.id)) clauses.set(clause.id, clause)
  }
}

/** Excludes rules that the operation's own clauses state. */
function impliedByRules(
  operation: Operation,
  resource: Resource,
  facts: RuleFacts,
  stated: ReadonlySet<string>,
): readonly Clause[] {
  return rules
    .filter(({ name }) => !stated.has(`${operation.name}.${name}`))
    .filter((rule) => rule.holdsFor(operation, resource, facts))
    .flatMap((rule) => {
      const level = levelOf(rule, operation)
      const statement = rule.statement(operation, resource, facts)
      const source = { id: rule.name, part: operation.part, statement, law: rule.name }
      return level === null ? [] : [clauseOf({ ...source, level }, operation.name, null)]
    })
}

function levelOf({ name, level, named }: Rule, { rules }: Operation): Level | null {
  const said = rules[name]
  if (said !== undefined) return said
  return named === true ? null : level
}

/** Every keyword has a clause. */
interface Claused {
  readonly schema: Schema
  readonly clauses: readonly Clause[]
}

/** @param side a violating request must be refused; a response must satisfy the schema */
function withClauses(schema: Schema, operation: Operation, side: 'request' | 'response'): Claused {
  const clauses = new Map<string, Clause>()
  const named = (keyword: string, pointer: string, schema: JsonObject): string => {
    const member = memberName(pointer)
    const name =
      side === 'response'
        ? `returned${member === '' ? '' : `-${member}`}`
        : [member === '' ? 'body' : member, kebab(keyword)].join('-')
    const place = pointer === '' ? 'the body' : pointer.slice(1).replaceAll('/', '.')
    const statement =
      side === 'response'
        ? `In a response ${place} is as its schema says.`
        : `A request is refused where ${place} breaks ${keyword} ${shown(schema[keyword])}, and accepted where ${place} just satisfies it.`
    const clause = clauseOf(
      { id: name, level: 'MUST', part: operation.part, statement },
      operation.name,
      null,
    )
    if (!clauses.has(clause.id)) clauses.set(clause.id, clause)
    return clause.id
  }
  const visit = (node: Json, pointer: string): Json => {
    if (!isObject(node)) return node
    const own = isObject(node['x-clauses']) ? (node['x-clauses'] as JsonObject) : {}
    const open = isObject(node['x-not-shown']) ? node['x-not-shown'] : {}
    const added = Object.fromEntries(
      (side === 'response' ? [...constraining, ...branching] : constraining)
        .filter((keyword) => keyword in node && !(keyword in own) && !(keyword in open))
        .filter((keyword) => !(keyword === 'additionalProperties' && node[keyword] !== false))
        .map((keyword) => [keyword, named(keyword, pointer, node)]),
    )
    const inner = Object.entries(node).map(([key, value]): [string, Json] => {
      if (key === 'properties' && isObject(value))
        return [
          key,
          Object.fromEntries(
            Object.entries(value).map(([name, member]) => [name, visit(member, `${pointer}/${name}`)]),
          ),
        ]
      if (key === 'items' || key === 'contains') return [key, visit(value, `${pointer}/*`)]
      // One branch of a response's choice may violate another.
      if ((key === 'allOf' || (side === 'request' && branching.includes(key))) && Array.isArray(value))
        return [key, value.map((branch: Json) => visit(branch, pointer))]
      return [key, value]
    })
    const all = { ...own, ...added }
    return { ...Object.fromEntries(inner), ...(Object.keys(all).length === 0 ? {} : { 'x-clauses': all }) }
  }
  return { schema: visit(schema, '') as Schema, clauses: [...clauses.values()] }
}

function memberName(pointer: string): string {
  return pointer
    .split('/')
    .filter((part) => part !== '' && part !== '*')
    .map(kebab)
    .join('-')
}

function kebab(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
