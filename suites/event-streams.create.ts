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
import { foreignValues, lengthsInUnit, setByService, shownAs } from './resources/event-streams.ts'

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
  'ids-unique': async ({ existing, must }) => {
    const streams = [await existing.stream(), await existing.stream(), await existing.stream()]
    const ids = streams.map(({ id }) => id)
    const [first, , last] = streams
    must.that(
      new Set(ids).size === ids.length,
      'Two streams have the same id.',
      {
        expected: 'three different ids',
        received: ids.join(', '),
        exchange: last?.created ?? null,
        control: first?.created ?? null,
      },
      first === undefined ? [] : shownAs(first.first, ['/id']),
    )
  },
  'returned-only-members': async (tester) => {
    const { create, must, existing } = tester
    await setByService(tester)
    const { created: control } = await existing.stream()
    for (const [member, value] of Object.entries(foreignValues)) {
      const made = await create({ [member]: value }, 'probe')
      const status = statusOf(made.exchange)
      must.assume(status > 0 && status < 500, 'the tenant did not answer')
      if (made.stream === null) must.refuse(made.exchange, { control })
      else
        for (const seen of [made, await made.stream.read()]) must.notAdopt(seen, member, value, { control })
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
  'name-length-characters': (tester) =>
    lengthsInUnit(tester, async (name) => (await tester.create({ name }, 'probe')).exchange),
})
