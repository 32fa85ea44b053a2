// Updating an event stream (part 4.5) and its forwarding state (part 3). What holds for updates of any resource are laws, which
// the clauses name; what its schema says is checked from there.
import {
  type Collection,
  delicateTexts,
  type JsonObject,
  membersCompared,
  NotRun,
  plainTexts,
  random,
  resourceSuite,
  type Subject,
  statusOf,
  type Tester,
  trickyTexts,
  updates,
} from '../src/suite.ts'
import {
  type EventStreams,
  eventStreams,
  idCharacters,
  nameCharactersMax,
  otherStates,
} from './resources/event-streams.ts'
import { lengthsInUnit } from './resources/stream-names.ts'

type Streams = Collection<EventStreams>

const { change, form, otherState } = updates

/** It is refused, or comes back: which characters a name may have, which addresses a tenant takes, is not shown. */
const comesBackIfTaken = async ({ must }: Tester, stream: Subject, sent: JsonObject): Promise<void> => {
  const seen = await stream.update(sent, { intent: 'probe' })
  if (seen.accepted) must.beAsSent(seen, sent, { control: stream.created })
}

/** The same as a form, where forms are taken: see form-body. Null where they are not. */
const asForm = async ({ must }: Tester, stream: Subject, sent: JsonObject) => {
  const seen = await stream.update(sent, { mediaType: form, intent: 'probe' })
  return seen.accepted && must.showsAsSent(seen, sent) ? seen.exchange : null
}

export default resourceSuite('event-streams.update', eventStreams, {
  accepts: async ({ must, requests }, streams) => {
    const stream = await streams.make()
    await stream.read()
    must.accept((await stream.update({ name: requests.name() })).exchange)
  },
  stored: updates.stored,
  'unknown-id': updates.unknown(idCharacters, 'unknown-stream-id'),

  'enabled-to-disabled': updates.follows('enabled', 'disabled'),
  'disabled-to-enabled': updates.follows('disabled', 'enabled'),
  'toggles-repeatedly': updates.followsRepeatedly,
  'same-state': updates.sameState('same-state-update'),
  'toggle-moves-updated-at': updates.movesWithState,
  'state-values': async (check, streams) => {
    const stream = await streams.make()
    const { exchange: control } = await stream.update(otherState(streams, stream))
    for (const state of otherStates) {
      const attempt = await stream.update(streams.inState(state), { intent: 'invalid' })
      check.must.refuse(attempt.exchange, { control })
    }
    const plain = await asForm(check, stream, otherState(streams, stream))
    if (plain === null) return
    for (const state of otherStates) {
      const attempt = await stream.update(streams.inState(state), { mediaType: form, intent: 'invalid' })
      check.must.refuse(attempt.exchange, { control: plain })
    }
  },

  'name-changes': random(async (check: Tester, streams: Streams) => {
    const stream = await streams.make()
    await change(check, stream, { name: check.requests.name() })
    for (const name of trickyTexts) await comesBackIfTaken(check, stream, { name })
    await check.forAll(plainTexts(nameCharactersMax), async (name) =>
      comesBackIfTaken(check, await streams.make(), { name }),
    )
  }),
  'name-length': async (check, streams) => {
    const { must, requests } = check
    const stream = await streams.make()
    const plain = await stream.update({ name: requests.name() })
    const outside = (): readonly string[] => ['', requests.nameOfLength(nameCharactersMax + 1)]
    for (const name of outside()) {
      const attempt = await stream.update({ name }, { intent: 'invalid' })
      must.refuse(attempt.exchange, { control: plain.exchange })
    }
    const control = await asForm(check, stream, { name: requests.name() })
    if (control === null) return
    for (const name of outside()) {
      const attempt = await stream.update({ name }, { mediaType: form, intent: 'invalid' })
      must.refuse(attempt.exchange, { control })
    }
    const longest = { name: requests.nameOfLength(nameCharactersMax) }
    const seen = await stream.update(longest, { mediaType: form })
    must.accept(seen.exchange, { control })
    must.beAsSent(seen, longest, { control })
  },
  'name-length-characters': async (check, streams) => {
    const stream = await streams.make()
    await lengthsInUnit(check, async (name) => (await stream.update({ name }, { intent: 'probe' })).exchange)
  },
  'text-exact': async (check, streams) => {
    const { must, requests } = check
    const stream = await streams.make()
    const plain = { name: requests.name(), destination: streams.values.destinationOf('Upper') }
    must.assume(
      must.showsAsSent(await stream.update(plain, { intent: 'probe' }), plain),
      'not even plain texts come back: see name-changes and destination-changes',
    )
    for (const name of delicateTexts) await comesBackIfTaken(check, stream, { name })
    await comesBackIfTaken(check, stream, { destination: streams.values.destinationOf(' Upper,  Space ') })
  },

  'subscriptions-change': async (check, streams) => {
    const [first, ...others] = streams.values.subscriptions()
    if (others.length === 0)
      throw new NotRun('only one event type is known: declare two in eventStream.eventTypes of the profile')
    const stream = await streams.make()
    for (const subscriptions of [...others, first]) await change(check, stream, { subscriptions })
  },
  'subscriptions-type': async ({ must }, streams) => {
    const stream = await streams.make()
    const { exchange: control } = await stream.read()
    const [list] = streams.values.subscriptions()
    // Each element counts, not the first alone.
    for (const other of [{ event_type: 7 }, {}, 'user.created', null]) {
      const attempt = await stream.update({ subscriptions: [...list, other] }, { intent: 'invalid' })
      must.refuse(attempt.exchange, { control })
    }
  },
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
  'destination-changes': async (check, streams) => {
    const { values } = streams
    const stream = await streams.make()
    for (const destination of [
      values.destination(1),
      values.elsewhere(2),
      values.destinationOf('Upper, Space'),
      values.destination(),
    ])
      await comesBackIfTaken(check, stream, { destination })
  },
})
