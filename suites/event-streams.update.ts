// Updating an event stream (part 4.5) and its forwarding state (part 3). What holds for updates of any resource are laws, which
// the clauses name; what its schema says is checked from there.
import {
  type Collection,
  membersCompared,
  NotRun,
  random,
  refusesChanges,
  resourceSuite,
  statusOf,
  type Tester,
  unknownIdRefused,
  updates,
} from '../src/suite.ts'
import { type EventStreams, eventStreams, otherStates } from './resources/event-streams.ts'
import { lengthsInUnit } from './resources/stream-names.ts'
import {
  byUpdate,
  mustBeStored,
  mustComeBack,
  triedDelicate,
  triedInUpdates,
} from './resources/stream-texts.ts'

type Streams = Collection<EventStreams>

/** What is sent for that member alone is followed, and texts that a tenant takes in it come back. */
const follows = async (check: Tester, streams: Streams, member: string): Promise<void> => {
  await updates.changes(member)(check, streams)
  const { control, trials } = await check.use(triedInUpdates)
  mustComeBack(check, trials, member, control)
}

export default resourceSuite('event-streams.update', eventStreams, {
  accepts: updates.accepts,
  stored: random(async (check: Tester, streams: Streams) => {
    await updates.stored(check, streams)
    mustBeStored(check, (await check.use(triedInUpdates)).trials)
  }),
  'unknown-id': unknownIdRefused('unknown-stream-id'),
  'removed-refused': updates.removed,
  'same-name': updates.sameName,

  'enabled-to-disabled': updates.follows('enabled', 'disabled'),
  'disabled-to-enabled': updates.follows('disabled', 'enabled'),
  'toggles-repeatedly': updates.followsRepeatedly,
  'same-state': updates.sameState('same-state-update'),
  'toggle-moves-updated-at': updates.movesWithState,
  'state-values': (check, { values }) =>
    refusesChanges(
      check,
      otherStates.map((state) => values.inState(state)),
    ),

  'name-changes': random(async (check: Tester, streams: Streams) => {
    await follows(check, streams, 'name')
    // A name may have to be another one than that of a stream that is there; having it makes the stream no other one.
    const { subject, steps } = await updates.seriesOf(check, streams)
    for (const { what, sent, before, seen } of steps)
      if (what === 'namesake' && seen.accepted)
        check.must.beAsSent(seen, { ...sent, id: subject.id }, { control: before.exchange })
  }),
  'name-length-characters': async (check, streams) => {
    const stream = await streams.any()
    await lengthsInUnit(check, async (name) => (await stream.update({ name }, { intent: 'probe' })).exchange)
  },
  'text-exact': async (check, streams) => {
    const { must, requests } = check
    const stream = await streams.any()
    const plain = { name: requests.name(), destination: streams.values.destinationOf('Upper') }
    const control = await stream.update(plain, { intent: 'probe' })
    must.assume(
      must.showsAsSent(control, plain),
      'not even plain texts come back: see name-changes and destination-changes',
    )
    const trials = await triedDelicate(check, streams, byUpdate(stream))
    for (const member of ['name', 'destination']) mustComeBack(check, trials, member, control.exchange)
  },

  'subscriptions-change': {
    phase: 'examples',
    // The first that asks for the series of updates, and for that of texts after it.
    early: true,
    run: async (check, streams) => {
      if (streams.values.subscriptions().length === 1)
        throw new NotRun('only one event type is known: declare two in eventStream.eventTypes of the profile')
      await follows(check, streams, 'subscriptions')
    },
  },
  'destination-closed': (check, { values }) =>
    refusesChanges(
      check,
      values.strangeDestinations().map((destination) => ({ destination })),
    ),
  'subscriptions-type': (check, { values }) => refusesChanges(check, values.spoiltSubscriptions()),
  'subscriptions-never-empty': async (check, streams) => {
    const { must, knowledge } = check
    const subscriptions = streams.values.subscriptions()[1] ?? streams.values.subscriptions()[0]
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
  'destination-changes': random((check: Tester, streams: Streams) => follows(check, streams, 'destination')),
})
