// Creating an event stream (part 4.4). What its schema says is checked from there: lengths, types, required members.
import {
  type Collection,
  type Exchange,
  type JsonObject,
  membersCompared,
  nameFreeAgain,
  random,
  refusesBodies,
  refusesChanges,
  resourceSuite,
  type Seen,
  type Subject,
  statusOf,
  type Tester,
  trickyTexts,
  wholeTexts,
} from '../src/suite.ts'
import { type EventStreams, eventStreams, foreignValues, otherStates } from './resources/event-streams.ts'
import { lengthsInUnit } from './resources/stream-names.ts'
import {
  byCreation,
  mustBeStored,
  mustComeBack,
  triedDelicate,
  triedPlain,
} from './resources/stream-texts.ts'

type Streams = Collection<EventStreams>

/** A plain creation that was accepted: the control of all others. */
const plainCreation = (check: Tester): Promise<Subject['created']> =>
  check.once('a plain creation', async (shared) => (await shared.resource(eventStreams).make()).created)

/** Creates a stream beside a plain one, both of which must be accepted, and holds what comes back against what was sent. */
const comesBack = async (check: Tester, streams: Streams, sent: JsonObject): Promise<Seen> => {
  const { must } = check
  const control = await plainCreation(check)
  const seen = await streams.create(sent)
  must.serve(seen.exchange, { control })
  must.beAsSent(seen, sent, { control })
  return seen
}

/** Which characters a name may have, which addresses and user names a tenant takes, is not shown: a refusal shows nothing. */
const comesBackIfTaken = async ({ must }: Tester, streams: Streams, sent: JsonObject): Promise<void> => {
  const seen = await streams.create(sent, 'probe')
  if (seen.accepted) must.beAsSent(seen, sent)
}

/** Sends an invalid creation. */
const spoilt = async (streams: Streams, sent: JsonObject): Promise<Exchange> =>
  (await streams.create(sent, 'invalid')).exchange

/** The name that a creation asked for. */
const nameIn = ({ request }: Exchange): string =>
  String((JSON.parse(request.body ?? '{}') as JsonObject).name ?? '')

