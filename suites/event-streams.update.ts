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
  // MUST 4.5: A valid update of an existing stream is accepted.
  accepts: updates.accepts,
  // MUST 4.5: A later read by an empty update returns what the update returned, except that it may move updated_at.
  stored: random(
    using([updates.stored, updatedTexts], async (check, streams: Streams) => {
      await updates.stored(check, streams)
      mustStoreTexts(check, (await check.use(updatedTexts)).texts)
    }),
  ),
  // SHOULD 4.5: An update of a stream that does not exist is answered with a 4xx status (RFC 9110, 15.5).
  'unknown-id': unknownIdRefused('unknown-stream-id'),
  // SHOULD 4.5: An update of a stream that was removed is answered with a 4xx status (RFC 9110, 15.5): the stream is gone, and no update
  //   brings it back.
  'removed-refused': updates.removed,
  // SHOULD 4.5: The name that a stream has may be sent again: the update is accepted and changes nothing.
  'same-name': updates.sameName,

  // MUST 3: An enabled stream becomes disabled when an update sends disabled.
  'enabled-to-disabled': updates.follows('enabled', 'disabled'),
  // MUST 3: A disabled stream becomes enabled when an update sends enabled.
  'disabled-to-enabled': updates.follows('disabled', 'enabled'),
  // MUST 3: The state follows what is sent, however often it is toggled.
  'toggles-repeatedly': updates.followsRepeatedly,
  // MUST 3: A stream keeps its state when an update sends the state that it already has.
  'same-state': updates.sameState('same-state-update'),
  // MUST 3: updated_at changes when the forwarding state changes, however the change is sent, in the response and in every later read.
  'toggle-moves-updated-at': updates.movesWithState,
  // MUST 2.4: A forwarding state other than enabled and disabled is refused.
  'state-values': using([refusesChanges], (check, { values }) =>
    refusesChanges(
      check,
      invalidStates.map((state) => values.inState(state)),
    ),
  ),

  // MUST 4.5: A plain name that is sent, in which neither white space nor a Unicode normal form is at stake, becomes the name of the
  //   stream, character by character.
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
  // SHOULD 8: The length of a name is counted in the unit that the profile declares: 128 units are accepted, also of characters outside the
  //   Basic Multilingual Plane, and one more is refused.
  'name-length-characters': async (check, streams) => {
    const stream = await streams.any()
    await mustCountInUnit(
      check,
      async (name) => (await stream.update({ name }, { intent: 'probe' })).exchange,
    )
  },
  // SHOULD 4.5: White space and Unicode normal forms of a name and of a user name that are sent come back as they were sent.
  'text-exact': async (check, streams) => {
    const { must, requests } = check
    const stream = await streams.any()
    const plain = { name: requests.name(), destination: streams.values.destinations.withUsername('Upper') }
    const control = await stream.update(plain, { intent: 'probe' })
    must.assume(
      must.showsAsSent(control, plain),
      'not even plain texts come back: see name-changes and destination-changes',
    )
    const texts = await updateDelicateTexts(check, streams, byUpdate(stream))
    for (const member of ['name', 'destination']) mustReturnTexts(check, texts, member, control.exchange)
  },

  // MUST 4.5: Subscriptions that are sent replace those of the stream.
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
  // MUST 2.4: A destination is one of three variants, each with a type of its own: one whose type is a random text, or webhook in another
  //   letter case, is refused.
  'destination-closed': using([refusesChanges], (check, { values }) =>
    refusesChanges(
      check,
      values.destinations.ofOtherTypes().map((destination) => ({ destination })),
    ),
  ),
  // MUST 2.4: Subscriptions that are not an array of objects, each with a string event_type, are refused.
  'subscriptions-type': using([refusesChanges], (check, { values }) =>
    refusesChanges(check, values.subscriptions.invalid()),
  ),
  // MUST 2.4: A stream always has at least one subscription, even after an update with an empty list, refused or not.
  'subscriptions-never-empty': async (check, streams) => {
    const { must, knowledge } = check
    const subscriptions = streams.values.subscriptions.lists()[1] ?? streams.values.subscriptions.lists()[0]
    const stream = await streams.make({ subscriptions })
    const before = await stream.read()
    must.assume(must.showsAsSent(before, { subscriptions }), 'subscriptions are not shown as they were sent')
    const attempt = await stream.update({ subscriptions: [] }, { intent: 'invalid' })
    updates.assumeAnswered(check, attempt)
    knowledge.observe('update-subscriptions-minimum', statusOf(attempt.exchange))
    const later = await stream.read()
    const { subscriptions: left } = later.body
    must.assume(Array.isArray(left), 'subscriptions are not an array: see returned-subscriptions')
    must.that(
      Array.isArray(left) && left.length > 0,
      'The stream has no subscription left.',
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
  // MUST 4.5: A destination that is sent becomes the destination of the stream.
  'destination-changes': random(
    using([mustFollowUpdate], (check, streams: Streams) => mustFollowUpdate(check, streams, 'destination')),
  ),
})
