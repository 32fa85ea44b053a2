// Creating an event stream (part 4.4). What its schema says is checked from there: lengths, types, required members.
import {
  comparedDestination,
  isAccepted,
  type JsonObject,
  nameTexts,
  random,
  suite,
  type Tester,
} from '../src/engine/index.ts'

/** Creates a stream beside a plain one; both must be accepted. */
const created = async ({ given, call, must, existing }: Tester, overrides: JsonObject) => {
  const { created: control } = await existing.stream()
  const exchange = await call(given.stream(overrides))
  return { exchange, control, body: must.accept(exchange, { control }) }
}

const astral = '𝒳'

export default suite('event-streams.create', {
  accepts: async ({ given, call, must }) => {
    must.accept(await call(given.stream()))
  },
  'name-as-sent': random(({ forAll, given, call, must }) =>
    forAll(nameTexts, async (name) => {
      const exchange = await call(given.stream({ name }))
      // Which characters a name may have is not shown: a refused one shows nothing.
      if (isAccepted(exchange)) must.equal(must.accept(exchange).name, name, 'name', { exchange })
    }),
  ),
  'subscriptions-as-sent': async (tester) => {
    for (const subscriptions of tester.given.subscriptions(4)) {
      const { exchange, control, body } = await created(tester, { subscriptions })
      tester.must.equal(body.subscriptions, subscriptions, 'subscriptions', { exchange, control })
    }
  },
  'destination-as-sent': async (tester) => {
    const destination = tester.given.destination(1)
    const { exchange, control, body } = await created(tester, { destination })
    const { expected, actual } = comparedDestination(destination, body.destination)
    tester.must.equal(actual, expected, 'destination', { exchange, control })
  },
  'state-as-sent': async (tester) => {
    const field = tester.given.stateField()
    for (const state of ['enabled', 'disabled'] as const) {
      const { exchange, control, body } = await created(tester, tester.given.state(state))
      tester.must.equal(body[field], state, field, { exchange, control })
    }
  },
  'state-optional': async (tester) => {
    const { given, call, must } = tester
    const control = await call(given.stream(given.state('enabled')))
    must.suppose(isAccepted(control), 'the tenant did not accept a stream with a state')
    must.accept(await call(given.stream()), { control })
  },
  'ids-unique': async ({ existing, must }) => {
    const streams = [await existing.stream(), await existing.stream(), await existing.stream()]
    const ids = streams.map(({ id }) => id)
    must.hold(new Set(ids).size === ids.length, 'Two streams have the same id.', {
      expected: 'three different ids',
      received: ids.join(', '),
      exchange: streams[2]?.created ?? null,
      control: streams[0]?.created ?? null,
    })
  },
  'returned-only-members': async ({ given, call, must, existing, read }) => {
    const { created: control } = await existing.stream()
    const sent = {
      id: 'x'.repeat(26),
      created_at: '2001-02-03T04:05:06.000Z',
      updated_at: '2001-02-03T04:05:06.000Z',
    }
    for (const [member, value] of Object.entries(sent)) {
      const exchange = await call({ ...given.stream({ [member]: value }), intent: 'probe' })
      if (!isAccepted(exchange)) {
        must.suppose(isAccepted(control), 'the tenant accepted no stream')
        must.answer(exchange, [400, 403, 409, 422], { control })
        continue
      }
      const body = must.accept(exchange)
      for (const seen of [{ exchange, body }, await read({ id: String(body.id) })])
        must.hold(seen.body[member] !== value, `A value sent for ${member} was adopted.`, {
          expected: `${member} is set by the service`,
          received: JSON.stringify(seen.body[member] ?? null),
          exchange: seen.exchange,
          control,
        })
    }
  },
  stored: async ({ given, existing, read, must, knowledge }) => {
    const state = knowledge.forwardingStateField === null ? {} : given.state('disabled')
    const stream = await existing.stream(state)
    const { exchange, body } = await read(stream)
    for (const [member, returned] of Object.entries(stream.body))
      if (
        ['id', 'name', 'subscriptions', 'destination', 'created_at', ...Object.keys(state)].includes(member)
      )
        must.equal(body[member], returned, member, { exchange, control: stream.created })
  },
  'name-length-characters': async (tester) => {
    const { given, call, must } = tester
    const control = await call(given.stream({ name: astral.repeat(3) + given.name() }))
    must.suppose(
      isAccepted(control),
      'the tenant does not accept characters outside of the basic plane in a name',
    )
    const name = (given.name() + astral.repeat(128)).replace(/^(.{128}).*$/u, '$1')
    const exchange = await call(given.stream({ name }))
    must.equal(must.accept(exchange, { control }).name, name, 'name', { exchange, control })
  },
})
