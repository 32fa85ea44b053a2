// States of which each may become any other: they follow what is sent, stay where it is sent again, and move what tells of changes.
import { sleep } from '../../base/clock.ts'
import { type Exchange, statusOf } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import { operationOf, schemaAt, serverSetOf } from '../../contract/index.ts'
import { NotRun, timestampNs } from '../../oracle/index.ts'
import {
  type Collection,
  clockSkewNs,
  coarseTickMs,
  type Driver,
  membersCompared,
  type Seen,
  type Subject,
} from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { assumeAnswered, change, form, otherState, type UpdateLaw } from './update.ts'

const roundsOfToggles = 14

function stateOf(all: Collection<Driver>): NonNullable<Collection['state']> {
  if (all.state === null) throw new NotRun(`nothing says which state the ${all.resource.title} has`)
  return all.state
}

/** A new one that is shown in the state in which it was created. */
async function inState(
  { must }: Tester,
  all: Collection<Driver>,
  state: Json,
): Promise<readonly [Subject, Seen]> {
  const sent = all.inState(state)
  const subject = await all.make(sent)
  const before = await subject.read()
  must.assume(
    must.showsAsSent(before, sent),
    `what is created ${state} is not shown ${state}: see the clauses of creation`,
  )
  return [subject, before]
}

/** From one state to another: the response and a later read show it. */
export const follows =
  (from: Json, to: Json): UpdateLaw =>
  async (check, all) => {
    const [subject, before] = await inState(check, all, from)
    const sent = all.inState(to)
    const answer = await change(check, subject, sent, before.exchange)
    check.must.beAsSent(await subject.read(), sent, {
      control: before.exchange,
      steps: [answer.exchange],
    })
  }

/** It follows however often it is sent to and fro. */
export const followsRepeatedly: UpdateLaw = async (check, all) => {
  const { must } = check
  const [subject] = await inState(check, all, stateOf(all).values[0])
  const toggled: Exchange[] = []
  for (let round = 0; round < roundsOfToggles; round++) {
    const sent = otherState(all, subject)
    const answer = await subject.update(sent)
    const later = await subject.read()
    // What does not even follow the first time is the matter of other clauses.
    if (round < 2) {
      must.assume(
        answer.accepted && must.showsAsSent(answer, sent) && must.showsAsSent(later, sent),
        'the state does not follow at all',
      )
      toggled.push(answer.exchange)
      continue
    }
    must.serve(answer.exchange, { control: subject.created })
    must.beAsSent(answer, sent, { steps: toggled })
    must.beAsSent(later, sent, { steps: [...toggled, answer.exchange] })
    toggled.push(answer.exchange)
  }
}

/** The state that is there already stays, whether it may be sent again or not. */
export const sameState =
  (openPoint: string): UpdateLaw =>
  async (check, all) => {
    for (const state of stateOf(all).values) {
      const [subject, before] = await inState(check, all, state)
      const attempt = await subject.update(all.inState(state), { intent: 'probe' })
      assumeAnswered(check, attempt)
      check.knowledge.observe(openPoint, statusOf(attempt.exchange))
      const members = [stateOf(all).member]
      check.must.beUnchanged(before, await subject.read(), members, { steps: [attempt.exchange] })
    }
  }

/** A change of the state, in one of the forms that an update may have. */
interface Toggle {
  readonly form: string
  send(check: Tester, all: Collection<Driver>, subject: Subject): Promise<Seen>
}

const plain: Toggle['send'] = (_, all, subject) => subject.update(otherState(all, subject))

const toggles: readonly Toggle[] = [
  { form: 'alone', send: plain },
  { form: 'a second time', send: plain },
  { form: 'a third time', send: plain },
  {
    form: 'with another member',
    send: ({ requests }, all, subject) =>
      subject.update({ ...all.named(requests.name()), ...otherState(all, subject) }),
  },
  {
    form: 'as a form',
    send: (_, all, subject) => subject.update(otherState(all, subject), { intent: 'probe', mediaType: form }),
  },
]

/** Before a change of the state, its response, and a later read. Null where the tenant did not accept it. */
async function toggled(
  check: Tester,
  all: Collection<Driver>,
  subject: Subject,
  { send }: Toggle,
  pauseMs: number,
): Promise<readonly [Seen, Seen, Seen] | null> {
  const before = await subject.read()
  await sleep(pauseMs)
  const sent = otherState(all, subject)
  const after = await send(check, all, subject)
  if (!after.accepted) return null
  const later = await subject.read()
  for (const seen of [after, later])
    check.must.assume(check.must.showsAsSent(seen, sent), 'the state does not follow what is sent')
  for (const { body } of [before, after, later])
    for (const member of serverSetOf(all.resource, ['monotonic', 'moves']))
      check.must.assume(timestampNs(body[member]) !== null, `${member} can not be read`)
  return [before, after, later]
}

