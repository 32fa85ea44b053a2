// Creating an event stream (part 4.4). What its schema says is checked from there: lengths, types, required members.
import {
  delicateNames,
  type Exchange,
  type JsonObject,
  names,
  nameTexts,
  otherStates,
  random,
  type Seen,
  statusOf,
  suite,
  type Tester,
} from '../src/engine/index.ts'
import { foreignValues, lengthsInUnit, shownAs } from './resources/event-streams.ts'

/** Creates a stream beside a plain one, both of which must be accepted, and holds what comes back against what was sent. */
const comesBack = async ({ create, must, existing }: Tester, sent: JsonObject): Promise<Seen> => {
  const { created: control } = await existing.stream()
  const seen = await create(sent)
  must.serve(seen.exchange, { control })
  must.beAsSent(seen, sent, { control })
  return seen
}

/** Which characters a name may have, which addresses and user names a tenant takes, is not shown: a refusal shows nothing. */
const comesBackIfTaken = async ({ create, must }: Tester, sent: JsonObject): Promise<void> => {
  const seen = await create(sent, 'probe')
  if (seen.accepted) must.beAsSent(seen, sent)
}

/** Sends an invalid creation. */
const spoilt = async ({ create }: Tester, sent: JsonObject): Promise<Exchange> =>
  (await create(sent, 'invalid')).exchange

/** The name that a creation asked for. */
const nameIn = ({ request }: Exchange): string =>
  String((JSON.parse(request.body ?? '{}') as JsonObject).name ?? '')

export default suite('event-streams.create', {
  accepts: async ({ create, must }) => {
    must.accept((await create()).exchange)
  },
  'name-as-sent': random(async (tester) => {
    await comesBack(tester, { name: tester.given.name() })
    for (const name of names) await comesBackIfTaken(tester, { name })
    await tester.forAll(nameTexts, (name) => comesBackIfTaken(tester, { name }))
  }),
  'text-exact': async (tester) => {
    const plain = { name: tester.given.name(), destination: tester.given.destinationOf('Upper') }
    tester.must.assume(
      tester.must.showsAsSent(await tester.create(plain, 'probe'), plain),
      'not even plain texts come back: see name-as-sent and destination-as-sent',
    )
    for (const name of delicateNames) await comesBackIfTaken(tester, { name })
    await comesBackIfTaken(tester, { destination: tester.given.destinationOf(' Upper,  Space ') })
  },
  'subscriptions-as-sent': async (tester) => {
    for (const subscriptions of tester.given.subscriptions()) await comesBack(tester, { subscriptions })
  },
  'destination-as-sent': async (tester) => {
    const { given } = tester
    for (const destination of [given.destination(1), given.elsewhere(2), given.destinationOf('Upper, Space')])
      await comesBackIfTaken(tester, { destination })
  },
  'state-as-sent': async (tester) => {
    for (const state of ['enabled', 'disabled'] as const) await comesBack(tester, tester.given.state(state))
  },
  'state-optional': async (tester) => {
    const { given, call, create, must } = tester
    const { exchange: control } = await create(given.state('enabled'))
    must.assumeAccepted(control)
    const { [given.stateField()]: _, ...stateless } = given.streamBody()
    must.accept(await call(given.creation(stateless)), { control })
  },
  'ids-unique': async ({ existing, create, must }) => {
    const [first, second] = [await existing.stream(), await existing.stream()]
    // Ids may be made of names: the last one has the name of the first, where a tenant takes that.
    const namesake = await create({ name: first.body.name ?? '' }, 'probe')
    const last = namesake.stream ?? (await existing.stream())
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
      shownAs(first.first, ['/id']),
    )
  },
  'returned-only-members': async (tester) => {
    const { create, must, existing } = tester
    const { created: control } = await existing.stream()
    for (const [member, value] of Object.entries(foreignValues)) {
      const made = await create({ [member]: value }, 'probe')
      const status = statusOf(made.exchange)
      must.assume(status > 0 && status < 500, 'the tenant did not answer')
      if (!made.accepted) must.refuse(made.exchange, { control })
      else
        for (const seen of [made, ...(made.stream === null ? [] : [await made.stream.read()])])
          must.notAdopt(seen, member, value, { control })
    }
  },
  stored: async ({ given, existing, must, knowledge }) => {
    const field = knowledge.forwardingStateField
    const sent = given.streamBody(field === null ? {} : given.state('disabled'))
    const stream = await existing.stream(sent)
    const members = ['id', 'created_at', ...Object.keys(sent)]
    must.beUnchanged(stream.first, await stream.read(), members, { control: stream.created })
  },
  'state-values': async (tester) => {
    const { exchange: control } = await tester.create(tester.given.state('enabled'))
    for (const state of otherStates)
      tester.must.refuse(await spoilt(tester, tester.given.state(state)), { control })
  },
  'subscriptions-type': async (tester) => {
    const { created: control } = await tester.existing.stream()
    const [list] = tester.given.subscriptions()
    // Each element counts, not the first alone.
    for (const other of [{ event_type: 7 }, {}, 'user.created', null])
      tester.must.refuse(await spoilt(tester, { subscriptions: [...list, other] }), { control })
  },
  'required-members': async ({ given, call, must, existing }) => {
    const { created: control } = await existing.stream()
    must.refuse(await call({ ...given.creation({}), intent: 'invalid' }), { control })
  },
  'refused-creates-nothing': async (tester) => {
    const { given, call, must, existing, create } = tester
    const known = await existing.stream()
    const attempts = [
      await create({ subscriptions: 'none' }, 'invalid'),
      await create({ subscriptions: [{}] }, 'invalid'),
      await create({ destination: 'nowhere' }, 'invalid'),
    ].map(({ exchange }) => exchange)
    for (const as of ['none', 'not-a-jwt'] as const)
      attempts.push(await call({ ...given.stream(), intent: 'unauthorised' }, { as }))
    const refused = attempts.filter((exchange) => statusOf(exchange) >= 300 && statusOf(exchange) < 500)
    must.assume(refused.length > 0, 'no creation was refused')
    const { exchange, items } = await existing.listed()
    must.assume(
      items.some(({ name }) => name === known.first.set.name),
      'the list does not hold a stream that was made, so that one which is not in it says nothing',
    )
    const named = new Map(refused.map((attempt) => [nameIn(attempt), attempt]))
    const made = items.filter(({ name }) => typeof name === 'string' && named.has(name))
    for (const { id } of made) if (typeof id === 'string') existing.adopt(id)
    const [first] = made
    must.that(first === undefined, 'A creation that was refused made a stream all the same.', {
      expected: 'no stream of that name',
      received: JSON.stringify(first ?? null),
      exchange,
      control: known.created,
      steps: [named.get(String(first?.name)) ?? []].flat(),
    })
  },
  'name-length-characters': (tester) =>
    lengthsInUnit(tester, async (name) => (await tester.create({ name }, 'probe')).exchange),
})
