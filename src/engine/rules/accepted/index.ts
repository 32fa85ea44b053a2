// Rules for operations that the tenant accepts with status 202.
import { sleep } from '../../../base/clock.ts'
import { describeResponse, type Exchange, statusOf } from '../../../base/exchange.ts'
import { at, type JsonObject } from '../../../base/json.ts'
import type { Operation, Resource } from '../../../contract/index.ts'
import { Inconclusive, NotApplicable, notAccepted } from '../../../oracle/index.ts'
import { type Followed, follow } from '../../resources/recognition/accepted.ts'
import { isEnded } from '../../resources/recognition/ended.ts'
import { describeId } from '../../resources/recognition/ownership.ts'
import type { Check } from '../../suite.ts'
import type { TestContext } from '../../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../../under-test/index.ts'
import { isDenied, permitChange, subjectOf } from '../fixtures/preconditions.ts'

const againAfterMs = 1_000

interface Begun {
  readonly exchange: Exchange
  readonly followed: Followed
  /** Null if the run cannot prove that it created the resource. */
  readonly subject: ResourceUnderTest | null
  readonly seen: ResourceResponse
}

async function begin(context: TestContext, operation: Operation, resource: Resource): Promise<Begun> {
  permitChange(context, operation)
  if (context.attempt === 1) context.subjects.unblock(resource)
  const { seen, subject } = await (operation.act === 'create'
    ? created(context, operation, resource)
    : deleted(context, resource))
  const { exchange } = seen
  if (!seen.accepted) throw notAccepted('the request was not accepted', exchange)
  if (statusOf(exchange) !== 202)
    throw new NotApplicable(
      `the tenant returned ${statusOf(exchange)}, so the tenant completed the request at once`,
    )
  const { contract, baseUrl } = context
  const followed = await follow({ contract, baseUrl }, operation, exchange, context.call)
  return { exchange, followed, subject, seen }
}

async function created(
  { subjects }: TestContext,
  operation: Operation,
  resource: Resource,
): Promise<Pick<Begun, 'seen' | 'subject'>> {
  const within = await subjects.keys.parentFor(resource)
  const body: JsonObject = subjects.bodies.of(operation, resource)
  const seen = await subjects.create(resource, body, within)
  return { seen, subject: subjects.madeBy(resource, seen, body, within) }
}

async function deleted(
  { subjects }: TestContext,
  resource: Resource,
): Promise<Pick<Begun, 'seen' | 'subject'>> {
  const subject = await subjects.make(resource)
  return { seen: await subject.send('delete'), subject }
}

export const acceptedEnds: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const { exchange, followed } = await begin(context, operation, resource)
  const { is, last } = followed
  context.must.that(is !== 'unnamed', 'The 202 response does not name its pending operation.', {
    expected:
      operation.accepted?.poll === 'location' ? 'a Location' : `${operation.accepted?.poll} in the body`,
    received: describeResponse(exchange),
    exchange,
  })
  if (is === 'failed') throw new Inconclusive('the pending operation reports a failure')
  context.must.that(is !== 'late', 'An accepted request was not completed in time.', {
    expected: `completion within ${operation.accepted?.withinMs} ms`,
    received: describeResponse(last ?? exchange),
    exchange: last ?? exchange,
    control: exchange,
  })
}

export const acceptedTakesEffect: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const { exchange, followed, subject, seen } = await begin(context, operation, resource)
  const { is, last } = followed
  context.must.assume(is === 'done' && last !== null, 'the pending operation did not report completion')
  const shown = last ?? exchange
  if (operation.act === 'delete') return mustBeGone(context, resource, subject, { exchange, shown })
  const told = at(seen.body, resource.id)
  context.must.assume(told !== undefined, `no response contains the id of the ${resource.title}`)
  const read = await subject?.look()
  context.must.that(
    read?.accepted === true,
    'The operation is complete, but a read does not find the new resource.',
    {
      expected: `the ${resource.title} that was sent`,
      received:
        read === undefined
          ? `the id ${describeId(told)}, but a read with this id does not find the resource`
          : describeResponse(read.exchange),
      exchange: shown,
      control: exchange,
    },
  )
}

async function mustBeGone(
  { must }: TestContext,
  resource: Resource,
  subject: ResourceUnderTest | null,
  { exchange, shown }: { readonly exchange: Exchange; readonly shown: Exchange },
): Promise<void> {
  const isGone = (seen: ResourceResponse | undefined): boolean =>
    seen !== undefined && (isDenied(seen) || isEnded(resource, seen.body))
  let after = await subject?.look({ intent: 'probe' })
  if (!isGone(after)) {
    await sleep(againAfterMs)
    after = await subject?.look({ intent: 'probe' })
  }
  const last = after?.exchange ?? shown
  must.that(isGone(after), 'The operation is complete, but the deleted resource still exists.', {
    expected: 'the resource no longer exists',
    received: describeResponse(last),
    exchange: last,
    control: shown,
    steps: [exchange],
  })
}
