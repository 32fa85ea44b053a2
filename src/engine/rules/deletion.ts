// Checks deletions: the resource is gone, and requests under a wrong parent find no resource.
import { describeResponse, type Exchange, isClientError, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Resource } from '../../contract/index.ts'
import { NotRun, originOf } from '../../oracle/index.ts'
import { fixture, perResource, using } from '../fixture.ts'
import { keyOf, operationRequest } from '../requests/operation-request.ts'
import { isEnded } from '../resources/recognition/ended.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../under-test/index.ts'
import { mustBeRefusedWith, mustRefuse, mustShow, statusesOf } from './fixtures/assertions.ts'
import { isDenied, permitChange, subjectOf } from './fixtures/preconditions.ts'

interface Deleted {
  readonly subject: ResourceUnderTest
  readonly deleted: ResourceResponse
  readonly live: ResourceUnderTest
}

async function deleteOne(context: TestContext, resource: Resource): Promise<Deleted> {
  // This check must find a faulty deletion, even after failed removals.
  if (context.attempt === 1) context.subjects.unblock(resource)
  const subject = await context.subjects.make(resource)
  const live = await context.subjects.make(resource, undefined, subject.parent)
  const deleted = await subject.send('delete')
  context.must.assume(
    deleted.accepted,
    `the resource could not be deleted: ${describeResponse(deleted.exchange)}`,
    originOf(deleted.exchange),
  )
  return { subject, deleted, live }
}

const deletedOne = fixture('a deleted one of *', perResource, deleteOne)

export const goneAfterDelete: Check = using([deletedOne], async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, context.subjects.operation(resource, 'delete'))
  const isDeletion = operation.act === 'delete'
  // If the control is a deletion, it removes `live`, so the check cannot share `live` with other checks.
  const { subject, deleted, live } = await (isDeletion
    ? deleteOne(context, resource)
    : context.use(deletedOne, resource))
  const body = (): JsonObject | undefined =>
    operation.request === null ? undefined : context.subjects.bodies.of(operation, resource)
  const after = await subject.sendTo(operation, body(), { intent: 'invalid' })
  const control = await live.sendTo(operation, body())
  context.must.assume(
    control.accepted,
    `the same request for an existing resource was not accepted: ${describeResponse(control.exchange)}`,
    originOf(control.exchange),
  )
  mustBeGone(context, after.exchange, 'The tenant responds as if the deleted resource still existed.', {
    control: control.exchange,
    steps: [deleted.exchange],
  })
})

export const endedAfterDelete: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  if (context.attempt === 1) context.subjects.unblock(resource)
  const subject = await context.subjects.make(resource)
  const before = await subject.look()
  context.must.assume(
    before.accepted && !isEnded(resource, before.body),
    'a read does not return the new resource, or returns it as ended',
    originOf(before.exchange),
  )
  const deleted = await subject.send('delete')
  context.must.assume(
    deleted.accepted,
    `the resource could not be deleted: ${describeResponse(deleted.exchange)}`,
    originOf(deleted.exchange),
  )
  const after = await subject.look({ intent: 'probe' })
  context.must.that(isEnded(resource, after.body), 'A read does not show the deleted resource as ended.', {
    expected: `the read shows the resource with ${jsonText(Object.fromEntries(resource.ended))}`,
    received: describeResponse(after.exchange),
    exchange: after.exchange,
    control: before.exchange,
    steps: [deleted.exchange],
  })
}