export default resourceSuite('event-streams.create', eventStreams, {
  accepts: async ({ must }, streams) => {
    must.accept((await streams.create()).exchange)
  },
  'name-as-sent': random(async (check: Tester, streams: Streams) => {
    const { exchange: control, body } = await comesBack(check, streams, { name: check.requests.name() })
    mustComeBack(check, await triedPlain(check, streams, byCreation(streams)), 'name', control)
    // Two texts of one length, each in its place.
    await comesBackIfTaken(check, streams, streams.values.alike())
    // A name may have to be another one than that of a stream that is there.
    await comesBackIfTaken(check, streams, { name: body.name ?? '' })
  }),
  'text-exact': async (check, streams) => {
    const { values } = streams
    const plain = { name: check.requests.name(), destination: values.destinationOf('Upper') }
    const control = await streams.create(plain, 'probe')
    check.must.assume(
      check.must.showsAsSent(control, plain),
      'not even plain texts come back: see name-as-sent and destination-as-sent',
    )
    const trials = await triedDelicate(check, streams, byCreation(streams))
    for (const member of ['name', 'destination']) mustComeBack(check, trials, member, control.exchange)
  },
  'subscriptions-as-sent': async (check, streams) => {
    for (const subscriptions of streams.values.subscriptions())
      await comesBack(check, streams, { subscriptions })
    await comesBackIfTaken(check, streams, streams.values.subscribing([...trickyTexts, ...wholeTexts]))
  },
  'destination-as-sent': random(async (check: Tester, streams: Streams) => {
    const { values } = streams
    const control = await plainCreation(check)
    for (const destination of [values.destination(1), ...values.elsewhere()])
      await comesBackIfTaken(check, streams, { destination })
    mustComeBack(check, await triedPlain(check, streams, byCreation(streams)), 'destination', control)
  }),
  'state-as-sent': async (check, streams) => {
    for (const state of ['enabled', 'disabled'])
      await comesBack(check, streams, streams.values.inState(state))
  },
  'state-optional': async ({ call, must }, streams) => {
    const { exchange: control } = await streams.create(streams.values.inState('enabled'))
    must.assumeAccepted(control)
    const { [streams.values.stateName()]: _, ...stateless } = streams.body()
    must.accept(await call(streams.creation(stateless)), { control })
  },
  'ids-unique': async ({ must }, streams) => {
    // At once: what makes ids of the time gives the same ones then.
    const [first, second] = await Promise.all([streams.make(), streams.make()])
    // Ids may be made of names: the last one has the name of the first, where a tenant takes that.
    const namesake = await streams.create({ name: first.first.body.name ?? '' }, 'probe')
    const last = namesake.subject ?? (await streams.make())
    const ids = [first, second, last].map(({ id }) => id)
    const different = new Set(ids).size === ids.length
    // An id is one where it leads back to the stream that it was given for.
    for (const stream of different ? [first, second, last] : [])
      must.assume(
        must.showsAsSent(await stream.read(), { name: stream.first.set.name ?? null }),
        `the id ${stream.id} does not lead to the stream for which it was returned`,
      )
    must.that(
      different,
      'Two streams have the same id.',
      {
        expected: 'three different ids',
        received: ids.join(', '),
        exchange: last.created,
        control: first.created,
      },
      membersCompared(first.first, first.first.body, ['id']),
    )
  },
  'returned-only-members': async ({ must }, streams) => {
    const other = await streams.make()
    const { created: control } = other
    for (const [member, value] of Object.entries(foreignValues)) {
      const made = await streams.create({ [member]: value }, 'probe')
      const status = statusOf(made.exchange)
      must.assume(status > 0 && status < 500, 'the tenant did not answer')
      if (!made.accepted) must.refuse(made.exchange, { control })
      else
        for (const seen of [made, ...(made.subject === null ? [] : [await made.subject.read()])])
          must.notAdopt(seen, member, value, { control })
    }
    // Nor is it a way to replace another stream.
    const before = await other.read()
    const made = await streams.create({ id: other.id }, 'probe')
    if (made.accepted) must.notAdopt(made, 'id', other.id, { control })
    const later = await other.read()
    must.beUnchanged(before, later, streams.settable, { control, steps: [made.exchange] })
  },
  stored: random(async (check: Tester, streams: Streams) => {
    const { must } = check
    const { values } = streams
    const sent = streams.body(values.stateField === null ? {} : values.inState('disabled'))
    const stream = await streams.make(sent)
    const members = ['id', 'created_at', ...Object.keys(sent)]
    must.beUnchanged(stream.first, await stream.read(), members, { control: stream.created })
    mustBeStored(check, await triedPlain(check, streams, byCreation(streams)))
  }),
  'state-values': (check, { values }) =>
    refusesChanges(
      check,
      otherStates.map((state) => values.inState(state)),
    ),
  'destination-closed': (check, { values }) =>
    refusesChanges(
      check,
      values.strangeDestinations().map((destination) => ({ destination })),
    ),
  'subscriptions-type': (check, { values }) => refusesChanges(check, values.spoiltSubscriptions()),
  'required-members': (check) => refusesBodies(check, [{}]),
  'refused-creates-nothing': async ({ call, must }, streams) => {
    const known = await streams.make()
    const attempts = [
      await spoilt(streams, { subscriptions: 'none' }),
      await spoilt(streams, { subscriptions: [{}] }),
      await spoilt(streams, { destination: 'nowhere' }),
    ]
    for (const as of ['none', 'not-a-jwt'] as const)
      attempts.push(await call({ ...streams.creation(), intent: 'unauthorised' }, { as }))
    const refused = attempts.filter((exchange) => statusOf(exchange) >= 300 && statusOf(exchange) < 500)
    must.assume(refused.length > 0, 'no creation was refused')
    const { exchange, items } = await streams.list()
    must.assume(
      items.some(({ name }) => name === known.first.set.name),
      'the list does not hold a stream that was made, so that one which is not in it says nothing',
    )
    const named = new Map(refused.map((attempt) => [nameIn(attempt), attempt]))
    const made = items.filter(({ name }) => typeof name === 'string' && named.has(name))
    for (const { id } of made) if (typeof id === 'string') streams.adopt(id)
    const [first] = made
    must.that(first === undefined, 'A creation that was refused made a stream all the same.', {
      expected: 'no stream of that name',
      received: JSON.stringify(first ?? null),
      exchange,
      control: known.created,
      steps: [named.get(String(first?.name)) ?? []].flat(),
    })
  },
  'name-free-again': nameFreeAgain,
  'creates-one': async ({ must }, streams) => {
    const { values } = streams
    const disabled = values.stateField === null ? {} : values.inState('disabled')
    const made = [await streams.make(), await streams.make(disabled)]
    const { exchange, items } = await streams.list()
    for (const stream of made) {
      const ids = new Set(items.filter(({ name }) => name === stream.first.set.name).map(({ id }) => id))
      must.assume(ids.has(stream.id), 'the list does not hold a stream that was made')
      for (const id of ids) if (typeof id === 'string' && id !== stream.id) streams.adopt(id)
      must.that(ids.size === 1, 'One creation made several streams.', {
        expected: 'one stream of that name',
        received: `${ids.size}: ${[...ids].join(', ')}`,
        exchange,
        control: stream.created,
        steps: [stream.created],
      })
    }
  },
  'name-length-characters': (check, streams) =>
    lengthsInUnit(check, async (name) => (await streams.create({ name }, 'probe')).exchange),
})