/** The same change of the state once more, after so long that a time stamp of whole seconds is another one. */
async function toggledAgain(
  check: Tester,
  all: Collection<Driver>,
  subject: Subject,
  toggle: Toggle,
): ReturnType<typeof toggled> {
  const back = await subject.update(otherState(all, subject))
  check.must.assume(back.accepted, 'the state could not be put back')
  return toggled(check, all, subject, toggle, coarseTickMs)
}

/** A change of the state moves the members that tell of changes. */
export const movesWithState: UpdateLaw = async (check, all) => {
  const { must } = check
  const { member: state, values } = stateOf(all)
  const members = serverSetOf(all.resource, ['monotonic', 'moves'])
  const moved = ([before, ...others]: readonly [Seen, Seen, Seen]): boolean =>
    members.every((member) => others.every(({ body }) => body[member] !== before.body[member]))
  const [subject] = await inState(check, all, values[0])
  for (const toggle of toggles) {
    const first = await toggled(check, all, subject, toggle, 2)
    const seen = first === null || moved(first) ? first : await toggledAgain(check, all, subject, toggle)
    if (seen === null) {
      // Which encodings are taken, and refusals of the others, are the matter of other clauses.
      must.assume(toggle.form !== 'alone', 'a change of the state was not accepted')
      continue
    }
    const [before, after, later] = seen
    for (const member of members) {
      const times = seen.map(({ body }) => timestampNs(body[member]) ?? 0n)
      // One that is the old one again is a failure, however it comes back.
      must.assume(
        !moved(seen) || times.every((time, index) => time >= (times[index - 1] ?? 0n) - clockSkewNs),
        `${member} goes back, so that another one says nothing`,
      )
      for (const shown of [after, later])
        must.that(
          shown.body[member] !== before.body[member],
          `${member} did not change with the state, which was sent ${toggle.form}.`,
          {
            expected: `another ${member} than ${String(before.body[member])}`,
            received: String(shown.body[member]),
            exchange: shown.exchange,
            control: before.exchange,
            steps: shown === later ? [after.exchange] : [],
          },
          membersCompared(shown, shown.body, [member, state]),
        )
    }
  }
}

/** Time stamps that move never go back, nor before those that never change. */
export const neverBack: UpdateLaw = async ({ must, contract, clause }, all) => {
  const subject = await all.any()
  const { response } = operationOf(contract, clause.operation)
  const isStamp = (member: string): boolean => schemaAt(response ?? {}, `/${member}`)?.format === 'date-time'
  const [moving = ''] = serverSetOf(all.resource, ['monotonic', 'moves']).filter(isStamp)
  const [first = ''] = serverSetOf(all.resource, ['constant']).filter(isStamp)
  const stamps = [first, moving].filter((member) => member !== '')
  const shown: Seen[] = []
  const age = async (pauseMs: number): Promise<void> => {
    await sleep(pauseMs)
    shown.push(await subject.read())
    for (const make of all.updates()) shown.push(await subject.update(make(subject)))
    for (const { body } of shown.filter(({ accepted }) => accepted))
      for (const member of stamps)
        must.assume(timestampNs(body[member]) !== null, `${member} can not be read`)
  }
  const seen = (): readonly Seen[] => shown.filter(({ accepted }) => accepted)
  const hasMoved = (): boolean => new Set(seen().map(({ body }) => body[moving])).size > 1
  await age(2)
  if (!hasMoved()) await age(coarseTickMs)
  must.assume(hasMoved(), `${moving} never moved, so that it did not go back says nothing`)
  let latest = 0n
  for (const one of seen()) {
    const [created, moved] = [one.body[first], one.body[moving]]
    const [madeNs, movedNs] = [timestampNs(created) ?? 0n, timestampNs(moved) ?? 0n]
    must.that(
      movedNs >= (latest < madeNs ? madeNs : latest) - clockSkewNs,
      `${moving} went back.`,
      {
        expected: `a ${moving} that is not before the last one, nor before ${first}`,
        received: `${first} ${String(created)}, ${moving} ${String(moved)}`,
        exchange: one.exchange,
      },
      membersCompared(one, one.body, stamps.toReversed()),
    )
    latest = movedNs > latest ? movedNs : latest
  }
}
