// Creating an event stream (part 4.4). What its schema says is checked from there: lengths, types, required members.
import {
  type Collection,
  type Exchange,
  fixture,
  Inconclusive,
  type JsonObject,
  membersCompared,
  nameFreeAgain,
  orElse,
  random,
  refusesBodies,
  refusesChanges,
  resourceSuite,
  statusOf,
  type Tester,
  trickyTexts,
  wholeTexts,
} from '../src/suite.ts'
import { type EventStreams, eventStreams, foreignValues, otherStates } from './resources/event-streams.ts'
import { lengthsInUnit } from './resources/stream-names.ts'
import { plainCreation, readSample, type Sample, samples, samplesOf } from './resources/stream-samples.ts'
import { mustBeStored, mustComeBack } from './resources/stream-texts.ts'
import { createdDelicate, createdPlain } from './resources/stream-texts-created.ts'

type Streams = Collection<EventStreams>

/** Which characters a name may have, which addresses and user names a tenant takes, is not shown: a refusal shows nothing. */
const comesBackIfTaken = async ({ must }: Tester, streams: Streams, sent: JsonObject): Promise<void> => {
  const seen = await streams.create(sent, 'probe')
  if (seen.accepted) must.beAsSent(seen, sent)
}

/** Each sample of the member, which has to be accepted, comes back as it was sent. */
const comeBack = async (check: Tester, streams: Streams, member: string): Promise<void> => {
  const control = await plainCreation(check)
  for (const { sent, seen } of await samplesOf(check, streams, member)) {
    check.must.serve(seen.exchange, { control })
    check.must.beAsSent(seen, sent, { control })
  }
}

/** A stream with the name of another one, where a tenant takes that. */
const namesake = fixture('an event stream with the name of another one', async (shared): Promise<Sample> => {
  const { others } = await shared.use(samples)
  const sent = { name: others[0]?.sent.name ?? null }
  return { sent, seen: await shared.resource(eventStreams).create(sent, 'probe') }
})

/** Sends an invalid creation. */
const spoilt = async (streams: Streams, sent: JsonObject): Promise<Exchange> =>
  (await streams.create(sent, 'invalid')).exchange

/** The name that a creation asked for. */
const nameIn = ({ request }: Exchange): string =>
  String((JSON.parse(request.body ?? '{}') as JsonObject).name ?? '')

