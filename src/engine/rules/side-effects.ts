// Checks that refused requests change nothing, and that accepted requests change only their resource.

import { describeResponse, statusOf } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { isOnlySent } from '../../contract/index.ts'
import { violations } from '../../generate/index.ts'
import { notAccepted, originOf } from '../../oracle/index.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { withFreshValues } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import { mustShow } from './fixtures/assertions.ts'
import { isDenied, permitChange, subjectOf, validRequestOf } from './fixtures/preconditions.ts'

const refusedMax = 8

export const refusedChangesNothing: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  const base = context.subjects.bodies.of(operation, resource)
  const classes = violations(operation.request ?? {}, { base }).filter(
    ({ pointer, schema, keyword }) => pointer !== '' && !isOnlySent(schema, keyword),
  )
  const chosen = classes.filter(
    (_, index) => index % Math.max(1, Math.ceil(classes.length / refusedMax)) === 0,
  )
  let before = await subject.read()
  for (const { arbitrary, pointer } of chosen) {
    await context.forAll(
      arbitrary,
      async (value) => {
        if (!isObject(value)) return
        const fresh = context.subjects.bodies.of(operation, resource)
        const own = withFreshValues(value, base, fresh)
        const varied = context.subjects.bodies.kept(own, operation, resource, pointer)
        const attempt = await subject.sendTo(operation, varied, { intent: 'invalid' })
        const after = await subject.read()
        if (statusOf(attempt.exchange) >= 400 && statusOf(attempt.exchange) <= 499)
          mustShow(context, resource, before.body, after, 'A refused request changed something:', {
            control: before.exchange,
            steps: [attempt.exchange],
          })
        before = after
      },
      1,
    )
  }
}

export const mediaTypeIgnored: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  const filled = await subject.sendTo(operation, context.subjects.bodies.of(operation, resource))
  context.must.assume(
    filled.accepted,
    `the same request with the right media type was not accepted: ${describeResponse(filled.exchange)}`,
  )
  const before = await subject.read()
  const { body, ...request } = operationRequest(
    context.contract,
    operation,
    subject.key,
    context.subjects.bodies.of(operation, resource),
  )
  const attempt = await context.call({
    ...request,
    rawBody: jsonText(body),
    mediaType: 'text/plain',
    intent: 'probe',
  })
  mustShow(
    context,
    resource,
    before.body,
    await subject.read(),
    'A request with a body of another media type changed something:',
    { control: before.exchange, steps: [attempt] },
  )
}

export const safeChangesNothing: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const subject = await context.subjects.make(resource)
  const before = await subject.read()
  const { request } = await validRequestOf(context, operation, subject)
  const exchange = await context.call(request)
  context.must.assume(
    exchange.accepted,
    `the request was not accepted: ${describeResponse(exchange)}`,
    originOf(exchange),
  )
  const message = 'A read-only request changed something:'
  mustShow(context, resource, before.body, await subject.read(), message, {
    control: before.exchange,
    steps: [exchange],
  })
}

export const independent: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const first = await context.subjects.make(resource)
  const other = await context.subjects.make(resource, undefined, first.parent)
  const last = await context.subjects.make(resource, undefined, first.parent)
  const before = [await first.read(), await last.read()]
  const body = operation.request === null ? undefined : context.subjects.bodies.of(operation, resource)
  const answer = await other.sendTo(operation, body)
  context.must.assume(
    answer.accepted,
    `the request that should change the other resource was not accepted: ${describeResponse(answer.exchange)}`,
  )
  for (const [index, subject] of [first, last].entries()) {
    const was = before[index]
    const seen = await subject.look()
    const detail = { steps: [answer.exchange], ...(was === undefined ? {} : { control: was.exchange }) }
    if (!seen.accepted && !isDenied(seen))
      throw notAccepted('the other resource could not be read afterwards', seen.exchange)
    context.must.that(!isDenied(seen), 'A request for one resource removed another resource.', {
      expected: 'the other resource still exists',
      received: describeResponse(seen.exchange),
      exchange: seen.exchange,
      ...detail,
    })
    if (seen.accepted && was !== undefined)
      mustShow(
        context,
        resource,
        was.body,
        seen,
        'A request for one resource changed another resource:',
        detail,
      )
  }
}
