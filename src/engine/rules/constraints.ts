// Checks constraints between members with bodies that keep a constraint, and bodies that break it.
import { type Json, type JsonObject, withMember } from '../../base/json.ts'
import {
  constraintClause,
  constraintsIn,
  type Operation,
  operationOf,
  type Pointer,
  type Resource,
  referenceClause,
  referencesIn,
  schemaAt,
} from '../../contract/index.ts'
import { type Attempt, conforms, notAccepted } from '../../oracle/index.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { invalid, type Request } from '../requests/request.ts'
import { unknownId } from '../requests/unknown-id.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { alternativesOf, breachesOf } from '../under-test/index.ts'
import { mustBeRefusedWith, statusesOf } from './fixtures/assertions.ts'
import { permitChange, subjectOf, validRequestOf } from './fixtures/preconditions.ts'

const bodiesMax = 4
const idCharactersMax = 36

interface Base {
  readonly operation: Operation
  readonly resource: Resource
  readonly body: JsonObject
  readonly control: Attempt
  request(body: JsonObject, change?: (body: JsonObject) => JsonObject): Request
}

async function baseOf(context: TestContext): Promise<Base> {
  const { operation, resource } = subjectOf(context)
  if (operation.act !== 'create') permitChange(context, operation)
  const { key, body = {}, request } = await validRequestOf(context, operation)
  const control = await context.call(request)
  if (!control.accepted) throw notAccepted('the valid base request was not accepted', control)
  const { bodies } = context.subjects
  return {
    ...{ operation, resource, body, control },
    request: (varied, change = (one) => one) =>
      operationRequest(context.contract, operation, key, change(bodies.own(varied, operation, resource))),
  }
}

export const constraintKept: Check = async (context) => {
  const { operation, resource, body, control, request } = await baseOf(context)
  const constraint = constraintsIn(operation, resource).find(
    (one) => constraintClause(one) === context.clause.name,
  )
  if (constraint === undefined) throw new Error(`${context.clause.id} names no constraint`)
  const parts = context.subjects.bodies.constraintParts(operation, resource)
  const breaches = breachesOf(constraint, body, parts)
  if (breaches.length === 0) return context.inapplicable('no body violates only this constraint')
  const isFirst = (says: string, index: number): boolean =>
    breaches.findIndex((one) => one.says === says) === index
  for (const { body: broken, says } of breaches
    .filter((one, index) => isFirst(one.says, index))
    .slice(0, bodiesMax)) {
    const statuses = constraint.refusal ?? statusesOf(operation, 'invalid')
    const exchange = await context.call(invalid(request(broken)))
    mustBeRefusedWith(context, statuses, exchange, control, 'conflict', () => says)
  }
  for (const other of alternativesOf(constraint, body, parts).slice(0, bodiesMax))
    context.must.accept(await context.call(request(other)), { control })
}

export const referenceExists: Check = async (context) => {
  const { operation, resource, body, control, request } = await baseOf(context)
  const pointer = referencesIn(operation, resource).find(
    (one) => referenceClause(one) === context.clause.name,
  )
  if (pointer === undefined) throw new Error(`${context.clause.id} names no reference`)
  const id = await missingId(context, resource, pointer, operation)
  if (id === null)
    return context.inapplicable(
      'the run found no id that the schema allows and that certainly names no resource',
    )
  const exchange = await context.call(invalid(request(body, (one) => withMember(one, pointer, id))))
  const because = (): string =>
    `${pointer.slice(1)} names no existing resource of ${resource.references.get(pointer)}.`
  mustBeRefusedWith(context, null, exchange, control, 'conflict', because)
}

/** Returns an id that no resource has, or null if the schema allows none. */
async function missingId(
  context: TestContext,
  { references }: Resource,
  pointer: Pointer,
  { request }: Operation,
): Promise<Json | null> {
  const name = references.get(pointer) ?? ''
  const other = context.contract.resources.get(name)
  if (other === undefined) return null
  const creation = operationOf(context.contract, other.life.create ?? '')
  const { resource } = { resource: context.subjects.resourceOf(creation) }
  const one = await context.subjects.make(resource)
  const two = await context.subjects.make(resource, undefined, one.parent)
  const isCounted = [one.id, two.id].every((id) => /^\d+$/.test(id))
  const longest = Math.max(one.id.length, two.id.length, idCharactersMax)
  const id = isCounted
    ? String(Number.MAX_SAFE_INTEGER - (Math.abs(context.seed) % 1_000))
    : unknownId([one.id, two.id, ...context.subjects.idsOf(resource)], longest, context.seed)
  const schema = schemaAt(request ?? {}, pointer) ?? {}
  return [id, Number(id), 2_000_000_000].find((value) => conforms(schema, value)) ?? null
}
