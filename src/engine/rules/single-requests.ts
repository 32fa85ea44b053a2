// Rules of single requests: accepted, or refused for one reason.

import { bodyOf, describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { at } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriEncoded } from '../../base/uri.ts'
import type { Operation, Resource, Schema } from '../../contract/index.ts'
import { conforms, Inconclusive, NotRun } from '../../oracle/index.ts'
import { selfContainedForgeries } from '../principals/forgeries.ts'
import type { Principal } from '../principals/principal.ts'
import { brokenJson } from '../requests/broken-json.ts'
import { keyOf, operationRequest, pathParameters } from '../requests/operation-request.ts'
import { invalid, type Request } from '../requests/request.ts'
import { unknownId } from '../requests/unknown-id.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { mustRefuse } from './assertions.ts'
import { subjectOf, validRequestOf } from './preconditions.ts'

export const accepts: Check = async (context) => {
  const { operation } = subjectOf(context)
  const { request, subject } = await validRequestOf(context, operation)
  const exchange = await context.call(request)
  context.must.accept(exchange, subject === null ? undefined : { control: subject.first.exchange })
}

export const malformedJson: Check = async (context) => {
  const { operation } = subjectOf(context)
  const { request } = await validRequestOf(context, operation)
  // First, as a broken body may create a resource that the run cannot recognise.
  const control = await context.call(request)
  const { body: _, ...rest } = request
  for (const rawBody of brokenJson('a'))
    mustRefuse(context, operation, await context.call(invalid({ ...rest, rawBody })), control, 'malformed')
}

export const mediaType: Check = async (context) => {
  const { operation } = subjectOf(context)
  const { request } = await validRequestOf(context, operation)
  const exchanges: Exchange[] = []
  const form = 'application/x-www-form-urlencoded'
  for (const type of [
    'text/plain',
    ...(context.contract.mediaTypes.includes(form) || operation.mediaType === form ? [] : [form]),
  ]) {
    const { body, ...rest } = request
    const rawBody = type === form ? 'a=b' : jsonText(body)
    exchanges.push(await context.call(invalid({ ...rest, mediaType: type, rawBody })))
  }
  const control = await context.call(request)
  for (const exchange of exchanges) mustRefuse(context, operation, exchange, control, 'mediaType')
}

