// Updating an event stream (part 4.5) and its forwarding state (part 3).
import {
  areSparse,
  type Collection,
  checkSequences,
  delicateNames,
  describeResponse,
  type Exchange,
  haveNoNeighbours,
  isUnavailable,
  type JsonObject,
  membersCompared,
  NotRun,
  names,
  nameTexts,
  overLongIds,
  random,
  resourceSuite,
  type Seen,
  type Subject,
  sleep,
  stateful,
  statusOf,
  type Tester,
  timestampNs,
  unknownId,
} from '../src/engine/index.ts'
import {
  type EventStreams,
  eventStreams,
  foreignValues,
  idCharacters,
  nameCharactersMax,
  otherStates,
  type State,
} from './resources/event-streams.ts'
import { lengthsInUnit } from './resources/stream-names.ts'

type Streams = Collection<EventStreams>

// Time stamps may have whole seconds only: another one shows after this long at the latest.
const coarseTickMs = 1_100

const form = 'application/x-www-form-urlencoded'

/** Sends an update that has to be served, and holds the response against it. */
const change = async (
  { must }: Tester,
  stream: Subject,
  sent: JsonObject,
  control: Exchange = stream.created,
): Promise<Seen> => {
  const seen = await stream.update(sent)
  must.serve(seen.exchange, { control })
  must.beAsSent(seen, sent, { control })
  return seen
}

/** Another valid value for each member that an update may change; a state is never the one that the stream has. */
const changes = ({ requests }: Tester, streams: Streams, stream: Subject): readonly (() => JsonObject)[] => {
  const toggle = (): JsonObject => streams.values.inState(stream.otherState)
  return [
    () => ({ name: requests.name() }),
    ...streams.values
      .subscriptions()
      .slice(1)
      .map((subscriptions) => () => ({ subscriptions })),
    () => ({ destination: streams.values.destination(1) }),
    ...(streams.values.stateField === null ? [] : [toggle, toggle]),
  ]
}

/** A new stream that is shown in the state in which it was created. */
const inState = async (tester: Tester, streams: Streams, state: State): Promise<readonly [Subject, Seen]> => {
  const sent = streams.values.inState(state)
  const stream = await streams.make(sent)
  const before = await stream.read()
  tester.must.assume(
    tester.must.showsAsSent(before, sent),
    `a stream that is created ${state} is not shown ${state}: see event-streams.create.state-as-sent`,
  )
  return [stream, before]
}

const toggles =
  (from: State, to: State) =>
  async (tester: Tester, streams: Streams): Promise<void> => {
    const [stream, before] = await inState(tester, streams, from)
    const sent = streams.values.inState(to)
    const answer = await change(tester, stream, sent, before.exchange)
    tester.must.beAsSent(await stream.read(), sent, { control: before.exchange, steps: [answer.exchange] })
  }

const answered = ({ must }: Tester, { exchange }: Seen): void =>
  must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer')

/** A name is refused, or comes back: which characters a name may have is not shown. */
const nameComesBack = async ({ must }: Tester, stream: Subject, name: string): Promise<void> => {
  const seen = await stream.update({ name })
  if (seen.accepted) must.beAsSent(seen, { name }, { control: stream.created })
}

// Two nodes of one tenant may have clocks that differ a little.
const clockSkewNs = 1_000_000_000n

/** A change of the state, in one of the forms that an update may have. */
interface Toggle {
  readonly form: string
  send(tester: Tester, streams: Streams, stream: Subject): Promise<Seen>
}

const toggleForms: readonly Toggle[] = [
  {
    form: 'alone',
    send: (_, streams, stream) => stream.update(streams.values.inState(stream.otherState)),
  },
  {
    form: 'a second time',
    send: (_, streams, stream) => stream.update(streams.values.inState(stream.otherState)),
  },
  {
    form: 'a third time',
    send: (_, streams, stream) => stream.update(streams.values.inState(stream.otherState)),
  },
  {
    form: 'with another member',
    send: ({ requests }, streams, stream) =>
      stream.update({ name: requests.name(), ...streams.values.inState(stream.otherState) }),
  },
  {
    form: 'as a form',
    send: ({ requests }, streams, stream) =>
      stream.update(streams.values.inState(stream.otherState), {
        intent: 'probe',
        mediaType: form,
      }),
  },
]

