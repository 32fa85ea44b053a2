// Updating an event stream (part 4.5) and its forwarding state (part 3).
import {
  acceptedBody,
  checkSequences,
  describeResponse,
  type Exchange,
  essenceOf,
  invalid,
  isAccepted,
  type JsonObject,
  NotRun,
  names,
  nameTexts,
  neighbourId,
  otherStates,
  type Request,
  random,
  type State,
  sleep,
  stateful,
  statusOf,
  suite,
  type Tester,
  timestampNs,
} from '../src/engine/index.ts'

/** A stream at one moment: an exchange that shows it, and its body. */
interface Seen {
  readonly exchange: Exchange
  readonly body: JsonObject
}

/** A stream of the run's, as a first read shows it. */
interface Subject extends Seen {
  readonly id: string
}

const subject = async (tester: Tester, overrides?: JsonObject): Promise<Subject> => {
  const { id } = await tester.existing.stream(overrides)
  return { id, ...(await tester.read({ id })) }
}

const inState = (tester: Tester, state: State): Promise<Subject> => subject(tester, tester.given.state(state))

/** Sends an update that must be accepted, as the read of the same stream was. */
const update = async ({ given, call, must }: Tester, stream: Subject, body: JsonObject): Promise<Seen> => {
  const exchange = await call(given.update(stream, body))
  return { exchange, body: must.accept(exchange, { control: stream.exchange }) }
}

/** The members of a stream that an update may change. */
const settable = ({ knowledge: { forwardingStateField: field } }: Tester): readonly string[] => [
  'name',
  'subscriptions',
  'destination',
  ...(field === null ? [] : [field]),
]

/** A member's comparable meaning; undefined where it is not of its shape, which is its own clause's matter. */
const meaning = ({ knowledge }: Tester, member: string, body: JsonObject) =>
  essenceOf(member, body[member], knowledge.forwardingStateField)

/** Holds members of a stream against what they were before. */
const unchanged = (
  tester: Tester,
  members: readonly string[],
  before: JsonObject,
  after: Seen,
  steps: readonly Exchange[] = [],
): void => {
  for (const member of members) {
    const [was, is] = [meaning(tester, member, before), meaning(tester, member, after.body)]
    if (was === undefined || is === undefined) continue
    tester.must.hold(JSON.stringify(was) === JSON.stringify(is), `${member} changed without being sent.`, {
      expected: `${member} ${JSON.stringify(was)}`,
      received: JSON.stringify(is),
      exchange: after.exchange,
      steps,
    })
  }
}

/** Whether a member is what was sent; true too where it is not of its shape. */
const follows = (tester: Tester, member: string, sent: JsonObject, { body }: Seen): boolean => {
  const is = meaning(tester, member, body)
  return is === undefined || JSON.stringify(is) === JSON.stringify(meaning(tester, member, sent))
}

/** Holds the members that were sent against those of the answer. */
const taken = (tester: Tester, seen: Seen, sent: JsonObject, control: Exchange): void => {
  for (const member of Object.keys(sent)) {
    const is = meaning(tester, member, seen.body)
    if (is !== undefined)
      tester.must.equal(is, meaning(tester, member, sent), member, { exchange: seen.exchange, control })
  }
}

/** Sends a state and holds the answer, and a later read, against it. */
const toggle = async (tester: Tester, stream: Subject, state: State): Promise<Seen> => {
  const sent = tester.given.state(state)
  const answer = await update(tester, stream, sent)
  taken(tester, answer, sent, stream.exchange)
  taken(tester, await tester.read(stream), sent, answer.exchange)
  return answer
}

/** Another valid value for each member that an update may change. */
const changes = ({ given, knowledge }: Tester): readonly JsonObject[] => [
  { name: given.name() },
  ...given
    .subscriptions()
    .slice(1)
    .map((subscriptions) => ({ subscriptions })),
  { destination: given.destination(1) },
  ...(knowledge.forwardingStateField === null ? [] : [given.state('disabled'), given.state('enabled')]),
]

