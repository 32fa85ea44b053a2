// Updating an event stream (part 4.5) and its forwarding state (part 3). What holds for updates of any resource are laws, which
// the clauses name; what its schema says is checked from there.
import {
  type Collection,
  type JsonObject,
  membersCompared,
  NotRun,
  random,
  refusesChanges,
  resourceSuite,
  type Subject,
  statusOf,
  type Tester,
  trickyTexts,
  updates,
  wholeTexts,
} from '../src/suite.ts'
import { type EventStreams, eventStreams, idCharacters, otherStates } from './resources/event-streams.ts'
import { lengthsInUnit } from './resources/stream-names.ts'
import { byUpdate, mustBeStored, mustComeBack, triedDelicate, triedPlain } from './resources/stream-texts.ts'

type Streams = Collection<EventStreams>

const { change } = updates

/** It is refused, or comes back: which characters a name may have, which addresses a tenant takes, is not shown. */
const comesBackIfTaken = async ({ must }: Tester, stream: Subject, sent: JsonObject): Promise<void> => {
  const seen = await stream.update(sent, { intent: 'probe' })
  // That it has what another one has makes it no other one.
  if (seen.accepted) must.beAsSent(seen, { ...sent, id: stream.id }, { control: stream.created })
}

/** A text that some collations hold for the one that is there (Unicode, UTS 10) is another one. */
const nearOnesFollow = async (
  { must }: Tester,
  stream: Subject,
  texts: readonly string[],
  holding: (text: string) => JsonObject,
): Promise<void> => {
  for (const text of texts) {
    const sent = holding(text)
    const seen = await stream.update(sent, { intent: 'probe' })
    if (seen.accepted) must.beAsSent(seen, sent, { control: stream.created })
  }
}

export default resourceSuite('event-streams.update', eventStreams, {
  accepts: async ({ must, requests }, streams) => {
    const stream = await streams.any()
    await stream.read()
    must.accept((await stream.update({ name: requests.name() })).exchange)
  },
  stored: random(async (check: Tester, streams: Streams) => {
    await updates.stored(check, streams)
    mustBeStored(check, await triedPlain(check, streams, byUpdate(await streams.any())))
  }),
  'unknown-id': updates.unknown(idCharacters, 'unknown-stream-id'),
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
    const stream = await streams.any()
    const { exchange: control } = await change(check, stream, { name: check.requests.name() })
    mustComeBack(check, await triedPlain(check, streams, byUpdate(stream)), 'name', control)
    // A name may have to be another one than that of a stream that is there.
    const other = await streams.any()
    await comesBackIfTaken(check, stream, { name: other.first.set.name ?? '' })
    const name = check.requests.name()
    const near = ['Resume', 'resume', 'résumé', 'resumé', 'emusér']
    await nearOnesFollow(check, stream, near, (text) => ({ name: `${name} ${text}` }))
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

  'subscriptions-change': async (check, streams) => {
    const [first, ...others] = streams.values.subscriptions()
    if (others.length === 0)
      throw new NotRun('only one event type is known: declare two in eventStream.eventTypes of the profile')
    const stream = await streams.any()
    for (const subscriptions of [...others, first]) await change(check, stream, { subscriptions })
    await comesBackIfTaken(check, stream, streams.values.subscribing([...trickyTexts, ...wholeTexts]))
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
        exchange: later.exchange,
        control: before.exchange,
        steps: [attempt.exchange],
      },
      membersCompared(later, later.body, ['subscriptions']),
    )
  },
  'destination-changes': random(async (check: Tester, streams: Streams) => {
    const { values } = streams
    const stream = await streams.any()
    for (const destination of [values.destination(1), ...values.elsewhere(), values.destination()])
      await comesBackIfTaken(check, stream, { destination })
    await nearOnesFollow(check, stream, ['User', 'user', 'üser'], (text) => ({
      destination: values.destinationOf(text),
    }))
    mustComeBack(check, await triedPlain(check, streams, byUpdate(stream)), 'destination', stream.created)
  }),
})