export default resourceSuite('event-streams.create', eventStreams, {
  // MUST 4.4: A request with name, subscriptions and a webhook destination is accepted and creates a stream.
  accepts: async (check) => {
    check.must.accept((await check.use(samples)).plain.seen.exchange)
  },
  // MUST 4.4: A plain name, in which neither white space nor a Unicode normal form is at stake, is returned as it was sent, character by
  //   character.
  'name-as-sent': {
    phase: 'random',
    // The first that asks for the series of texts.
    early: true,
    run: async (check, streams) => {
      const control = await plainCreation(check)
      await comeBack(check, streams, 'name')
      mustComeBack(check, await check.use(createdPlain), 'name', control)
      // A name may have to be another one than that of a stream that is there.
      const { sent, seen } = await check.use(namesake)
      if (seen.accepted) check.must.beAsSent(seen, sent)
    },
  },
  // SHOULD 4.4: White space and Unicode normal forms of a name and of a user name come back as they were sent.
  'text-exact': async (check, streams) => {
    const control = await plainCreation(check)
    const plain = [
      ...(await samplesOf(check, streams, 'name')),
      ...(await samplesOf(check, streams, 'destination')),
    ]
    check.must.assume(
      plain.every(({ sent, seen }) => !seen.accepted || check.must.showsAsSent(seen, sent)),
      'not even plain texts come back: see name-as-sent and destination-as-sent',
    )
    const trials = await createdDelicate(check, streams)
    for (const member of ['name', 'destination']) mustComeBack(check, trials, member, control)
  },
  // MUST 4.4: The returned subscriptions are those that were sent.
  'subscriptions-as-sent': async (check, streams) => {
    await comeBack(check, streams, 'subscriptions')
    await comesBackIfTaken(check, streams, streams.values.subscribing([...trickyTexts, ...wholeTexts]))
  },
  // MUST 4.4: The returned destination has the endpoint, method and username that were sent.
  'destination-as-sent': random(async (check: Tester, streams: Streams) => {
    const control = await plainCreation(check)
    for (const { sent, seen } of await samplesOf(check, streams, 'destination'))
      if (seen.accepted) check.must.beAsSent(seen, sent, { control })
    for (const destination of streams.values.elsewhere())
      await comesBackIfTaken(check, streams, { destination })
    mustComeBack(check, await check.use(createdPlain), 'destination', control)
  }),
  // MUST 2.4: A stream that is created with the forwarding state enabled or disabled is returned in that state.
  'state-as-sent': (check, streams) => comeBack(check, streams, streams.values.stateName()),
  // MUST 4.4: The forwarding-state field may be left out.
  'state-optional': async (check, streams) => {
    const { call, must } = check
    const name = streams.values.stateName()
    const [withState] = await samplesOf(check, streams, name)
    const control =
      withState?.seen.exchange ?? (await streams.create(streams.values.inState('enabled'))).exchange
    must.assumeAccepted(control)
    const { plain } = await check.use(samples)
    const { [name]: sent, ...stateless } = streams.body()
    const isStateless = sent === undefined && plain.seen.exchange.response !== null
    must.accept(isStateless ? plain.seen.exchange : await call(streams.creation(stateless)), { control })
  },
  // MUST 2.4: Two streams have different ids.
  'ids-unique': async (check) => {
    const { must } = check
    const { plain, others } = await check.use(samples)
    // Ids may be made of names: one has the name of another one, where a tenant takes that.
    const all = [plain, ...others, await check.use(namesake)].flatMap(({ sent, seen: { subject } }) =>
      subject === null ? [] : [{ sent, subject }],
    )
    const [first, ...further] = all.map(({ subject }) => subject)
    const last = further.at(-1)
    if (first === undefined || last === undefined)
      throw new Inconclusive('no two event streams could be made')
    const ids = all.map(({ subject: { id } }) => id)
    const different = new Set(ids).size === ids.length
    // An id is one where it leads back to the stream that it was given for.
    for (const which of different ? (['plain', 'stateful'] as const) : []) {
      const { sent, subject, later } = await readSample(check, which)
      must.assume(
        must.showsAsSent(later, { name: sent.name ?? null }),
        `the id ${subject.id} does not lead to the stream for which it was returned`,
      )
    }
    must.that(
      different,
      'Two streams have the same id.',
      {
        expected: `${ids.length} different ids`,
        received: ids.join(', '),
        exchange: last.created,
        control: first.created,
      },
      membersCompared(first.first, first.first.body, ['id']),
    )
  },
  // MUST 2.4: id, created_at and updated_at are set by the service: values sent for them are refused or ignored.
  'returned-only-members': async (check, streams) => {
    const { must } = check
    const control = await plainCreation(check)
    const mustNotAdopt = async (values: JsonObject): Promise<void> => {
      const made = await streams.create(values, 'probe')
      const status = statusOf(made.exchange)
      must.assume(status > 0 && status < 500, 'the tenant did not answer', 'failing')
      if (made.accepted)
        for (const seen of [made, ...(made.subject === null ? [] : [await made.subject.read()])])
          for (const [member, value] of Object.entries(values))
            must.notAdopt(seen, member, value, { control })
      else {
        must.refuse(made.exchange, { control })
        // Which of them was refused is not shown.
        const each = Object.entries(values)
        if (each.length > 1) for (const [member, value] of each) await mustNotAdopt({ [member]: value })
      }
    }
    await mustNotAdopt(foreignValues)
    // Nor is it a way to replace another stream.
    const { subject: other, later: before } = await readSample(check, 'plain')
    const made = await streams.create({ id: other.id }, 'probe')
    if (made.accepted) must.notAdopt(made, 'id', other.id, { control })
    const later = await other.read()
    must.beUnchanged(before, later, streams.settable, { control, steps: [made.exchange] })
  },
  // MUST 4.4: A later read by an empty update returns what the creation returned, except that it may move updated_at.
  stored: random(async (check: Tester) => {
    const { must } = check
    const { sent, subject, later } = await readSample(check, 'stateful')
    const members = ['id', 'created_at', ...Object.keys(sent)]
    must.beUnchanged(subject.first, later, members, { control: subject.created })
    mustBeStored(check, await check.use(createdPlain))
  }),
  // MUST 2.4: A forwarding state other than enabled and disabled is refused.
  'state-values': (check, { values }) =>
    refusesChanges(
      check,
      otherStates.map((state) => values.inState(state)),
    ),
  // MUST 2.4: A destination is one of three variants, each with a type of its own: one whose type is a random text, or webhook in another
  //   letter case, is refused.
  'destination-closed': (check, { values }) =>
    refusesChanges(
      check,
      values.strangeDestinations().map((destination) => ({ destination })),
    ),
  // MUST 2.4: Subscriptions that are not an array of objects, each with a string event_type, are refused.
  'subscriptions-type': (check, { values }) => refusesChanges(check, values.spoiltSubscriptions()),
  // MUST 4.4: A request without name, subscriptions or destination is refused.
  'required-members': (check) => refusesBodies(check, [{}]),
  // MUST 4.4: A creation that is refused, for its body or for its token, makes no stream.
  'refused-creates-nothing': async (check, streams) => {
    const { call, must, principals } = check
    const { subject } = (await check.use(samples)).plain.seen
    const known = subject !== null && streams.isKept(subject) ? subject : await streams.make()
    const attempts = [
      await spoilt(streams, { subscriptions: [{}] }),
      await spoilt(streams, { destination: 'nowhere' }),
    ]
    const strangers = (['none', 'not-a-jwt', 'nonGlobal', 'limited'] as const).filter((as) =>
      principals.has(as),
    )
    for (const as of strangers) {
      const attempt = await call({ ...streams.creation(), intent: 'unauthorised' }, { as }).catch(
        orElse(null),
      )
      if (attempt !== null) attempts.push(attempt)
    }
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
  // SHOULD 4.4: The name of a stream that was removed may be given to another one.
  'name-free-again': nameFreeAgain,
  // MUST 4.4: A creation makes one stream, not several.
  'creates-one': async (check, streams) => {
    const { must } = check
    const { plain, others } = await check.use(samples)
    // But for the first of the others, whose name another one may have.
    const all = [plain, ...others.slice(1)].flatMap(({ seen: { subject } }) => subject ?? [])
    const kept = all.filter((subject) => streams.isKept(subject))
    const made = kept.length > 0 ? kept : [await streams.make()]
    must.assume(made.length > 0, 'no event stream could be made')
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
  // SHOULD 8: The length of a name is counted in the unit that the profile declares: 128 units are accepted, also of characters outside the
  //   Basic Multilingual Plane, and one more is refused.
  'name-length-characters': (check, streams) =>
    lengthsInUnit(check, async (name) => (await streams.create({ name }, 'probe')).exchange),
})
