// Shared by rules: the clause's operation and resource, valid requests, and assertions.

import { isClientError, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Operation, operationOf, type Resource } from '../../contract/index.ts'
import { NotAllowed, NotRun, speaksOfTime } from '../../oracle/index.ts'
import { effectOf, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { isSupplied } from '../resources/kind.ts'
import type { TestContext } from '../test-context.ts'
import { membersOf, type PlainResponse, type ResourceUnderTest } from '../under-test/index.ts'

export function subjectOf(context: TestContext): {
  readonly operation: Operation
  readonly resource: Resource
} {
  const operation = operationOf(context.contract, context.clause.operation)
  return { operation, resource: context.subjects.resourceOf(operation) }
}

export interface ValidRequest {
  readonly request: Request
  readonly subject: ResourceUnderTest | null
  readonly body: JsonObject | undefined
}

/** @throws NotRun if the contract does not define the operation, or the run cannot create the resource */
export async function validRequestOf(
  { contract, subjects, take }: TestContext,
  operation: Operation,
  subject?: ResourceUnderTest,
): Promise<ValidRequest> {
  const resource = subjects.resourceOf(operation)
  const body = operation.request === null ? undefined : subjects.bodies.of(operation, resource)
  const { act } = operation
  // Nothing is known of it but its path.
  if (act === 'other' && operation.method === 'GET' && !operation.path.includes('{'))
    return { request: operationRequest(contract, operation, '', undefined), subject: null, body: undefined }
  if (act === 'other')
    throw new NotRun(
      `the contract does not say what ${operation.name} does: name it in the life of ${resource.name}`,
      'specification',
    )
  if (act === 'create' || act === 'list') {
    const within = resource.life.create === undefined ? '' : await subjects.parentFor(resource)
    return { request: operationRequest(contract, operation, within, body), subject: null, body }
  }
  if (operation.idParameter !== null && isSupplied(resource)) {
    const { id } = await take(resource.name)
    return { request: operationRequest(contract, operation, id, body), subject: null, body }
  }
  // A write needs no read.
  if (resource.singleton && resource.life.read === undefined)
    return { request: operationRequest(contract, operation, '', body), subject: null, body }
  // No operation creates this resource.
  if (act === 'read' && operation.idParameter === null && !resource.singleton)
    return { request: operationRequest(contract, operation, '', body), subject: null, body }
  const one = subject ?? (await subjects.make(resource))
  return { request: operationRequest(contract, operation, one.key, body), subject: one, body }
}

/** Whether a read denies the resource. Without a response, with 5xx or 401, it may still exist. */
export function isDenied({ exchange }: Pick<PlainResponse, 'exchange'>): boolean {
  return isClientError(exchange) && statusOf(exchange) !== 401 && !speaksOfTime(exchange)
}

/** @throws NotRun if the write mode forbids the change */
export function permitChange({ allows, contract }: TestContext, operation: Operation): void {
  const effect = effectOf(contract, operation)
  if (!allows(effect)) throw new NotAllowed(`it changes something: run with --writes ${effect}`)
}

/** Without states. */
export function changeable(operation: Operation, { serverSet, states }: Resource): readonly string[] {
  return membersOf(operation.request).filter(
    (member) => !serverSet.has(`/${member}`) && !states.has(`/${member}`),
  )
}
