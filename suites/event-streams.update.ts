// Updating an event stream (parts 3 and 4.5).
import {
  membersCompared,
  NotRun,
  type ResourceClient,
  random,
  refusesChanges,
  resourceSuite,
  statusOf,
  unknownIdRefused,
  updates,
  using,
} from '../src/suite.ts'
import { byUpdate, updateDelicateTexts, updatedTexts } from './event-streams.update/texts.ts'
import { invalidStates } from './resources/event-streams/members.ts'
import { mustCountInUnit } from './resources/event-streams/names.ts'
import { mustReturnTexts, mustStoreTexts } from './resources/event-streams/texts.ts'
import { type EventStreams, eventStreams } from './resources/event-streams.ts'

type Streams = ResourceClient<EventStreams>

const mustFollowUpdate = using(
  [updates.seriesOf, updatedTexts],
  async (check, streams: Streams, member: string): Promise<void> => {
    await updates.changes(member)(check, streams)
    const { control, texts } = await check.use(updatedTexts)
    mustReturnTexts(check, texts, member, control)
  },
)

export default resourceSuite('event-streams.update', eventStreams, {
  // MUST 4.5: The tenant accepts a valid update of an existing stream.
  accepts: updates.accepts,
  // MUST 4.5: A later empty update returns the stream as the earlier update returned it. Only updated_at may differ.
  stored: random(
    using([updates.stored, updatedTexts], async (check, streams: Streams) => {
      await updates.stored(check, streams)
      mustStoreTexts(check, (await check.use(updatedTexts)).texts)
    }),
  ),
  // SHOULD 4.5: The tenant returns a 4xx status for an update of a stream that does not exist (RFC 9110, 15.5).
  'unknown-id': unknownIdRefused('unknown-stream-id'),
  // SHOULD 4.5: The tenant returns a 4xx status for an update of a deleted stream (RFC 9110, 15.5).
  'removed-refused': updates.removed,
  // SHOULD 4.5: The tenant accepts an update that sends the current name of the stream. The update changes neither name, subscriptions,
  //   destination nor forwarding state.
  'same-name': updates.sameName,

  // MUST 3: An enabled stream becomes disabled when an update sends disabled.
  'enabled-to-disabled': updates.follows('enabled', 'disabled'),
  // MUST 3: A disabled stream becomes enabled when an update sends enabled.
  'disabled-to-enabled': updates.follows('disabled', 'enabled'),
  // MUST 3: The forwarding state follows every update that sends it, however often it changes.
  'toggles-repeatedly': updates.followsRepeatedly,
  // MUST 3: A stream keeps its forwarding state when an update sends the state that the stream already has.
  'same-state': updates.sameState('same-state-update'),
  // MUST 3: updated_at changes when the forwarding state changes, in the response and in later reads, in whatever form the update sends the
  //   state.
  'toggle-moves-updated-at': updates.movesWithState,
  // MUST 2.4: The tenant rejects a forwarding state other than enabled and disabled.
  'state-values': using([refusesChanges], (check, { values }) =>
    refusesChanges(
      check,
      invalidStates.map((state) => values.inState(state)),
    ),
  ),

  // MUST 4.5: A plain name in an update becomes the name of the stream exactly as the request sent it. A name is plain if changes of white
  //   space or Unicode normal form leave it as it is.
  'name-changes': random(
    using([mustFollowUpdate, updates.seriesOf], async (check, streams: Streams) => {
      await mustFollowUpdate(check, streams, 'name')
      // The response must show this stream, not the other stream with that name.
      const { subject, steps } = await updates.seriesOf(check, streams)
      for (const { what, sent, before, seen } of steps)
        if (what === 'namesake' && seen.accepted)
          check.must.beAsSent(seen, { ...sent, id: subject.id }, { control: before.exchange })
    }),
  ),
  // SHOULD 8: The tenant counts the length of a name in the unit that the profile declares. It accepts 128 units, also of characters
  //   outside the Basic Multilingual Plane, and rejects 129.
  'name-length-characters': async (check, streams) => {
    const stream = await streams.any()
    await mustCountInUnit(
      check,
      async (name) => (await stream.update({ name }, { intent: 'probe' })).exchange,
    )
  },
  // SHOULD 4.5: The tenant returns white space, line ends, control characters and Unicode normal forms of a name and a username exactly as
  //   the update sent them.
  'text-exact': async (check, streams) => {
    const { must, requests } = check
    const stream = await streams.any()
    const plain = { name: requests.name(), destination: streams.values.destinations.withUsername('Upper') }
    const control = await stream.update(plain, { intent: 'probe' })
    must.assume(
      must.showsAsSent(control, plain),
      'the response does not show plain texts as sent either: see the clauses name-changes and destination-changes',
    )
    const texts = await updateDelicateTexts(check, streams, byUpdate(stream))
    for (const member of ['name', 'destination']) mustReturnTexts(check, texts, member, control.exchange)
  },

  // MUST 4.5: Subscriptions in an update replace the subscriptions of the stream.
  'subscriptions-change': {
    phase: 'examples',
    // Runs early, because it makes the fixtures of updates and of texts.
    early: true,
    run: using([mustFollowUpdate], async (check, streams) => {
      if (streams.values.subscriptions.lists().length === 1)
        throw new NotRun('only one event type is known: declare two in eventStream.eventTypes of the profile')
      await mustFollowUpdate(check, streams, 'subscriptions')
    }),
  },
  // MUST 2.4: A destination has one of three variants, each with its own type. The tenant rejects any other type: a random or empty string,
  //   or webhook in another letter case or with a suffix.
  'destination-closed': using([refusesChanges], (check, { values }) =>
    refusesChanges(
      check,
      values.destinations.ofOtherTypes().map((destination) => ({ destination })),
    ),
  ),
  // MUST 2.4: The tenant rejects subscriptions that are not an array of objects, each with a string event_type.
  'subscriptions-type': using([refusesChanges], (check, { values }) =>
    refusesChanges(check, values.subscriptions.invalid()),
  ),
  // MUST 2.4: A stream always has one or more subscriptions, even after an accepted or rejected update with an empty list.
  'subscriptions-never-empty': async (check, streams) => {
    const { must, knowledge } = check
    const subscriptions = streams.values.subscriptions.lists()[1] ?? streams.values.subscriptions.lists()[0]
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
  },
  // MUST 4.5: A destination in an update replaces the destination of the stream.
  'destination-changes': random(
    using([mustFollowUpdate], (check, streams: Streams) => mustFollowUpdate(check, streams, 'destination')),
  ),
})
