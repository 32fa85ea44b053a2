// Checks members whose values the service sets.
import { sleep } from '../../base/clock.ts'
import { describeResponse, statusOf } from '../../base/exchange.ts'
import { at, equal, type Json, withMember } from '../../base/json.ts'
import { compareNumbers, ExactNumber } from '../../base/numbers/exact-number.ts'
import { type Operation, schemaAt, sentServerSet } from '../../contract/index.ts'
import { conforms, contrasted, notAccepted } from '../../oracle/index.ts'
import { fixture, perOperation, using } from '../fixture.ts'
import type { Check } from '../suite.ts'
import type { ResourceResponse } from '../under-test/index.ts'
import { textOf } from './fixtures/assertions.ts'
import { permitChange, subjectOf } from './fixtures/preconditions.ts'
import { makeShared } from './fixtures/sent-requests.ts'

// After this number of milliseconds, timestamps in whole seconds differ.
const coarseTickMs = 1_100

interface Round {
  readonly before: ResourceResponse
  readonly answer: ResourceResponse
  readonly after: ResourceResponse
}

const changeRounds = fixture(
  'changes by *',
  perOperation,
  using([makeShared], async (context, operation: Operation): Promise<readonly [Round, Round]> => {
    const { subjects } = context
    const resource = subjects.resourceOf(operation)
    permitChange(context, operation)
    const subject = await makeShared(context, resource)
    const changedOnce = async (before: ResourceResponse): Promise<Round> => {
      await sleep(coarseTickMs)
      const answer = await subject.sendTo(operation, subjects.bodies.of(operation, resource))
      if (!answer.accepted) throw notAccepted('no change was accepted', answer.exchange)
      return { before, answer, after: await subject.read() }
    }
    const first = await changedOnce(await subject.read())
    return [first, await changedOnce(first.after)]
  }),
)

export const constant: Check = using([changeRounds], async (context) => {
  const { operation, resource } = subjectOf(context)
  const pointers = [...resource.serverSet]
    .filter(([, kind]) => kind === 'constant')
    .map(([pointer]) => pointer)
  const rounds = await context.use(changeRounds, operation)
  const [{ before }] = rounds
  for (const seen of rounds.flatMap(({ answer, after }) => [answer, after]))
    for (const pointer of pointers) {
      const [was, is] = [at(before.body, pointer), at(seen.body, pointer)]
      if (was === undefined || is === undefined) continue
      context.must.that(equal(was, is), `${pointer.slice(1)} changed.`, {
        ...contrasted(pointer.slice(1), { wanted: was, is }, undefined, [pointer]),
        exchange: seen.exchange,
        control: before.exchange,
      })
    }
})

/** `moves` values must increase with each update. `monotonic` values must not decrease. */
export const moves: Check = using([changeRounds], async (context) => {
  const { operation, resource } = subjectOf(context)
  const moving = [...resource.serverSet].filter(([, kind]) => kind === 'moves' || kind === 'monotonic')
  for (const { before, answer, after } of await context.use(changeRounds, operation))
    for (const [pointer, kind] of moving) {
      const [was, is] = [orderOf(at(before.body, pointer)), orderOf(at(after.body, pointer))]
      if (was === null || is === null) continue
      const name = pointer.slice(1)
      const order = compareNumbers(is, was)
      context.must.that(
        kind === 'moves' ? order > 0 : order >= 0,
        kind === 'moves' ? `${name} did not increase with a change.` : `${name} decreased.`,
        {
          expected: `${name} ${kind === 'moves' ? 'greater' : 'not less'} than ${textOf(at(before.body, pointer))}`,
          received: `${name} ${textOf(at(after.body, pointer))}`,
          pointers: [pointer],
          exchange: after.exchange,
          control: before.exchange,
          steps: [answer.exchange],
        },
      )
    }
})

function orderOf(value: Json | undefined): number | ExactNumber | null {
  if (typeof value === 'number' || value instanceof ExactNumber) return value
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

export const serverSet: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const { subjects } = context
  const isCreation = operation.act === 'create'
  const within = isCreation ? await subjects.keys.parentFor(resource) : ''
  const subject = isCreation ? null : await subjects.make(resource)
  for (const pointer of resource.serverSet.keys()) {
    const schema = schemaAt(operation.response ?? {}, pointer)
    if (schema === undefined) continue
    const text = `chosen-by-the-client-${Math.abs(context.seed)}`
    const value = conforms(schema, text) ? text : context.subjects.bodies.value(schema)
    const full = context.subjects.bodies.of(operation, resource)
    const body = withMember(full, pointer, value)
    const attempt =
      subject === null
        ? await subjects.create(resource, body, within, { intent: 'probe' })
        : await subject.sendTo(operation, body, { intent: 'probe' })
    const name = pointer.slice(1)
    const status = statusOf(attempt.exchange)
    context.must.assume(status > 0 && status < 500, `the tenant returned ${status}`)
    if (sentServerSet(operation, resource) === 'refused' && attempt.accepted)
      context.must.that(false, `The tenant accepted a value for ${name}, although the service sets it.`, {
        expected: 'a refusal (a 4xx status)',
        received: describeResponse(attempt.exchange),
        exchange: attempt.exchange,
      })
    context.must.that(
      !attempt.accepted || !equal(at(attempt.body, pointer), value),
      `The tenant adopted a value that was sent for ${name}.`,
      {
        expected: `the value of ${name} that the service sets`,
        received: `${name} ${textOf(at(attempt.body, pointer))}`,
        pointers: [pointer],
        exchange: attempt.exchange,
      },
    )
  }
}
