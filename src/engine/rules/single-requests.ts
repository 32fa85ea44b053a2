// Checks that the tenant accepts a valid request, and refuses a request with one fault.

import { bodyOf, describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { essenceOf, formType } from '../../base/http/media-type.ts'
import { at } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriEncoded } from '../../base/uri.ts'
import { isOnlySent, type Schema } from '../../contract/index.ts'
import { conforms, Inconclusive, NotRun } from '../../oracle/index.ts'
import { using } from '../fixture.ts'
import { brokenJson } from '../requests/broken-json.ts'
import { requestOfNothing } from '../requests/operation-request.ts'
import { invalid, type Request } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import { mustRefuse } from './fixtures/assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { requestToSpoil, sentRequestOf } from './fixtures/sent-requests.ts'
import { unknownRefusals } from './fixtures/unknown-ids.ts'

export const accepts: Check = using([sentRequestOf], async (context) => {
  const { operation } = subjectOf(context)
  const { control: exchange, subject } = await sentRequestOf(context, operation)
  context.must.accept(exchange, subject === null ? undefined : { control: subject.first.exchange })
})

/** A check for operations whose other clauses send no invalid request. */
export const openRequest: Check = using([requestToSpoil], async (context) => {
  const { operation } = subjectOf(context)
  const open = async (): Promise<readonly Request[]> => {
    if (operation.request === null) return [requestOfNothing(context.contract, operation)]
    const { body: _, ...rest } = (await requestToSpoil(context, operation)).request
    return [rest, { ...rest, rawBody: brokenJson('a')[0] ?? '' }]
  }
  for (const request of await open()) {
    const exchange = await context.call(invalid(request))
    context.must.that(statusOf(exchange) < 500, 'A request that the tenant may refuse got a 5xx status.', {
      expected: 'a status other than 5xx',
      received: describeResponse(exchange),
      exchange,
    })
  }
})

export const malformedJson: Check = using([requestToSpoil], async (context) => {
  const { operation } = subjectOf(context)
  const spoilt = await requestToSpoil(context, operation)
  // The control comes first: a broken body may create a resource that changes the response to the control.
  await spoilt.control()
  const { body: _, ...rest } = spoilt.request
  for (const rawBody of brokenJson('a')) {
    const exchange = await context.call(invalid({ ...rest, rawBody }))
    mustRefuse(context, operation, exchange, await spoilt.control(exchange), 'malformed')
  }
})

export const mediaType: Check = using([requestToSpoil], async (context) => {
  const { operation } = subjectOf(context)
  const { request, control } = await requestToSpoil(context, operation)
  const exchanges: Exchange[] = []
  for (const type of [
    'text/plain',
    ...(context.contract.mediaTypes.includes(formType) || operation.mediaType === formType ? [] : [formType]),
  ]) {
    const { body, ...rest } = request
    const rawBody = type === formType ? 'a=b' : jsonText(body)
    exchanges.push(await context.call(invalid({ ...rest, mediaType: type, rawBody })))
  }
  const accepted = await control(...exchanges)
  for (const exchange of exchanges) mustRefuse(context, operation, exchange, accepted, 'mediaType')
})

export const problem: Check = using([requestToSpoil, unknownRefusals], async (context) => {
  const { operation } = subjectOf(context)
  const refused: Exchange[] = []
  if (operation.authenticated || operation.request !== null) {
    const { request } = await requestToSpoil(context, operation)
    const { body: _, ...bodiless } = request
    if (operation.authenticated)
      refused.push(await context.call({ ...request, intent: 'unauthorised' }, { as: 'none' }))
    if (operation.request !== null) {
      refused.push(await context.call(invalid({ ...bodiless, rawBody: '{"a": ' })))
      refused.push(await context.call(invalid({ ...request, body: 'no object' })))
    }
  }
  refused.push(...(await context.use(unknownRefusals, operation)))
  const told = context.contract.problem
  let judged = 0
  for (const exchange of refused) {
    const status = statusOf(exchange)
    if (told === null || status < 400 || status > 499 || status === 429) continue
    judged += 1
    const type = essenceOf(exchange.response?.headers['content-type'])
    context.must.that(
      type === told.mediaType,
      'The media type of a refusal is not the media type that the contract describes for refusals.',
      {
        expected: `content-type: ${told.mediaType}`,
        received: `content-type: ${type || 'none'}`,
        exchange,
      },
    )
    const body = bodyOf(exchange)
    const fits = body.ok && conforms(told.schema, body.value)
    const own = body.ok ? at(body.value, '/status') : undefined
    // RFC 9457, section 3.1.2: the member `status` repeats the status of the response.
    const same = told.mediaType !== 'application/problem+json' || own === undefined || own === status
    context.must.that(
      fits && same,
      'The body of a refusal does not have the form that the contract describes for refusals.',
      {
        expected: same ? 'a body that matches the schema of refusals' : `status ${status} in the body`,
        received: describeResponse(exchange),
        exchange,
      },
    )
  }
  if (judged === 0)
    throw new Inconclusive('the tenant refused no request, so the check found no refusal to judge')
})

export const queryRefused: Check = using([requestToSpoil], async (context) => {
  const { operation } = subjectOf(context)
  const spoilt = await requestToSpoil(context, operation)
  const { request } = spoilt
  await spoilt.control()
  for (const { in: place, name, schema } of operation.parameters)
    for (const value of place === 'query' ? outside(schema) : []) {
      const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${uriEncoded(name)}=${uriEncoded(value)}`
      const exchange = await context.call(invalid({ ...request, path }))
      mustRefuse(context, operation, exchange, await spoilt.control(exchange), 'invalid')
    }
})

function outside(schema: Schema): readonly string[] {
  const judged = Object.entries(schema).filter(([keyword]) => !isOnlySent(schema, keyword))
  const { type, minimum, maximum, maxLength, enum: values }: Schema = Object.fromEntries(judged)
  const numeric = type === 'integer' || type === 'number'
  return [
    ...(typeof minimum === 'number' ? [String(minimum - 1)] : []),
    ...(typeof maximum === 'number' ? [String(maximum + 1)] : []),
    ...(numeric ? ['abc'] : []),
    ...(typeof maxLength === 'number' && !numeric ? ['x'.repeat(maxLength + 1)] : []),
    ...(Array.isArray(values) ? ['none-of-these'] : []),
  ]
}

export const unknownIdRefused: Check = using([unknownRefusals, sentRequestOf], async (context) => {
  const { operation } = subjectOf(context)
  const refused = await context.use(unknownRefusals, operation)
  if (refused.length === 0)
    throw new NotRun(
      'the tenant uses consecutive numbers as ids, so an unknown id could name a resource of another client',
      'specification',
    )
  const { control } = await sentRequestOf(context, operation)
  for (const exchange of refused) mustRefuse(context, operation, exchange, control, 'unknown')
})
