// Derives clauses that a contract does not state, from schemas and resources.

import { formType } from '../../base/http/media-type.ts'
import { isObject, type Json, tokenOf } from '../../base/json.ts'
import type { Level } from '../../base/verdict.ts'
import { type Clause, clauseOf } from '../clause.ts'
import type { Operation } from '../contract.ts'
import { isSuccess, within } from '../documented-response.ts'
import type { Resource } from '../resource.ts'
import { type Rule, type RuleFacts, rules } from '../rules/index.ts'
import type { Schema } from '../schema.ts'
import { withClauses } from './keywords.ts'
import { withParameterClauses } from './parameters.ts'
import { isVisibleAsText } from './text-keywords.ts'

export function addImplied(
  clauses: Map<string, Clause>,
  operations: Map<string, Operation>,
  facts: RuleFacts,
): void {
  const stated = new Set(clauses.keys())
  for (const operation of [...operations.values()]) {
    const [request, response] = (['request', 'response'] as const).map((side) => {
      const schema = side === 'request' ? operation.request : operation.wholeResponse
      // With `invalid: null`, the tenant may accept invalid requests, so keywords make no clauses.
      if (schema === null || (side === 'request' && operation.refusals.invalid === null)) return null
      // A resource may accept an action only once, so the run cannot try many bodies.
      if (side === 'request' && operation.acts) return null
      const judged =
        side === 'request' ? withoutOwnId(schema, operation, facts.resources.get(operation.resource)) : schema
      const isForm = side === 'request' && operation.mediaType === formType
      return withClauses(judged, operation, side, isForm ? { isJudged: isVisibleAsText } : undefined)
    })
    const documented = operation.responses.map((one) => {
      if (!isSuccess(one) || one.schema === null) return { response: one, clauses: [] }
      if (one.schema === operation.wholeResponse && response != null)
        return { response: { ...one, schema: response.schema }, clauses: [] }
      const { schema, clauses } = withClauses(one.schema, operation, 'response')
      return { response: { ...one, schema }, clauses }
    })
    const ofParameters = withParameterClauses(operation)
    operations.set(operation.name, {
      ...operation,
      parameters: ofParameters.parameters,
      request: request?.schema ?? operation.request,
      response: response == null ? operation.response : within(response.schema, operation.envelope.response),
      wholeResponse: response?.schema ?? operation.wholeResponse,
      responses: documented.map((one) => one.response),
    })
    const resource = facts.resources.get(operation.resource)
    const added = [
      ...(request?.clauses ?? []),
      ...(response?.clauses ?? []),
      ...documented.flatMap((one) => one.clauses),
      ...ofParameters.clauses,
      ...(resource === undefined ? [] : impliedByRules(operation, resource, facts, stated)),
    ]
    for (const clause of added) if (!clauses.has(clause.id)) clauses.set(clause.id, clause)
  }
}

/** Removes an optional id that the service sets. A random id could belong to a resource of another client. */
function withoutOwnId(schema: Schema, { act }: Operation, resource: Resource | undefined): Schema {
  const member = Object.keys(schema.properties ?? {}).find((name) => `/${tokenOf(name)}` === resource?.id)
  const { required = [], properties } = schema
  if (member === undefined || !isObject(properties) || (required as readonly Json[]).includes(member))
    return schema
  // With unique ids, the tenant rejects an existing id.
  if (act === 'create' && resource?.unique.includes(resource.id) === true) return schema
  if (resource?.serverSet.has(resource.id) !== true || Object.keys(resource.serverSetSent).length > 0)
    return schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== member)),
  }
}

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
      if (level === null) return []
      const statement = rule.statement(operation, resource, facts)
      const own = { id: rule.name, statement, part: rule.place?.(operation) ?? '' }
      return (rule.each?.(operation, resource) ?? [own]).map(({ part, ...one }) =>
        clauseOf(
          { ...one, level, part: operation.part || part || operation.source, law: rule.name },
          operation.name,
          null,
        ),
      )
    })
}

function levelOf({ name, level, named, likeKeywords }: Rule, { rules, keywords }: Operation): Level | null {
  const said = rules[name]
  if (said !== undefined) return said
  if (named === true) return null
  return likeKeywords === true ? keywords : level
}