/** The tenant must refuse a deletion without the request that must precede it. */
export const earlyDeleteRefused: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const { beforeDelete } = resource
  permitChange(context, operation)
  if (context.attempt === 1) context.subjects.unblock(resource)
  const subject = await context.subjects.make(resource)
  const other = await context.subjects.make(resource, undefined, subject.parent)
  const control = await other.send('delete')
  context.must.assume(
    control.accepted,
    `the resource could not be deleted after ${beforeDelete?.operation}: ${describeResponse(control.exchange)}`,
    originOf(control.exchange),
  )
  const before = await subject.read()
  // With the intent `invalid`, the run sends no request before the deletion.
  const { exchange } = await subject.send('delete', undefined, { intent: 'invalid' })
  mustBeRefusedWith(context, beforeDelete?.refusal ?? null, exchange, control.exchange, 'conflict')
  const after = await subject.look()
  const steps = [exchange]
  context.must.that(!isDenied(after), 'A refused deletion removed the resource.', {
    expected: 'the resource still exists',
    received: describeResponse(after.exchange),
    exchange: after.exchange,
    control: before.exchange,
    steps,
  })
  if (after.accepted)
    mustShow(context, resource, before.body, after, 'A refused deletion changed the resource:', { steps })
}

/** Accepts any 4xx status if the contract names none. */
function mustBeGone(
  context: TestContext,
  exchange: Exchange,
  message: string,
  detail: { readonly control: Exchange; readonly steps: readonly Exchange[] },
): void {
  const { operation, resource } = subjectOf(context)
  const statuses = resource.afterDelete ?? statusesOf(operation, 'unknown') ?? []
  const isAny = statuses.length === 0
  context.must.that(isAny ? isClientError(exchange) : statuses.includes(statusOf(exchange)), message, {
    expected: isAny ? 'a 4xx status' : `status ${statuses.join(' or ')}`,
    received: describeResponse(exchange),
    exchange,
    ...detail,
  })
}

export const wrongParent: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const elsewhere = await context.subjects.make(resource)
  let subject = await context.subjects.make(resource)
  context.must.assume(
    subject.parent !== elsewhere.parent,
    'both resources have the same parent',
    'specification',
  )
  // Some tenants count ids for each parent.
  if (subject.id === elsewhere.id) subject = await context.subjects.make(resource, undefined, subject.parent)
  context.must.assume(subject.id !== elsewhere.id, 'both parents use the same ids', 'specification')
  const before = await subject.read()
  const depth = subject.key.split('/').length - 1
  const key = keyOf(elsewhere.parent, subject.id, depth)
  const body = operation.request === null ? undefined : context.subjects.bodies.of(operation, resource)
  permitChange(context, operation)
  // No proof of ownership is necessary: the run created both the parent and the resource with the id.
  const attempt = await context.subjects.raw({
    ...operationRequest(context.contract, operation, key, body),
    intent: 'invalid',
  })
  mustRefuse(context, operation, attempt.exchange, before.exchange, 'unknown')
  const after = await subject.look()
  context.must.that(after.accepted, 'A request under another parent removed the resource.', {
    expected: 'the resource still exists',
    received: describeResponse(after.exchange),
    exchange: after.exchange,
    steps: [attempt.exchange],
  })
  if (after.accepted)
    mustShow(context, resource, before.body, after, 'A request under another parent changed the resource:', {
      steps: [attempt.exchange],
    })
}

export const goneWithParent: Check = async (context) => {
  const { resource } = subjectOf(context)
  const parent = context.contract.resources.get(resource.removedWith ?? '')
  if (parent === undefined)
    throw new NotRun(
      'the contract does not name the parent whose deletion removes the resource',
      'specification',
    )
  permitChange(context, context.subjects.operation(parent, 'delete'))
  const above = await context.subjects.make(parent)
  const subject = await context.subjects.make(resource, undefined, above.key)
  const before = await subject.read()
  const deleted = await above.send('delete')
  context.must.assume(
    deleted.accepted,
    `the ${parent.title} could not be deleted: ${describeResponse(deleted.exchange)}`,
    originOf(deleted.exchange),
  )
  const after = await subject.look({ intent: 'invalid' })
  mustBeGone(context, after.exchange, `The resource still exists although its ${parent.title} was deleted.`, {
    control: before.exchange,
    steps: [deleted.exchange],
  })
}