/** A stream at the moments of its life, in their order. */
const aging = async (tester: Tester): Promise<readonly Seen[]> => {
  const stream = await subject(tester)
  const seen: Seen[] = [stream]
  for (const change of [{}, ...changes(tester), {}]) seen.push(await update(tester, stream, change))
  return seen
}

const nameComesBack = async (tester: Tester, stream: Subject, name: string): Promise<void> => {
  const exchange = await tester.call(tester.given.update(stream, { name }))
  // Which characters a name may have is not shown: a refused one shows nothing.
  if (isAccepted(exchange))
    taken(tester, { exchange, body: tester.must.accept(exchange) }, { name }, stream.exchange)
}

const answered = ({ must }: Tester, exchange: Exchange): void =>
  must.suppose(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer')

// What a single update shows is theirs; a sequence is to show what only sequences do.
const ofSingleUpdates: readonly string[] = [
  'event-streams.create.stored',
  ...[
    'empty-update',
    'name-changes',
    'subscriptions-change',
    'destination-changes',
    'enabled-to-disabled',
    'disabled-to-enabled',
    'same-state',
    'several-members',
    'rest-unchanged',
    'id-unchanged',
    'stored',
    'streams-independent',
    'refused-changes-nothing',
    'auth-changes-nothing',
  ].map((name) => `event-streams.update.${name}`),
]

const probe = (request: Request): Request => ({ ...request, intent: 'probe' })

// Time stamps may have whole seconds only: a change shows after this long at the latest.
const coarseTickMs = 1_100

export default suite('event-streams.update', {
  accepts: async (tester) => {
    const stream = await subject(tester)
    tester.must.accept(await tester.call(tester.given.update(stream, { name: tester.given.name() })))
  },
  'empty-update': async (tester) => {
    const { given, call, must, existing, knowledge } = tester
    const stream = await existing.stream()
    // Another update shows what the stream is, and that it can be updated at all.
    const [plain] = given.subscriptions()
    const sent: JsonObject = {
      name: given.name(),
      subscriptions: given.subscriptions()[1] ?? plain,
      destination: given.destination(1),
      ...(knowledge.forwardingStateField === null ? {} : given.state('enabled')),
    }
    const control = await call(probe(given.update(stream, sent)))
    for (const before of [{ exchange: control, body: acceptedBody(control) }, null]) {
      const known =
        before ??
        (await update(tester, { id: stream.id, exchange: control, body: {} }, { name: given.name() }))
      const exchange = await call(given.update(stream, {}))
      const seen = { exchange, body: must.accept(exchange, { control }) }
      unchanged(tester, settable(tester), known.body, seen, [known.exchange])
    }
  },
  'name-changes': random(async (tester) => {
    const stream = await subject(tester)
    const plain = { name: tester.given.name() }
    taken(tester, await update(tester, stream, plain), plain, stream.exchange)
    for (const name of names) await nameComesBack(tester, stream, name)
    await tester.forAll(nameTexts, async (name) => nameComesBack(tester, await subject(tester), name))
  }),
  'subscriptions-change': async (tester) => {
    const [first, ...others] = tester.given.subscriptions()
    if (others.length === 0)
      throw new NotRun('only one event type is known: declare two in eventStream.eventTypes of the profile')
    const stream = await subject(tester)
    for (const subscriptions of [...others, first])
      taken(tester, await update(tester, stream, { subscriptions }), { subscriptions }, stream.exchange)
  },
  'destination-changes': async (tester) => {
    const { given, call, must } = tester
    const stream = await subject(tester)
    for (const destination of [
      given.destination(1),
      given.elsewhere(2),
      given.destinationOf(' Upper, Space '),
      given.destination(),
    ]) {
      const exchange = await call(probe(given.update(stream, { destination })))
      // Which addresses and user names a tenant takes is not shown.
      if (isAccepted(exchange))
        taken(tester, { exchange, body: must.accept(exchange) }, { destination }, stream.exchange)
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
    const both = [await toggled(tester, stream, 'disabled'), await toggled(tester, stream, 'enabled')]
    tester.must.suppose(
      both.every(Boolean),
      'the state does not follow at all: see enabled-to-disabled and disabled-to-enabled',
    )
    for (let round = 0; round < 6; round++)
      for (const state of ['disabled', 'enabled'] as const) await toggle(tester, stream, state)
  },
  'same-state': async (tester) => {
    for (const state of ['enabled', 'disabled'] as const) {
      const stream = await inState(tester, state)
      const sent = tester.given.state(state)
      tester.must.suppose(
        follows(tester, tester.given.stateField(), sent, stream),
        'the stream is not in the state in which it was created',
      )
      const exchange = await tester.call(probe(tester.given.update(stream, sent)))
      answered(tester, exchange)
      // Whether the state that is already there may be sent is not shown; that it stays is.
      unchanged(tester, [tester.given.stateField()], stream.body, await tester.read(stream), [exchange])
    }
  },
  'toggle-moves-updated-at': async (tester) => {
    for (const [from, to] of [
      ['enabled', 'disabled'],
      ['disabled', 'enabled'],
    ] as const) {
      const stream = await inState(tester, from)
      const move = async (pauseMs: number): Promise<readonly [Seen, Seen]> => {
        const before = await update(tester, stream, tester.given.state(from))
        await sleep(pauseMs)
        return [before, await update(tester, stream, tester.given.state(to))]
      }
      let [before, after] = await move(2)
      for (const { body } of [before, after])
        tester.must.suppose(
          timestampNs(body.updated_at) !== null,
          'updated_at can not be read: see returned-timestamps',
        )
      if (before.body.updated_at === after.body.updated_at) [before, after] = await move(coarseTickMs)
      tester.must.hold(
        before.body.updated_at !== after.body.updated_at,
        'updated_at did not change with the state.',
        {
          expected: `another updated_at than ${String(before.body.updated_at)}`,
          received: String(after.body.updated_at),
          exchange: after.exchange,
          control: before.exchange,
        },
      )
    }
  },
  'updated-at-never-back': async (tester) => {
    let last: bigint | null = null
    for (const { exchange, body } of await aging(tester)) {
      const createdAt = timestampNs(body.created_at)
      const updatedAt = timestampNs(body.updated_at)
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
    const { given, knowledge } = tester
    const stream = await subject(tester)
    const [one, ...more] = given.subscriptions()
    const other = more[0] ?? one
    const values: readonly JsonObject[] = [
      { name: given.name() },
      { subscriptions: other },
      { destination: given.destination(2) },
      ...(knowledge.forwardingStateField === null ? [] : [given.state('disabled')]),
    ]
    // A member that does not even change alone is the matter of its own clause.
    const alone: JsonObject[] = []
    for (const sent of values) {
      const exchange = await tester.call(probe(given.update(stream, sent)))
      const [member = ''] = Object.keys(sent)
      if (isAccepted(exchange) && follows(tester, member, sent, await tester.read(stream))) alone.push(sent)
    }
    tester.must.suppose(alone.length > 1, 'fewer than two members change when they are sent alone')
    const back: JsonObject = {
      name: given.name(),
      subscriptions: one,
      destination: given.destination(),
      ...(knowledge.forwardingStateField === null ? {} : given.state('enabled')),
    }
    const pairs = alone.flatMap((first, index) =>
      alone.slice(index + 1).map((second) => ({ ...first, ...second })),
    )
    for (const sent of [Object.assign({}, ...alone) as JsonObject, ...pairs]) {
      // One by one, as it is not known yet that several change at once.
      for (const member of Object.keys(sent))
        await tester.call(probe(given.update(stream, { [member]: back[member] ?? null })))
      const seen = await update(tester, stream, sent)
      taken(tester, seen, sent, stream.exchange)
      taken(tester, await tester.read(stream), sent, seen.exchange)
    }
  },
  'rest-unchanged': async (tester) => {
    const stream = await subject(tester)
    let before = (await tester.read(stream)).body
    for (const change of changes(tester)) {
      const others = settable(tester).filter((member) => !(member in change))
      const seen = await update(tester, stream, change)
      unchanged(tester, others, before, seen)
      const later = await tester.read(stream)
      unchanged(tester, others, before, later, [seen.exchange])
      before = later.body
    }
  },
  'id-unchanged': async (tester) => {
    const { created, body, id } = await tester.existing.stream()
    const first = await tester.read({ id })
    unchanged(tester, ['id', 'created_at'], body, first, [created])
    for (const change of changes(tester))
      unchanged(tester, ['id', 'created_at'], first.body, await update(tester, { id, ...first }, change))
  },
  'returned-only-members': async (tester) => {
    const stream = await subject(tester)
    const sent = {
      id: 'x'.repeat(26),
      created_at: '2001-02-03T04:05:06.000Z',
      updated_at: '2001-02-03T04:05:06.000Z',
    }
    for (const [member, value] of Object.entries(sent)) {
      const exchange = await tester.call(probe(tester.given.update(stream, { [member]: value })))
      answered(tester, exchange)
      const later = await tester.read(stream)
      tester.must.hold(later.body[member] !== value, `A value sent for ${member} was adopted.`, {
        expected: `${member} is set by the service`,
        received: JSON.stringify(later.body[member] ?? null),
        exchange: later.exchange,
        control: stream.exchange,
        steps: [exchange],
      })
    }
  },
  stored: async (tester) => {
    const stream = await subject(tester)
    for (const change of changes(tester)) {
      const answer = await update(tester, stream, change)
      unchanged(tester, ['id', ...settable(tester), 'created_at'], answer.body, await tester.read(stream), [
        answer.exchange,
      ])
    }
  },
  'streams-independent': async (tester) => {
    const [first, middle, last] = [await subject(tester), await subject(tester), await subject(tester)]
    for (const change of changes(tester)) {
      const { exchange } = await update(tester, middle, change)
      for (const other of [first, last])
        unchanged(tester, settable(tester), other.body, await tester.read(other), [exchange])
    }
  },
  'subscriptions-never-empty': async (tester) => {
    const stream = await subject(tester)
    const exchange = await tester.call(invalid(tester.given.update(stream, { subscriptions: [] })))
    answered(tester, exchange)
    tester.knowledge.observe('update-subscriptions-minimum', statusOf(exchange))
    const later = await tester.call(probe(tester.given.update(stream, {})))
    const { subscriptions } = tester.must.accept(later)
    tester.must.suppose(
      Array.isArray(subscriptions),
      'subscriptions are no array: see returned-subscriptions',
    )
    tester.must.hold(
      Array.isArray(subscriptions) && subscriptions.length > 0,
      'The stream has no subscription left.',
      {
        expected: 'at least one subscription',
        received: JSON.stringify(subscriptions ?? null),
        exchange: later,
        control: stream.exchange,
        steps: [exchange],
      },
    )
  },
  'refused-changes-nothing': async (tester) => {
    const { given, call, must, read, knowledge } = tester
    const stream = await subject(tester)
    let before = await read(stream)
    const field = knowledge.forwardingStateField
    const subscriptions = given.subscriptions().at(-1) ?? []
    const tooLong = given.nameOfLength(129)
    const spoilt: readonly JsonObject[] = [
      { name: given.name(), subscriptions: 'none' },
      { subscriptions: 'none', name: given.name() },
      { subscriptions, name: '' },
      { name: '', subscriptions },
      { destination: given.destination(2), name: tooLong },
      { name: given.name(), destination: 'nowhere' },
      { name: tooLong },
      { name: 7 },
      { subscriptions: [...subscriptions, {}] },
      { subscriptions: [{}] },
      ...(field === null
        ? []
        : [
            { name: given.name(), [field]: 'paused' },
            { [field]: 'disabled', name: '' },
            { [field]: 'disabled', subscriptions: [{ event_type: 7 }] },
            { [field]: 'disabled', destination: 'nowhere' },
            { subscriptions, [field]: 'paused' },
            { destination: given.destination(2), [field]: 'paused' },
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
    const id = neighbourId(stream.id)
    must.suppose(id !== stream.id, 'no other id could be made from that of the stream')
    const exchange = await call(invalid(given.update({ id }, { name: given.name() })))
    knowledge.observe('unknown-stream-id', statusOf(exchange))
    must.hold(statusOf(exchange) < 500, 'An unknown stream was answered with a 5xx status.', {
      expected: 'a 4xx status',
      received: describeResponse(exchange),
      exchange,
      control,
    })
    must.refuse(exchange, { control, of: 'path' })
  },
  'form-body': async (tester) => {
    const { given, call, must, knowledge } = tester
    const stream = await subject(tester)
    const bodies: readonly JsonObject[] = [
      { name: `${given.name()} 1+1=2, 100%` },
      ...(knowledge.forwardingStateField === null ? [] : [given.state('disabled'), given.state('enabled')]),
    ]
    for (const sent of bodies) {
      const control = await update(tester, stream, sent)
      const [member = ''] = Object.keys(sent)
      must.suppose(follows(tester, member, sent, control), `${member} does not even follow as JSON`)
      // Away from what the form will ask for.
      const away =
        sent.name === undefined
          ? given.state(sent[member] === 'enabled' ? 'disabled' : 'enabled')
          : { name: given.name() }
      await call(probe(given.update(stream, away)))
      const exchange = await call({
        ...given.update(stream, sent),
        mediaType: 'application/x-www-form-urlencoded',
      })
      taken(
        tester,
        { exchange, body: must.accept(exchange, { control: control.exchange }) },
        sent,
        control.exchange,
      )
    }
  },
  'any-sequence': stateful((tester) => checkSequences(tester, ofSingleUpdates)),
  'subscriptions-type': async (tester) => {
    const { given, call, must } = tester
    const stream = await subject(tester)
    const [list] = given.subscriptions()
    // Each element counts, not the first alone.
    for (const other of [{ event_type: 7 }, {}, 'user.created', null])
      must.refuse(await call(invalid(given.update(stream, { subscriptions: [...list, other] }))), {
        control: stream.exchange,
      })
  },
  'state-values': async (tester) => {
    const { given, call, must } = tester
    const stream = await subject(tester)
    const control = await call(given.update(stream, given.state('enabled')))
    for (const state of otherStates)
      must.refuse(await call(invalid(given.update(stream, given.state(state)))), { control })
  },
  'name-length-characters': async (tester) => {
    const { given, call, must } = tester
    const stream = await subject(tester)
    const astral = '𝒳'
    const send = (name: string): Promise<Exchange> => call(given.update(stream, { name }))
    must.suppose(
      isAccepted(await send(astral.repeat(3) + given.name())),
      'the tenant does not accept characters outside of the basic plane in a name',
    )
    const control = await send(given.nameOfLength(128))
    must.suppose(isAccepted(control), 'the tenant does not accept 128 plain characters: see name-length')
    const name = [...(given.name() + astral.repeat(128))].slice(0, 128).join('')
    must.accept(await send(name), { control })
  },
})

/** Whether the state follows, in the answer and in a later read. */
const toggled = async (tester: Tester, stream: Subject, state: State): Promise<boolean> => {
  const sent = tester.given.state(state)
  const answer = await update(tester, stream, sent)
  const field = tester.given.stateField()
  return follows(tester, field, sent, answer) && follows(tester, field, sent, await tester.read(stream))
}
