// Checks creations with the id of an existing resource, and actions that replace a resource by a new one.
import { describeResponse, type Exchange } from '../../../base/exchange.ts'
import { at, equal, type Json, type JsonObject, withMember } from '../../../base/json.ts'
import { jsonText } from '../../../base/numbers/exact-number.ts'
import type { Operation, Resource } from '../../../contract/index.ts'
import { NotRun, originOf } from '../../../oracle/index.ts'
import { using } from '../../fixture.ts'
import { isEnded, showsAll } from '../../resources/recognition/ended.ts'
import type { Check } from '../../suite.ts'
import type { TestContext } from '../../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../../under-test/index.ts'
import { mustBeRefusedWith, mustShowSent } from '../fixtures/assertions.ts'
import { permitChange, subjectOf } from '../fixtures/preconditions.ts'
import { storedOf } from '../fixtures/read-values.ts'
import { freshBody, sentRequestOf } from '../fixtures/sent-requests.ts'
import { unknownIds } from '../fixtures/unknown-ids.ts'

interface Existing {
  readonly subject: ResourceUnderTest
  readonly before: ResourceResponse
  readonly id: Json
}

async function makeOne(context: TestContext, resource: Resource): Promise<Existing> {
  const subject = await context.subjects.make(resource)
  const before = await subject.look()
  const id = at(before.body, resource.id)
  context.must.assume(id !== undefined, `a read returns no ${resource.id}`, originOf(before.exchange))
  return { subject, before, id: id ?? null }
}

export const upsert: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const { must, subjects } = context
  permitChange(context, operation)
  const { subject, before, id } = await makeOne(context, resource)
  const sent = freshBody(context, operation) ?? {}
  const seen = await subjects.create(resource, withMember(sent, resource.id, id), subject.parent)
  must.that(seen.accepted, `The tenant refuses a creation with the id of an existing ${resource.title}.`, {
    expected: 'the creation is accepted',
    received: describeResponse(seen.exchange),
    exchange: seen.exchange,
    control: subject.first.exchange,
  })
  const told = at(seen.body, resource.id)
  const isSame = told === undefined || equal(told, id)
  must.that(
    isSame || resource.upsert?.id === 'may-change',
    'A creation with the id of an existing resource created another resource.',
    {
      expected: `the id ${jsonText(id)} that was sent`,
      received: `the id ${jsonText(told ?? null)}`,
      pointers: [resource.id],
      exchange: seen.exchange,
      control: before.exchange,
    },
  )
  const now = isSame ? subject : subjects.madeBy(resource, seen, sent, subject.parent)
  must.assume(
    now !== null,
    'the response contains the id of a resource that does not seem to belong to the run',
    originOf(seen.exchange),
  )
  if (now !== null) await mustHold(context, operation, { subject: now, sent, seen })
  if (isSame || resource.ended.size === 0) return
  const old = await subject.look({ intent: 'probe' })
  must.that(
    isEnded(resource, old.body),
    'Another resource was created, but a read does not show the old resource as ended.',
    {
      expected: `the read shows the resource with ${jsonText(Object.fromEntries(resource.ended))}`,
      received: describeResponse(old.exchange),
      exchange: old.exchange,
      control: before.exchange,
      steps: [seen.exchange],
    },
  )
}

export const upsertUnknown: Check = using([unknownIds, sentRequestOf], async (context) => {
  const { operation, resource } = subjectOf(context)
  const { id, one, isCounted } = await context.use(unknownIds, resource)
  if (isCounted)
    throw new NotRun(
      'the tenant uses consecutive numbers as ids, so an unknown id could name a resource of another client',
      'specification',
    )
  const body = withMember(freshBody(context, operation) ?? {}, resource.id, id)
  const { exchange } = await context.subjects.create(resource, body, one.parent, { intent: 'invalid' })
  const { control } = await sentRequestOf(context, operation)
  mustBeRefusedWith(context, resource.upsert?.unknown ?? null, exchange, control, 'content')
})

export const supersedes: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const { must, subjects } = context
  permitChange(context, operation)
  const { subject, before, id } = await makeOne(context, resource)
  const wanted = operation.supersedes ?? new Map()
  must.assume(
    wanted.size === 0 || !showsAll(before.body, wanted),
    'a read returns the new resource as already replaced',
    originOf(before.exchange),
  )
  const sent = freshBody(context, operation) ?? {}
  const seen = await subject.sendTo(operation, sent)
  must.assume(
    seen.accepted,
    `the request was not accepted: ${describeResponse(seen.exchange)}`,
    originOf(seen.exchange),
  )
  const told = at(seen.body, resource.id)
  must.that(
    told !== undefined && !equal(told, id),
    'The response does not contain the id of a new resource.',
    {
      expected: `an id other than ${jsonText(id)}`,
      received: `${resource.id} ${told === undefined ? 'is missing' : jsonText(told)}`,
      pointers: [resource.id],
      exchange: seen.exchange,
      control: before.exchange,
    },
  )
  const now = subjects.madeBy(resource, seen, sent, subject.parent)
  must.assume(
    now !== null,
    'the response contains the id of a resource that does not seem to belong to the run',
    originOf(seen.exchange),
  )
  if (now !== null) await mustHold(context, operation, { subject: now, sent, seen })
  if (wanted.size === 0) return
  const old = await subject.look({ intent: 'probe' })
  must.that(showsAll(old.body, wanted), 'A read does not show the old resource as replaced.', {
    expected: `the read shows the resource with ${jsonText(Object.fromEntries(wanted))}`,
    received: describeResponse(old.exchange),
    exchange: old.exchange,
    control: before.exchange,
    steps: [seen.exchange],
  })
}

interface Changed {
  readonly subject: ResourceUnderTest
  readonly sent: JsonObject
  readonly seen: ResourceResponse
}

async function mustHold(
  context: TestContext,
  operation: Operation,
  { subject, sent, seen }: Changed,
): Promise<void> {
  const steps: readonly Exchange[] = [seen.exchange]
  const read = await subject.look()
  const { resource } = subject
  context.must.that(read.accepted, 'A read does not find the resource by the id of the response.', {
    expected: `the ${resource.title}`,
    received: describeResponse(read.exchange),
    exchange: read.exchange,
    steps,
  })
  const values = { sent, seen, read, control: subject.first.exchange, subject }
  const expected = storedOf(context, operation, resource, values)
  mustShowSent(context, resource, expected, read, 'A later read differs from the sent value:', { steps })
}
