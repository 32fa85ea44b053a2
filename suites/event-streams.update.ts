// Updating an event stream (part 4.5) and its forwarding state (part 3).
import {
  comparedDestination,
  type Exchange,
  invalid,
  isAccepted,
  type JsonObject,
  nameTexts,
  random,
  type State,
  type Stream,
  sleep,
  suite,
  type Tester,
  timestampNs,
} from '../src/engine/index.ts'

type Seen = { readonly exchange: Exchange; readonly body: JsonObject }

/** Sends an update that must be accepted, as the stream's creation was. */
const update = async ({ given, call, must }: Tester, stream: Stream, body: JsonObject): Promise<Seen> => {
  const exchange = await call(given.update(stream, body))
  return { exchange, body: must.accept(exchange, { control: stream.created }) }
}

/** The members of a stream that an update may change. */
const settable = (tester: Tester): readonly string[] => [
  'name',
  'subscriptions',
  'destination',
  ...(tester.knowledge.forwardingStateField === null ? [] : [tester.knowledge.forwardingStateField]),
]

/** Holds `members` of a stream against what they were before. */
const unchanged = (
  tester: Tester,
  members: readonly string[],
  before: JsonObject,
  after: Seen,
  steps: Exchange[] = [],
): void => {
  for (const member of members)
    tester.must.hold(
      JSON.stringify(sortedMembers(after.body[member])) === JSON.stringify(sortedMembers(before[member])),
      `${member} changed without being sent.`,
      {
        expected: `${member} ${JSON.stringify(before[member])}`,
        received: JSON.stringify(after.body[member] ?? null),
        exchange: after.exchange,
        steps,
      },
    )
}

// The order of an object's members means nothing (RFC 8259, 4).
const sortedMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedMembers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sortedMembers(member)]),
  )
}

/** Sends a state and holds the answer, and a later read, against it. */
const toggle = async (tester: Tester, stream: Stream, state: State): Promise<Seen> => {
  const field = tester.given.stateField()
  const answer = await update(tester, stream, tester.given.state(state))
  tester.must.equal(answer.body[field], state, field, { exchange: answer.exchange, control: stream.created })
  const later = await tester.read(stream)
  tester.must.equal(later.body[field], state, `${field} on a later read`, {
    exchange: later.exchange,
    control: answer.exchange,
  })
  return answer
}

const inState = (tester: Tester, state: State): Promise<Stream> =>
  tester.existing.stream(tester.given.state(state))

/** Another valid value for each member that an update may change. */
const changes = ({ given, knowledge }: Tester): JsonObject[] => [
  { name: given.name() },
  ...given
    .subscriptions(3)
    .slice(1)
    .map((subscriptions) => ({ subscriptions })),
  { destination: given.destination(1) },
  ...(knowledge.forwardingStateField === null ? [] : [given.state('disabled'), given.state('enabled')]),
]

/** Whether the answer's member is what was sent. */
const taken = (tester: Tester, seen: Seen, sent: JsonObject, control: Exchange): void => {
  for (const [member, value] of Object.entries(sent)) {
    const { expected, actual } =
      member === 'destination'
        ? comparedDestination(value, seen.body.destination)
        : { expected: value, actual: seen.body[member] }
    tester.must.equal(actual, expected, member, { exchange: seen.exchange, control })
  }
}

/** Moments of a stream's life in the order in which they were seen. */
const aging = async (tester: Tester): Promise<readonly Seen[]> => {
  const stream = await tester.existing.stream()
  const seen: Seen[] = [{ exchange: stream.created, body: stream.body }]
  for (const change of [{}, ...changes(tester), {}]) seen.push(await update(tester, stream, change))
  return seen
}

// Time stamps may have whole seconds only: a change shows after this long at the latest.
const coarseTickMs = 1_100