/** Before a change of the state, its response, and a later read. Null where the tenant did not accept it. */
const toggled = async (
  tester: Tester,
  streams: Streams,
  stream: Subject,
  toggle: Toggle,
  pauseMs: number,
): Promise<readonly [Seen, Seen, Seen] | null> => {
  const before = await stream.read()
  await sleep(pauseMs)
  const sent = streams.values.inState(stream.otherState)
  const after = await toggle.send(tester, streams, stream)
  if (!after.accepted) return null
  const later = await stream.read()
  for (const seen of [after, later])
    tester.must.assume(
      tester.must.showsAsSent(seen, sent),
      'the state does not follow what is sent: see enabled-to-disabled and disabled-to-enabled',
    )
  for (const { body } of [before, after, later])
    tester.must.assume(
      timestampNs(body.updated_at) !== null,
      'updated_at can not be read: see returned-timestamps',
    )
  return [before, after, later]
}

/** The same change of the state once more, after so long that a time stamp of whole seconds is another one. */
const toggledAgain = async (
  tester: Tester,
  streams: Streams,
  stream: Subject,
  toggle: Toggle,
): ReturnType<typeof toggled> => {
  const back = await stream.update(streams.values.inState(stream.otherState))
  tester.must.assume(back.accepted, 'the state could not be put back')
  return toggled(tester, streams, stream, toggle, coarseTickMs)
}

/** Sends the updates one after another. */
const sentAll = async (stream: Subject, makes: readonly (() => JsonObject)[]): Promise<readonly Seen[]> => {
  const seen: Seen[] = []
  for (const make of makes) seen.push(await stream.update(make()))
  return seen
}

const moved = ([before, ...others]: readonly [Seen, Seen, Seen]): boolean =>
  others.every(({ body }) => body.updated_at !== before.body.updated_at)