export const problem: Check = async (context) => {
  const { operation } = subjectOf(context)
  const { request } = await validRequestOf(context, operation)
  const refused: Exchange[] = []
  const { body: _, ...bodiless } = request
  if (operation.authenticated)
    refused.push(await context.call({ ...request, intent: 'unauthorised' }, { as: 'none' }))
  if (operation.request !== null) {
    refused.push(await context.call(invalid({ ...bodiless, rawBody: '{"a": ' })))
    refused.push(await context.call(invalid({ ...request, body: 'no object' })))
  }
  for (const unknown of await unknownRequests(context, operation))
    refused.push(await sendUnknown(context, unknown))
  const told = context.contract.problem
  let judged = 0
  for (const exchange of refused) {
    const status = statusOf(exchange)
    if (told === null || status < 400 || status > 499 || status === 429) continue
    judged += 1
    const type = (exchange.response?.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
    context.must.that(type === told.mediaType, 'A refusal is not of the media type of refusals.', {
      expected: `content-type: ${told.mediaType}`,
      received: `content-type: ${type || 'none'}`,
      exchange,
    })
    const body = bodyOf(exchange)
    const fits = body.ok && conforms(told.schema, body.value)
    const own = body.ok ? at(body.value, '/status') : undefined
    // RFC 9457, 3.1.2: the response's status.
    const same = told.mediaType !== 'application/problem+json' || own === undefined || own === status
    context.must.that(fits && same, 'The body of a refusal is not as refusals are.', {
      expected: same ? 'a body that the schema of refusals allows' : `status ${status} in the body`,
      received: describeResponse(exchange),
      exchange,
    })
  }
  if (judged === 0) throw new Inconclusive('no request was refused, so that no refusal could be seen')
}

const refusedAs =
  (
    principals: (context: TestContext) => readonly Principal[],
    reason: 'unauthenticated' | 'forbidden',
  ): Check =>
  async (context) => {
    const { operation } = subjectOf(context)
    const { request } = await validRequestOf(context, operation)
    const exchanges: Exchange[] = []
    for (const as of principals(context))
      exchanges.push(await context.call({ ...request, intent: 'unauthorised' }, { as }))
    const control = await context.call(request)
    for (const exchange of exchanges) mustRefuse(context, operation, exchange, control, reason)
  }

export const authMissing = refusedAs(() => ['none'], 'unauthenticated')
export const authInvalid = refusedAs(
  ({ contract }) => (contract.authentication?.tokens === 'jwt' ? selfContainedForgeries : ['not-a-jwt']),
  'unauthenticated',
)
export const authExpired = refusedAs(() => ['expired'], 'unauthenticated')
export const authScope = refusedAs(() => ['limited'], 'forbidden')

export const queryRefused: Check = async (context) => {
  const { operation } = subjectOf(context)
  const { request } = await validRequestOf(context, operation)
  const control = await context.call(request)
  for (const { in: place, name, schema } of operation.parameters)
    for (const value of place === 'query' ? outside(schema) : []) {
      const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${uriEncoded(name)}=${uriEncoded(value)}`
      mustRefuse(context, operation, await context.call(invalid({ ...request, path })), control, 'invalid')
    }
}

/** Invalid in every spelling. */
function outside({ type, minimum, maximum, maxLength, enum: values }: Schema): readonly string[] {
  const numeric = type === 'integer' || type === 'number'
  return [
    ...(typeof minimum === 'number' ? [String(minimum - 1)] : []),
    ...(typeof maximum === 'number' ? [String(maximum + 1)] : []),
    ...(numeric ? ['abc'] : []),
    ...(typeof maxLength === 'number' && !numeric ? ['x'.repeat(maxLength + 1)] : []),
    ...(Array.isArray(values) ? ['none-of-these'] : []),
  ]
}

export const unknownIdRefused: Check = async (context) => {
  const { operation } = subjectOf(context)
  const unknown = await unknownRequests(context, operation)
  if (unknown.length === 0)
    throw new NotRun(
      "ids count up at this tenant, so that one which names nothing could name somebody else's",
      'specification',
    )
  const exchanges: Exchange[] = []
  for (const request of unknown) exchanges.push(await sendUnknown(context, request))
  const { request } = await validRequestOf(context, operation)
  const control = await context.call(request)
  for (const exchange of exchanges) mustRefuse(context, operation, exchange, control, 'unknown')
}

const idCharactersMax = 36

/** With an id of the usual form. */
async function unknownRequests(context: TestContext, operation: Operation): Promise<readonly Request[]> {
  const { contract, subjects } = context
  const resource = subjects.resourceOf(operation)
  if (operation.idParameter === null || resource.singleton || resource.life.create === undefined) return []
  const one = await subjects.make(resource)
  const other = await subjects.make(resource, undefined, one.parent)
  const valid = await validRequestOf(context, operation, one)
  const counted = [one.id, other.id].every((id) => /^\d+$/.test(id))
  const id = counted
    ? String(Number.MAX_SAFE_INTEGER - (Math.abs(context.seed) % 1_000))
    : unknownId([one.id, other.id], Math.max(one.id.length, idCharactersMax), context.seed)
  const key = keyOf(one.parent, id, pathParameters(operation).length - 1)
  // A read must show that the number is free, since it may belong to others.
  if (counted && operation.method !== 'GET' && !(await isFree(context, resource, key))) return []
  const { body } = valid
  return [{ ...operationRequest(contract, operation, key, body), intent: 'invalid' }]
}

async function isFree(
  { contract, subjects }: TestContext,
  { life }: Resource,
  key: string,
): Promise<boolean> {
  const reading = contract.operations.get(life.read ?? '')
  if (reading === undefined) return false
  const request = operationRequest(contract, reading, key, undefined)
  const { exchange } = await subjects.raw({ ...request, intent: 'probe' })
  return [404, 410].includes(statusOf(exchange))
}

// A free number bypasses the check of ownership, which it would fail.
async function sendUnknown(context: TestContext, request: Request): Promise<Exchange> {
  return /\/\d+(?:\?|$)/.test(request.path)
    ? (await context.subjects.raw(request)).exchange
    : context.call(request)
}
