// Checks that an update cannot remove the last subscription of a stream (part 2.4).
import { membersCompared, type ResourceClient, statusOf, type TestContext, updates } from '../../src/suite.ts'
import type { EventStreams } from '../resources/event-streams.ts'

export async function mustKeepASubscription(
  check: TestContext,
  streams: ResourceClient<EventStreams>,
): Promise<void> {
  const { must, knowledge } = check
  const lists = streams.values.subscriptions.lists()
  const subscriptions = lists[1] ?? lists[0]
  const stream = await streams.make({ subscriptions })
  const before = await stream.read()
  must.assume(must.showsAsSent(before, { subscriptions }), 'a read does not show the subscriptions as sent')
  const attempt = await stream.update({ subscriptions: [] }, { intent: 'invalid' })
  updates.assumeAnswered(check, attempt)
  knowledge.observe('update-subscriptions-minimum', statusOf(attempt.exchange))
  const later = await stream.read()
  const { subscriptions: left } = later.body
  must.assume(
    Array.isArray(left),
    'the subscriptions are not an array: see the clause returned-subscriptions',
  )
  must.that(
    Array.isArray(left) && left.length > 0,
    'The stream has no subscription after the update.',
    {
      expected: 'at least one subscription',
      received: JSON.stringify(left ?? null),
      pointers: ['/subscriptions'],
      exchange: later.exchange,
      control: before.exchange,
      steps: [attempt.exchange],
    },
    membersCompared(later, later.body, ['subscriptions']),
  )
}