export default resourceSuite('event-streams.update', eventStreams, {
  accepts: async (tester, streams) => {
    const stream = await streams.make()
    await stream.read()
    tester.must.accept((await stream.update({ name: tester.requests.name() })).exchange)
  },
  'empty-update': async (tester, streams) => {
    const { requests, must, knowledge } = tester
    const stream = await streams.make()
    const [plain, other] = streams.values.subscriptions()
    // Other updates show what the stream is, and that it can be updated at all. It is read in either state.
    const toggle = (): JsonObject =>
      streams.values.stateField === null ? {} : streams.values.inState(stream.otherState)
    const sent: readonly (() => JsonObject)[] = [
      () => ({
        name: requests.name(),
        subscriptions: other ?? plain,
        destination: streams.values.destination(1),
        ...toggle(),
      }),
      () => ({ name: requests.name() }),
      () => ({ name: requests.name(), ...toggle() }),
    ]
    for (const make of sent) {
      const before = await stream.update(make())
      must.assume(before.accepted, 'no update was accepted that an empty one could be held against')
      const after = await stream.update({})
      must.accept(after.exchange, { control: before.exchange })
      must.beUnchanged(before, after, streams.settable, { steps: [before.exchange] })
    }
  },
  'name-changes': random(async (tester: Tester, streams: Streams) => {
    const stream = await streams.make()
    await change(tester, stream, { name: tester.requests.name() })
    for (const name of names) await nameComesBack(tester, stream, name)
    await tester.forAll(nameTexts, async (name) => nameComesBack(tester, await streams.make(), name))
  }),
  'text-exact': async (tester, streams) => {
    const stream = await streams.make()
    const plain = { name: tester.requests.name(), destination: streams.values.destinationOf('Upper') }
    tester.must.assume(
      tester.must.showsAsSent(await stream.update(plain, { intent: 'probe' }), plain),
      'not even plain texts come back: see name-changes and destination-changes',
    )
    for (const name of delicateNames) await nameComesBack(tester, stream, name)
    const destination = streams.values.destinationOf(' Upper,  Space ')
    const seen = await stream.update({ destination }, { intent: 'probe' })
    if (seen.accepted) tester.must.beAsSent(seen, { destination }, { control: stream.created })
  },
  'subscriptions-change': async (tester, streams) => {
    const [first, ...others] = streams.values.subscriptions()
    if (others.length === 0)
      throw new NotRun('only one event type is known: declare two in eventStream.eventTypes of the profile')
    const stream = await streams.make()
    for (const subscriptions of [...others, first]) await change(tester, stream, { subscriptions })
  },
  'destination-changes': async (tester, streams) => {
    const { requests, must } = tester
    const stream = await streams.make()
    for (const destination of [
      streams.values.destination(1),
      streams.values.elsewhere(2),
      streams.values.destinationOf('Upper, Space'),
      streams.values.destination(),
    ]) {
      const seen = await stream.update({ destination }, { intent: 'probe' })
      // Which addresses and user names a tenant takes is not shown.
      if (seen.accepted) must.beAsSent(seen, { destination }, { control: stream.created })
    }
  },
  'enabled-to-disabled': toggles('enabled', 'disabled'),
  'disabled-to-enabled': toggles('disabled', 'enabled'),
  'toggles-repeatedly': async (tester, streams) => {
    const { requests, must } = tester
    const [stream] = await inState(tester, streams, 'enabled')
    for (let round = 0; round < 14; round++) {
      const sent = streams.values.inState(stream.otherState)
      const answer = await stream.update(sent)
      const later = await stream.read()
      // What does not even follow the first time is the matter of other clauses.
      if (round < 2) {
        must.assume(
          answer.accepted && must.showsAsSent(answer, sent) && must.showsAsSent(later, sent),
          'the state does not follow at all: see enabled-to-disabled and disabled-to-enabled',
        )
        continue
      }
      must.serve(answer.exchange, { control: stream.created })
      must.beAsSent(answer, sent)
      must.beAsSent(later, sent, { steps: [answer.exchange] })
    }
  },
  'same-state': async (tester, streams) => {
    for (const state of ['enabled', 'disabled'] as const) {
      const [stream, before] = await inState(tester, streams, state)
      const attempt = await stream.update(streams.values.inState(state), { intent: 'probe' })
      answered(tester, attempt)
      tester.knowledge.observe('same-state-update', statusOf(attempt.exchange))
      // Whether the state that is already there may be sent is not shown; that it stays is.
      const field = [streams.values.stateName()]
      tester.must.beUnchanged(before, await stream.read(), field, { steps: [attempt.exchange] })
    }
  },
  'toggle-moves-updated-at': async (tester, streams) => {
    const [stream] = await inState(tester, streams, 'enabled')
    const field = streams.values.stateName()
    for (const toggle of toggleForms) {
      const first = await toggled(tester, streams, stream, toggle, 2)
      const seen =
        first === null || moved(first) ? first : await toggledAgain(tester, streams, stream, toggle)
      if (seen === null) {
        // Which encodings are taken, and refusals of the others, are the matter of form-body and several-members.
        tester.must.assume(toggle.form !== 'alone', 'a change of the state was not accepted')
        continue
      }
      const [before, after, later] = seen
      const times = seen.map(({ body }) => timestampNs(body.updated_at) ?? 0n)
      // One that is the old one again is a failure, however it comes back.
      tester.must.assume(
        !moved(seen) || times.every((time, index) => time >= (times[index - 1] ?? 0n) - clockSkewNs),
        'updated_at goes back, so that another one says nothing: see updated-at-never-back',
      )
      for (const shown of [after, later])
        tester.must.that(
          shown.body.updated_at !== before.body.updated_at,
          `updated_at did not change with the state, which was sent ${toggle.form}.`,
          {
            expected: `another updated_at than ${String(before.body.updated_at)}`,
            received: String(shown.body.updated_at),
            exchange: shown.exchange,
            control: before.exchange,
            steps: shown === later ? [after.exchange] : [],
          },
          membersCompared(shown, shown.body, ['updated_at', field]),
        )
    }
  },
  'updated-at-never-back': async (tester, streams) => {
    const { must } = tester
    const stream = await streams.make()
    const shown: Seen[] = []
    const age = async (pauseMs: number): Promise<void> => {
      await sleep(pauseMs)
      for (const seen of [await stream.read(), ...(await sentAll(stream, changes(tester, streams, stream)))])
        if (seen.accepted) shown.push(seen)
      for (const { body } of shown)
        for (const member of ['created_at', 'updated_at'])
          must.assume(
            timestampNs(body[member]) !== null,
            `${member} can not be read: see returned-timestamps`,
          )
    }
    const hasMoved = (): boolean => new Set(shown.map(({ body }) => body.updated_at)).size > 1
    await age(2)
    if (!hasMoved()) await age(coarseTickMs)
    must.assume(
      hasMoved(),
      'updated_at never moved, so that it did not go back says nothing: see toggle-moves-updated-at',
    )
    let latest = 0n
    for (const seen of shown) {
      const { created_at: created, updated_at: updated } = seen.body
      const [createdAt, updatedAt] = [timestampNs(created) ?? 0n, timestampNs(updated) ?? 0n]
      must.that(
        updatedAt >= (latest < createdAt ? createdAt : latest) - clockSkewNs,
        'updated_at went back.',
        {
          expected: 'an updated_at that is not before the last one, nor before created_at',
          received: `created_at ${String(created)}, updated_at ${String(updated)}`,
          exchange: seen.exchange,
        },
        membersCompared(seen, seen.body, ['updated_at', 'created_at']),
      )
      latest = updatedAt > latest ? updatedAt : latest
    }
  },
  'several-members': async (tester, streams) => {
    const { requests, must, knowledge } = tester
    const stream = await streams.make()
    const [one, ...more] = streams.values.subscriptions()
    const other = more[0] ?? one
    const makes: readonly (() => JsonObject)[] = [
      () => ({ name: requests.name() }),
      () => ({
        subscriptions: must.showsAsSent(stream.last, { subscriptions: one }) ? other : one,
      }),
      () => ({ destination: streams.values.destination(streams.values.variant()) }),
      ...(streams.values.stateField === null ? [] : [() => streams.values.inState(stream.otherState)]),
    ]
    // A member that does not even change alone is the matter of its own clause.
    const alone: (() => JsonObject)[] = []
    for (const make of makes) {
      const sent = make()
      const attempt = await stream.update(sent, { intent: 'probe' })
      if (attempt.accepted && must.showsAsSent(await stream.read(), sent)) alone.push(make)
      else must.doubt('a member does not change when it is sent alone, so that it was left out')
    }
    must.assume(alone.length > 1, 'fewer than two members change when they are sent alone')
    const pairs = alone.flatMap((first, index) => alone.slice(index + 1).map((second) => [first, second]))
    for (const group of [alone, ...pairs]) {
      const sent = Object.assign({}, ...group.map((make) => make())) as JsonObject
      const seen = await change(tester, stream, sent)
      must.beAsSent(await stream.read(), sent, { steps: [seen.exchange] })
    }
  },
  'rest-unchanged': async (tester, streams) => {
    const stream = await streams.make()
    let before = await stream.read()
    for (const make of changes(tester, streams, stream)) {
      const sent = make()
      const others = streams.settable.filter((member) => !(member in sent))
      const seen = await stream.update(sent)
      tester.must.serve(seen.exchange, { control: before.exchange })
      tester.must.beUnchanged(before, seen, others, { control: before.exchange })
      const later = await stream.read()
      tester.must.beUnchanged(before, later, others, { control: before.exchange, steps: [seen.exchange] })
      before = later
    }
  },
  'id-unchanged': async (tester, streams) => {
    const stream = await streams.make()
    const first = await stream.read()
    tester.must.beUnchanged(stream.first, first, ['id', 'created_at'], { control: stream.created })
    for (const make of changes(tester, streams, stream)) {
      const seen = await stream.update(make())
      tester.must.serve(seen.exchange, { control: first.exchange })
      tester.must.beUnchanged(first, seen, ['id', 'created_at'], { control: first.exchange })
    }
  },
  'returned-only-members': async (tester, streams) => {
    const stream = await streams.make()
    await stream.read()
    for (const [member, value] of Object.entries(foreignValues)) {
      const attempt = await stream.update({ [member]: value }, { intent: 'probe' })
      answered(tester, attempt)
      // A stream that took over an id can't be found under its own any more: its response tells.
      if (attempt.accepted) tester.must.notAdopt(attempt, member, value, { control: stream.created })
      const later = await stream.read()
      tester.must.notAdopt(later, member, value, { control: stream.created, steps: [attempt.exchange] })
    }
  },
  stored: async (tester, streams) => {
    const stream = await streams.make()
    for (const make of changes(tester, streams, stream)) {
      const answer = await stream.update(make())
      tester.must.serve(answer.exchange, { control: stream.created })
      const later = await stream.read()
      const steps = [answer.exchange]
      tester.must.beUnchanged(answer, later, ['id', ...streams.settable, 'created_at'], { steps })
    }
  },
  'streams-independent': async (tester, streams) => {
    // At once: what a tenant confuses are neighbours, and other checks make streams, too.
    const [first, middle, last] = await Promise.all([streams.make(), streams.make(), streams.make()])
    const others = [
      { stream: first, before: await first.read() },
      { stream: last, before: await last.read() },
    ]
    for (const make of changes(tester, streams, middle)) {
      const sent = make()
      const seen = await middle.update(sent)
      const { exchange } = seen
      tester.must.serve(exchange, { control: middle.created })
      if (!tester.must.showsAsSent(seen, sent))
        tester.must.doubt(
          'an update does not show what was sent, so that it may not be seen elsewhere either',
        )
      for (const { stream, before } of others)
        tester.must.beUnchanged(before, await stream.read(), streams.settable, {
          control: before.exchange,
          steps: [exchange],
        })
    }
  },
  'subscriptions-never-empty': async (tester, streams) => {
    const { requests, must, knowledge } = tester
    const subscriptions = streams.values.subscriptions()[1] ?? streams.values.subscriptions()[0]
    const stream = await streams.make({ subscriptions })
    const before = await stream.read()
    must.assume(must.showsAsSent(before, { subscriptions }), 'subscriptions are not shown as they were sent')
    const attempt = await stream.update({ subscriptions: [] }, { intent: 'invalid' })
    answered(tester, attempt)
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
  'refused-changes-nothing': async (tester, streams) => {
    const stream = await streams.make()
    let before = await stream.read()
    let refused = 0
    for (const body of spoilt(tester, streams, stream)) {
      const attempt = await stream.update(body, { intent: 'invalid' })
      answered(tester, attempt)
      const after = await stream.read()
      // That it was accepted is another clause's failure.
      if (!attempt.accepted) {
        refused += 1
        const members = [...streams.settable, 'created_at']
        tester.must.beUnchanged(before, after, members, {
          control: before.exchange,
          steps: [attempt.exchange],
        })
      }
      before = after
    }
    tester.must.assume(refused > 0, 'the tenant accepted every invalid update')
  },
  'path-id-length': async (tester, streams) => {
    const { requests, call, must } = tester
    const [stream, other] = [await streams.make(), await streams.make()]
    const before = await stream.read()
    const ids = [stream.id, other.id]
    const tooShort = haveNoNeighbours(ids)
      ? stream.id.slice(0, idCharacters - 1)
      : 'x'.repeat(idCharacters - 1)
    for (const id of [tooShort, ...overLongIds(stream.id, ids, idCharacters)]) {
      const request = { ...streams.update(id, { name: requests.name() }), intent: 'invalid' } as const
      must.refuse(await call(request), { control: before.exchange, of: 'path' })
    }
    must.beUnchanged(before, await stream.read(), streams.settable, { control: before.exchange })
  },
  'unknown-id': async ({ requests, call, must, knowledge, seed }, streams) => {
    const [stream, other] = [await streams.make(), await streams.make()]
    const { exchange: control } = await stream.read()
    const ids = [stream.id, other.id]
    if (!areSparse(ids))
      throw new NotRun('ids of this tenant lie close together, so that an unknown one may be somebody else’s')
    const id = unknownId(ids, idCharacters, seed)
    const exchange = await call({ ...streams.update(id, { name: requests.name() }), intent: 'invalid' })
    knowledge.observe('unknown-stream-id', statusOf(exchange))
    must.assume(!isUnavailable(exchange), `it was answered with ${statusOf(exchange)}`)
    must.that(statusOf(exchange) < 500, 'An unknown stream was answered with a 5xx status.', {
      expected: 'a 4xx status',
      received: describeResponse(exchange),
      exchange,
      control,
    })
    must.refuse(exchange, { control, of: 'path' })
  },
  'form-body': async (tester, streams) => {
    const { requests, must, knowledge } = tester
    const stream = await streams.make()
    const bodies: readonly (() => JsonObject)[] = [
      () => ({ name: requests.name() }),
      () => ({ name: `${requests.name()} 1+1=2, 100%` }),
      ...(streams.values.stateField === null
        ? []
        : [() => streams.values.inState(stream.otherState), () => streams.values.inState(stream.otherState)]),
    ]
    for (const make of bodies) {
      const sent = make()
      const [member = ''] = Object.keys(sent)
      const control = await stream.update(sent, { intent: 'probe' })
      // Which characters a name may have is not shown.
      if (!control.accepted && String(sent.name).includes('%')) continue
      must.assume(
        control.accepted && must.showsAsSent(control, sent),
        `${member} does not even follow as JSON`,
      )
      // Away from what the form will ask for.
      const away = await stream.update(
        member === 'name' ? { name: requests.name() } : streams.values.inState(stream.otherState),
        { intent: 'probe' },
      )
      must.assume(away.accepted, `${member} does not even follow as JSON`)
      const seen = await stream.update(sent, { mediaType: form })
      must.accept(seen.exchange, { control: control.exchange })
      must.beAsSent(seen, sent, { control: control.exchange })
    }
  },
  'any-sequence': stateful<EventStreams>(checkSequences),
  'subscriptions-type': async (tester, streams) => {
    const { requests, must } = tester
    const stream = await streams.make()
    const { exchange: control } = await stream.read()
    const [list] = streams.values.subscriptions()
    // Each element counts, not the first alone.
    for (const other of [{ event_type: 7 }, {}, 'user.created', null]) {
      const attempt = await stream.update({ subscriptions: [...list, other] }, { intent: 'invalid' })
      must.refuse(attempt.exchange, { control })
    }
  },
  'state-values': async (tester, streams) => {
    const { requests, must } = tester
    const stream = await streams.make()
    const { exchange: control } = await stream.update(streams.values.inState(stream.otherState))
    for (const state of otherStates) {
      const attempt = await stream.update(streams.values.inState(state), { intent: 'invalid' })
      must.refuse(attempt.exchange, { control })
    }
    // The same as a form, where forms are taken: see form-body.
    const sent = streams.values.inState(stream.otherState)
    const asForm = await stream.update(sent, { mediaType: form, intent: 'probe' })
    if (!asForm.accepted || !must.showsAsSent(asForm, sent)) return
    for (const state of otherStates) {
      const attempt = await stream.update(streams.values.inState(state), {
        mediaType: form,
        intent: 'invalid',
      })
      must.refuse(attempt.exchange, { control: asForm.exchange })
    }
  },
  'name-length': async (tester, streams) => {
    const { requests, must } = tester
    const stream = await streams.make()
    const plain = await stream.update({ name: requests.name() })
    const outside = (): readonly string[] => ['', requests.nameOfLength(nameCharactersMax + 1)]
    for (const name of outside()) {
      const attempt = await stream.update({ name }, { intent: 'invalid' })
      must.refuse(attempt.exchange, { control: plain.exchange })
    }
    // The same as a form, where forms are taken: see form-body.
    const sent = { name: requests.name() }
    const asForm = await stream.update(sent, { mediaType: form, intent: 'probe' })
    if (!asForm.accepted || !must.showsAsSent(asForm, sent)) return
    const control = asForm.exchange
    for (const name of outside()) {
      const attempt = await stream.update({ name }, { mediaType: form, intent: 'invalid' })
      must.refuse(attempt.exchange, { control })
    }
    const longest = { name: requests.nameOfLength(nameCharactersMax) }
    const seen = await stream.update(longest, { mediaType: form })
    must.accept(seen.exchange, { control })
    must.beAsSent(seen, longest, { control })
  },
  'name-length-characters': async (tester, streams) => {
    const stream = await streams.make()
    await lengthsInUnit(tester, async (name) => (await stream.update({ name }, { intent: 'probe' })).exchange)
  },
})

/** Updates of which one member is invalid, first or last, beside others that would change something. */
const spoilt = ({ requests }: Tester, streams: Streams, stream: Subject): readonly JsonObject[] => {
  const subscriptions = streams.values.subscriptions().at(-1) ?? []
  const tooLong = requests.nameOfLength(129)
  const field = streams.values.stateField
  const toggle = field === null ? {} : streams.values.inState(stream.otherState)
  const paused = field === null ? {} : streams.values.inState('paused')
  return [
    { name: requests.name(), subscriptions: 'none' },
    { subscriptions: 'none', name: requests.name() },
    { subscriptions, name: '' },
    { name: '', subscriptions },
    { destination: streams.values.destination(2), name: tooLong },
    { name: requests.name(), destination: 'nowhere' },
    { name: tooLong },
    { name: 7 },
    { subscriptions: [...subscriptions, {}] },
    { subscriptions: [{}] },
    ...(field === null
      ? []
      : [
          { name: requests.name(), ...paused },
          { ...toggle, name: '' },
          { ...toggle, subscriptions: [{ event_type: 7 }] },
          { ...toggle, destination: 'nowhere' },
          { subscriptions, ...paused },
          { destination: streams.values.destination(2), ...paused },
        ]),
  ]
}
