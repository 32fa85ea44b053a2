// Checks changes with an outdated version (RFC 9110, 13.1.1).
import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { originOf } from '../../oracle/index.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { invalid } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import { mustShow } from './fixtures/assertions.ts'
import { permitChange, subjectOf } from './fixtures/preconditions.ts'
import { freshBody } from './fixtures/sent-requests.ts'

export const staleRefused: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  const tagOf = async (): Promise<string> => {
    const seen = await subject.look()
    const tag = seen.exchange.response?.headers.etag
    context.must.assume(tag !== undefined, 'a read shows no ETag', originOf(seen.exchange))
    return tag ?? ''
  }
  const stale = await tagOf()
  const control = await subject.sendTo(operation, freshBody(context, operation))
  context.must.assume(
    control.accepted,
    isTagSent(control.exchange)
      ? `a change with the current ETag was not accepted: ${describeResponse(control.exchange)}`
      : `a change without If-Match was not accepted (the run sends the current ETag only if the parameter has "required": true): ${describeResponse(control.exchange)}`,
    originOf(control.exchange),
  )
  context.must.assume((await tagOf()) !== stale, 'the change left the ETag as it was', 'specification')
  const before = await subject.look()
  const request = operationRequest(context.contract, operation, subject.key, freshBody(context, operation))
  const exchange = await context.call(
    invalid({ ...request, headers: { ...request.headers, 'if-match': stale } }),
  )
  context.must.that(statusOf(exchange) === 412, 'A change of an earlier version is not refused as such.', {
    expected: 'status 412',
    received: describeResponse(exchange),
    exchange,
    control: control.exchange,
  })
  const message = 'A change of an earlier version that was refused changed it:'
  mustShow(context, resource, before.body, await subject.look(), message, { steps: [exchange] })
}

function isTagSent({ request }: Exchange): boolean {
  return Object.keys(request.headers).some((name) => name.toLowerCase() === 'if-match')
}
