// Creating an event stream (part 4.4). What its schema says is checked from there: lengths, types, required members.
import {
  type Exchange,
  essenceOf,
  invalid,
  isAccepted,
  type JsonObject,
  names,
  nameTexts,
  otherStates,
  random,
  statusOf,
  suite,
  type Tester,
} from '../src/engine/index.ts'

/** Creates a stream beside a plain one; both must be accepted. */
const created = async ({ given, call, must, existing }: Tester, overrides: JsonObject) => {
  const { created: control } = await existing.stream()
  const exchange = await call(given.stream(overrides))
  return { exchange, control, body: must.accept(exchange, { control }) }
}

/** Holds a returned member against what was sent; one that is not of its shape is its own clause's matter. */
const asSent = (
  { must, knowledge }: Tester,
  member: string,
  sent: JsonObject,
  body: JsonObject,
  showing: { readonly exchange: Exchange; readonly control?: Exchange },
): void => {
  const actual = essenceOf(member, body[member], knowledge.forwardingStateField)
  if (actual !== undefined)
    must.equal(actual, essenceOf(member, sent[member], knowledge.forwardingStateField), member, showing)
}

const nameComesBack = async (tester: Tester, name: string): Promise<void> => {
  const exchange = await tester.call(tester.given.stream({ name }))
  // Which characters a name may have is not shown: a refused one shows nothing.
  if (isAccepted(exchange)) asSent(tester, 'name', { name }, tester.must.accept(exchange), { exchange })
}

const astral = '𝒳'

export default suite('event-streams.create', {
  accepts: async ({ given, call, must }) => {
    must.accept(await call(given.stream()))
  },
  'name-as-sent': random(async (tester) => {
    for (const name of names) await nameComesBack(tester, name)
    await tester.forAll(nameTexts, (name) => nameComesBack(tester, name))
  }),
  'subscriptions-as-sent': async (tester) => {
    for (const subscriptions of tester.given.subscriptions()) {
      const { exchange, control, body } = await created(tester, { subscriptions })
      asSent(tester, 'subscriptions', { subscriptions }, body, { exchange, control })
    }
  },
  'destination-as-sent': async (tester) => {
    const { given, existing, call } = tester
    const { created: control } = await existing.stream()
    for (const destination of [
      given.destination(1),
      given.elsewhere(2),
      given.destinationOf(' Upper, Space '),
    ]) {
      const exchange = await call({ ...given.stream({ destination }), intent: 'probe' })
      // Which addresses and user names a tenant takes is not shown.
      if (isAccepted(exchange))
        asSent(tester, 'destination', { destination }, tester.must.accept(exchange), { exchange, control })
    }
  },
  'state-as-sent': async (tester) => {
    const field = tester.given.stateField()
    for (const state of ['enabled', 'disabled'] as const) {
      const { exchange, control, body } = await created(tester, tester.given.state(state))
      asSent(tester, field, tester.given.state(state), body, { exchange, control })
    }
  },
  'state-optional': async (tester) => {
    const { given, call, must } = tester
    const control = await call(given.stream(given.state('enabled')))
    must.suppose(isAccepted(control), 'the tenant did not accept a stream with a state')
    const { [given.stateField()]: _, ...stateless } = given.streamBody()
    must.accept(await call(given.creation(stateless)), { control })
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
      must.suppose(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer')
      if (!isAccepted(exchange)) {
        must.refuse(exchange, { control })
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
  stored: async (tester) => {
    const { given, existing, read, must, knowledge } = tester
    const field = knowledge.forwardingStateField
    const sent = given.streamBody(field === null ? {} : given.state('disabled'))
    const stream = await existing.stream(sent)
    const { exchange, body } = await read(stream)
    for (const member of ['id', 'created_at', ...Object.keys(sent)]) {
      const [returned, stored] = [stream.body, body].map((seen) => essenceOf(member, seen[member], field))
      // A member that creation did not return as it was sent is another clause's matter.
      const wrong =
        member in sent && JSON.stringify(returned) !== JSON.stringify(essenceOf(member, sent[member], field))
      if (returned !== undefined && stored !== undefined && !wrong)
        must.equal(stored, returned, member, { exchange, control: stream.created })
    }
  },
  'state-values': async ({ given, call, must }) => {
    const control = await call(given.stream(given.state('enabled')))
    for (const state of otherStates)
      must.refuse(await call(invalid(given.stream(given.state(state)))), { control })
  },
  'subscriptions-type': async ({ given, call, must, existing }) => {
    const { created: control } = await existing.stream()
    const [list] = given.subscriptions()
    // Each element counts, not the first alone.
    for (const other of [{ event_type: 7 }, {}, 'user.created', null])
      must.refuse(await call(invalid(given.stream({ subscriptions: [...list, other] }))), { control })
  },
  'required-members': async ({ given, call, must, existing }) => {
    const { created: control } = await existing.stream()
    must.refuse(await call(invalid(given.creation({}))), { control })
  },
  'name-length-characters': async (tester) => {
    const { given, call, must } = tester
    const short = await call(given.stream({ name: astral.repeat(3) + given.name() }))
    must.suppose(
      isAccepted(short),
      'the tenant does not accept characters outside of the basic plane in a name',
    )
    const control = await call(given.stream({ name: given.nameOfLength(128) }))
    must.suppose(isAccepted(control), 'the tenant does not accept 128 plain characters: see name-length')
    const name = [...(given.name() + astral.repeat(128))].slice(0, 128).join('')
    must.accept(await call(given.stream({ name })), { control })
  },
})