export default suite('event-streams.update', {
  accepts: async ({ existing, given, call, must }) => {
    const stream = await existing.stream()
    must.accept(await call(given.update(stream, { name: given.name() })))
  },
  'empty-update': async (tester) => {
    const stream = await tester.existing.stream()
    const seen = await update(tester, stream, {})
    unchanged(tester, settable(tester), stream.body, seen)
  },
  'name-changes': random(async (tester) => {
    const stream = await tester.existing.stream()
    await update(tester, stream, { name: tester.given.name() })
    await tester.forAll(nameTexts, async (name) => {
      const own = await tester.existing.stream()
      const exchange = await tester.call(tester.given.update(own, { name }))
      if (isAccepted(exchange))
        tester.must.equal(tester.must.accept(exchange).name, name, 'name', { exchange, control: own.created })
    })
  }),
  'subscriptions-change': async (tester) => {
    const stream = await tester.existing.stream()
    const lists = tester.given.subscriptions(4)
    tester.must.suppose(
      lists.length > 1,
      'only one event type is known: declare two in eventStream.eventTypes of the profile',
    )
    for (const subscriptions of [...lists.slice(1), ...lists.slice(0, 1)])
      taken(tester, await update(tester, stream, { subscriptions }), { subscriptions }, stream.created)
  },
  'destination-changes': async (tester) => {
    const stream = await tester.existing.stream()
    for (const variant of [1, 2]) {
      const destination = tester.given.destination(variant)
      const exchange = await tester.call(tester.given.update(stream, { destination }))
      taken(
        tester,
        { exchange, body: tester.must.accept(exchange, { control: stream.created }) },
        { destination },
        stream.created,
      )
    }
  },
  'enabled-to-disabled': async (tester) => {
    await toggle(tester, await inState(tester, 'enabled'), 'disabled')
  },
  'disabled-to-enabled': async (tester) => {
    await toggle(tester, await inState(tester, 'disabled'), 'enabled')
  },
  'toggles-repeatedly': async (tester) => {
    const stream = await inState(tester, 'enabled')
    for (let round = 0; round < 4; round++) {
      await toggle(tester, stream, 'disabled')
      await toggle(tester, stream, 'enabled')
    }
  },
  'same-state': async (tester) => {
    const field = tester.given.stateField()
    for (const state of ['enabled', 'disabled'] as const) {
      const stream = await inState(tester, state)
      const exchange = await tester.call({
        ...tester.given.update(stream, tester.given.state(state)),
        intent: 'probe',
      })
      // Whether the state that is already there may be sent is not shown; that it stays is.
      const later = await tester.read(stream)
      tester.must.hold(later.body[field] === state, 'The state did not stay.', {
        expected: `${field} ${state}`,
        received: JSON.stringify(later.body[field] ?? null),
        exchange: later.exchange,
        control: stream.created,
        steps: [exchange],
      })
    }
  },
  'toggle-moves-updated-at': async (tester) => {
    for (const [from, to] of [
      ['enabled', 'disabled'],
      ['disabled', 'enabled'],
    ] as const) {
      const stream = await inState(tester, from)
      const moved = async (pauseMs: number): Promise<Toggled> => {
        const before = await update(tester, stream, tester.given.state(from))
        await sleep(pauseMs)
        const after = await update(tester, stream, tester.given.state(to))
        return { before, after }
      }
      let showing = await moved(2)
      if (same(showing)) showing = await moved(coarseTickMs)
      tester.must.hold(!same(showing), 'updated_at did not change with the state.', {
        expected: `another updated_at than ${String(showing.before.body.updated_at)}`,
        received: String(showing.after.body.updated_at),
        exchange: showing.after.exchange,
        control: showing.before.exchange,
      })
    }
  },
  'updated-at-never-back': async (tester) => {
    let last: bigint | null = null
    for (const { exchange, body } of await aging(tester)) {
      const [createdAt, updatedAt] = [timestampNs(body.created_at), timestampNs(body.updated_at)]
      tester.must.suppose(createdAt !== null && updatedAt !== null, 'the time stamps can not be read')
      if (createdAt === null || updatedAt === null) continue
      const floor: bigint = last === null || last < createdAt ? createdAt : last
      tester.must.hold(updatedAt >= floor, 'updated_at went back.', {
        expected: 'an updated_at that is not before the last one, nor before created_at',
        received: `created_at ${String(body.created_at)}, updated_at ${String(body.updated_at)}`,
        exchange,
      })
      last = updatedAt
    }
  },
  'several-members': async (tester) => {
    const { given, knowledge, existing } = tester
    const stream = await existing.stream()
    const name = { name: given.name() }
    const destination = { destination: given.destination(2) }
    const subscriptions = { subscriptions: given.subscriptions(2).at(-1) ?? [] }
    const state = knowledge.forwardingStateField === null ? {} : given.state('disabled')
    const pairs = [
      { ...name, ...subscriptions, ...destination, ...state },
      { name: given.name(), destination: given.destination(1) },
      { name: given.name(), subscriptions: given.subscriptions(1)[0] ?? [] },
      ...(knowledge.forwardingStateField === null
        ? []
        : [
            { name: given.name(), ...given.state('enabled') },
            { ...subscriptions, ...given.state('disabled') },
            { ...destination, ...given.state('enabled') },
          ]),
      { ...subscriptions, destination: given.destination(3) },
    ]
    for (const sent of pairs) {
      taken(tester, await update(tester, stream, sent), sent, stream.created)
      const later = await tester.read(stream)
      taken(tester, later, sent, stream.created)
    }
  },
  'rest-unchanged': async (tester) => {
    const stream = await tester.existing.stream()
    let before = (await tester.read(stream)).body
    for (const change of changes(tester)) {
      const seen = await update(tester, stream, change)
      unchanged(
        tester,
        settable(tester).filter((member) => !(member in change)),
        before,
        seen,
      )
      const later = await tester.read(stream)
      unchanged(
        tester,
        settable(tester).filter((member) => !(member in change)),
        before,
        later,
        [seen.exchange],
      )
      before = later.body
    }
  },
  'id-unchanged': async (tester) => {
    const [first, ...later] = await aging(tester)
    for (const seen of later) unchanged(tester, ['id', 'created_at'], first?.body ?? {}, seen)
  },
  'returned-only-members': async (tester) => {
    const stream = await tester.existing.stream()
    for (const sent of [
      { id: 'x'.repeat(26) },
      { created_at: '2001-02-03T04:05:06.000Z' },
      { updated_at: '2001-02-03T04:05:06.000Z' },
    ] satisfies JsonObject[]) {
      const exchange = await tester.call({ ...tester.given.update(stream, sent), intent: 'probe' })
      tester.must.suppose((exchange.response?.status ?? 500) < 500, 'the tenant did not answer')
      const later = await tester.read(stream)
      for (const [member, value] of Object.entries(sent))
        tester.must.hold(later.body[member] !== value, `A value sent for ${member} was adopted.`, {
          expected: `${member} is set by the service`,
          received: JSON.stringify(later.body[member] ?? null),
          exchange: later.exchange,
          control: stream.created,
          steps: [exchange],
        })
    }
  },
  stored: async (tester) => {
    const stream = await tester.existing.stream()
    for (const change of changes(tester)) {
      const answer = await update(tester, stream, change)
      const later = await tester.read(stream)
      for (const member of ['id', ...settable(tester), 'created_at'])
        tester.must.equal(later.body[member], answer.body[member], `${member} on a later read`, {
          exchange: later.exchange,
          control: answer.exchange,
        })
    }
  },
  'streams-independent': async (tester) => {
    const [first, middle, last] = [
      await tester.existing.stream(),
      await tester.existing.stream(),
      await tester.existing.stream(),
    ]
    for (const change of changes(tester)) {
      const { exchange } = await update(tester, middle, change)
      for (const other of [first, last])
        unchanged(tester, settable(tester), other.body, await tester.read(other), [exchange])
    }
  },
  'subscriptions-never-empty': async (tester) => {
    const stream = await tester.existing.stream()
    const exchange = await tester.call({
      ...tester.given.update(stream, { subscriptions: [] }),
      intent: 'probe',
    })
    tester.must.suppose((exchange.response?.status ?? 500) < 500, 'the tenant did not answer')
    tester.knowledge.observe('update-subscriptions-minimum', exchange.response?.status ?? 0)
    const later = await tester.read(stream)
    const { subscriptions } = later.body
    tester.must.hold(
      Array.isArray(subscriptions) && subscriptions.length > 0,
      'The stream has no subscription left.',
      {
        expected: 'at least one subscription',
        received: JSON.stringify(subscriptions ?? null),
        exchange: later.exchange,
        control: stream.created,
        steps: [exchange],
      },
    )
  },
  'refused-changes-nothing': async (tester) => {
    const { given, call, must, existing, read, knowledge } = tester
    const stream = await existing.stream()
    let before = await read(stream)
    const field = knowledge.forwardingStateField
    const spoilt: JsonObject[] = [
      { name: given.name(), subscriptions: 'none' },
      { subscriptions: given.subscriptions(2).at(-1) ?? [], name: '' },
      { destination: given.destination(2), name: 'x'.repeat(129) },
      { name: given.name(), destination: 'nowhere' },
      { name: 'x'.repeat(129) },
      { name: 7 },
      { subscriptions: [{}] },
      ...(field === null
        ? []
        : [
            { name: given.name(), [field]: 'paused' },
            { [field]: 'disabled', name: '' },
            { [field]: 'disabled', subscriptions: [{ event_type: 7 }] },
            { subscriptions: given.subscriptions(2).at(-1) ?? [], [field]: 'paused' },
          ]),
    ]
    let refused = 0
    for (const body of spoilt) {
      const exchange = await call(invalid(given.update(stream, body)))
      if (isAccepted(exchange)) {
        // That it was accepted is another clause's failure.
        before = await read(stream)
        continue
      }
      refused += 1
      unchanged(tester, [...settable(tester), 'created_at'], before.body, await read(stream), [exchange])
    }
    must.suppose(refused > 0, 'the tenant accepted every invalid update')
  },
  'path-id-length': async ({ existing, given, call, must, read }) => {
    const stream = await existing.stream()
    const { exchange: control, body: before } = await read(stream)
    for (const id of [stream.id.slice(0, 25), `${stream.id}x`, `${stream.id}${stream.id}`]) {
      const exchange = await call(invalid(given.update({ id }, { name: given.name() })))
      must.refuse(exchange, { control, of: 'path' })
    }
    const later = await read(stream)
    must.equal(later.body.name, before.name, 'name', { exchange: later.exchange, control })
  },
  'unknown-id': async ({ existing, given, call, must, read, knowledge }) => {
    const stream = await existing.stream()
    const { exchange: control } = await read(stream)
    const id = stream.id.slice(0, 8) + [...stream.id.slice(8)].reverse().join('')
    must.suppose(id !== stream.id, 'no other id could be made from that of the stream')
    const exchange = await call({ ...given.update({ id }, { name: given.name() }), intent: 'invalid' })
    knowledge.observe('unknown-stream-id', exchange.response?.status ?? 0)
    must.refuse(exchange, { control, of: 'path' })
  },
  'form-body': async (tester) => {
    const { given, call, must, existing, knowledge } = tester
    const stream = await existing.stream()
    const bodies: JsonObject[] = [
      { name: `${given.name()} 1+1=2 & 100%` },
      ...(knowledge.forwardingStateField === null ? [] : [given.state('disabled'), given.state('enabled')]),
    ]
    for (const sent of bodies) {
      const control = (await tester.read(stream)).exchange
      const exchange = await call({
        ...given.update(stream, sent),
        mediaType: 'application/x-www-form-urlencoded',
      })
      taken(tester, { exchange, body: must.accept(exchange, { control }) }, sent, control)
    }
  },
  'name-length-characters': async (tester) => {
    const { given, call, must, existing } = tester
    const stream = await existing.stream()
    const astral = '𝒳'
    const control = await call(given.update(stream, { name: astral.repeat(3) + given.name() }))
    must.suppose(
      isAccepted(control),
      'the tenant does not accept characters outside of the basic plane in a name',
    )
    const name = (given.name() + astral.repeat(128)).replace(/^(.{128}).*$/u, '$1')
    const exchange = await call(given.update(stream, { name }))
    must.equal(must.accept(exchange, { control }).name, name, 'name', { exchange, control })
  },
})

type Toggled = { readonly before: Seen; readonly after: Seen }

const same = ({ before, after }: Toggled): boolean => before.body.updated_at === after.body.updated_at
