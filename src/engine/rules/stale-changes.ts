// Checks changes that name an outdated version in If-Match (RFC 9110, section 13.1.1).
import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { type Operation, operationOf, type Resource, takesTag } from '../../contract/index.ts'
import { originOf } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceUnderTest } from '../under-test/index.ts'
import { mustShow } from './fixtures/assertions.ts'
import { isDenied, permitChange, subjectOf } from './fixtures/preconditions.ts'
import { freshBody } from './fixtures/sent-requests.ts'

export const staleRefused: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const isDeletion = operation.act === 'delete'
  const change = isDeletion ? changeOf(context, resource) : operation
  const subject = await context.subjects.make(resource)
  if (isDeletion) await subject.prepareDeletion()
  const stale = await tagOf(context, subject)
  const changed = await subject.sendTo(change, freshBody(context, change), naming(change, stale))
  context.must.assume(
    changed.accepted,
    `a change with the current ETag was not accepted: ${describeResponse(changed.exchange)}`,
    originOf(changed.exchange),
  )
  const current = await tagOf(context, subject)
  context.must.assume(current !== stale, 'the change did not alter the ETag', 'specification')
  const control = isDeletion ? await deletedOther(context, operation, subject) : changed.exchange
  const before = await subject.look()
  const options = { intent: 'invalid', ...naming(operation, stale) } as const
  const { exchange } = await subject.sendTo(operation, freshBody(context, operation), options)
  const deed = isDeletion ? 'A deletion' : 'A change'
  context.must.that(statusOf(exchange) === 412, `${deed} with an outdated ETag is not refused with 412.`, {
    expected: 'status 412',
    received: describeResponse(exchange),
    exchange,
    control,
  })
  const after = await subject.look()
  const steps = [exchange]
  context.must.that(
    !isDenied(after),
    `${deed} with an outdated ETag was refused, but removed the resource.`,
    {
      expected: 'the resource still exists',
      received: describeResponse(after.exchange),
      exchange: after.exchange,
      control: before.exchange,
      steps,
    },
  )
  const message = `${deed} with an outdated ETag was refused, but changed the resource:`
  mustShow(context, resource, before.body, after, message, { steps })
}

function changeOf(context: TestContext, { life }: Resource): Operation {
  const change = operationOf(context.contract, life.update ?? life.replace ?? '')
  permitChange(context, change)
  return change
}

async function tagOf({ must }: TestContext, subject: ResourceUnderTest): Promise<string> {
  const seen = await subject.look()
  const tag = seen.exchange.response?.headers.etag
  must.assume(tag !== undefined, 'a read returns no ETag', originOf(seen.exchange))
  return tag ?? ''
}

function naming(operation: Operation, tag: string) {
  const write = (request: Request): Request =>
    takesTag(operation) ? { ...request, headers: { ...request.headers, 'if-match': tag } } : request
  return { write }
}

async function deletedOther(
  context: TestContext,
  operation: Operation,
  { resource, parent }: ResourceUnderTest,
): Promise<Exchange> {
  const other = await context.subjects.make(resource, undefined, parent)
  await other.prepareDeletion()
  const tag = await tagOf(context, other)
  const { accepted, exchange } = await other.sendTo(
    operation,
    freshBody(context, operation),
    naming(operation, tag),
  )
  context.must.assume(
    accepted,
    `a deletion with the current ETag was not accepted: ${describeResponse(exchange)}`,
    originOf(exchange),
  )
  return exchange
}
