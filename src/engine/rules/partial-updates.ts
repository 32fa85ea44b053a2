// Checks whether the tenant keeps, merges or removes the members that an update omits.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import { isObject, type JsonObject, tokenOf } from '../../base/json.ts'
import { type Schema, schemaAt } from '../../contract/index.ts'
import { moving } from '../../oracle/index.ts'
import { using } from '../fixture.ts'
import type { Check } from '../suite.ts'
import { membersOf } from '../under-test/index.ts'
import { isGone, mustShow, mustShowSent, textOf } from './fixtures/assertions.ts'
import { changeable, permitChange, subjectOf } from './fixtures/preconditions.ts'
import { singleUpdates } from './fixtures/single-updates.ts'

export const restUnchanged: Check = using([singleUpdates], async (context) => {
  const { operation, resource } = subjectOf(context)
  for (const { member, sent, before, answer, after } of await context.use(singleUpdates, operation)) {
    const rest = Object.fromEntries(Object.entries(before.body).filter(([name]) => !(name in sent)))
    mustShow(
      context,
      resource,
      rest,
      after,
      `An update of only ${member} changed another member:`,
      { steps: [before.exchange, answer.exchange] },
      moving(resource),
    )
  }
})

export const emptyUpdate: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  const before = await subject.read()
  const answer = await subject.sendTo(operation, {}, { intent: 'probe' })
  if (!answer.accepted && statusOf(answer.exchange) < 500)
    return context.inapplicable('the tenant refuses an empty update')
  mustShow(
    context,
    resource,
    before.body,
    await subject.read(),
    'An empty update changed something:',
    { steps: [before.exchange, answer.exchange] },
    moving(resource),
  )
}

/** RFC 7396: an update merges objects, and null removes an optional member. */
export const merges: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const creation = context.subjects.operation(resource, 'create')
  const required = new Set(
    Array.isArray(creation.request?.required) ? (creation.request.required as string[]) : [],
  )
  for (const member of changeable(operation, resource)) {
    const schema = schemaAt(operation.request ?? {}, `/${member}`)
    const subject = await context.subjects.make(resource)
    const before = await subject.read()
    const there = before.body[member]
    if (isObject(there))
      for (const inner of membersOf(schema as Schema)) {
        const value = context.subjects.bodies.of(operation, resource)[member]
        const changed = isObject(value) ? value[inner] : undefined
        if (changed === undefined) continue
        const start = await subject.read()
        const answer = await subject.sendTo(operation, { [member]: { [inner]: changed } })
        if (!answer.accepted) continue
        const { [inner]: _, ...rest } = isObject(start.body[member]) ? (start.body[member] as JsonObject) : {}
        mustShowSent(
          context,
          resource,
          { [member]: { ...rest, [inner]: changed } },
          await subject.read(),
          `The tenant did not merge ${member}:`,
          { steps: [start.exchange, answer.exchange] },
        )
      }
    if (required.has(member) || there === undefined || there === null) continue
    const answer = await subject.sendTo(operation, { [member]: null })
    if (!answer.accepted) continue
    const read = await subject.read()
    const shown = read.body[member] ?? null
    context.must.that(
      isGone(shown, `/${tokenOf(member)}`, operation, resource),
      `${member} still exists after an update with the value null.`,
      {
        expected: `no ${member}`,
        received: `${member} ${textOf(shown)}`,
        pointers: [`/${tokenOf(member)}`],
        exchange: read.exchange,
        control: before.exchange,
        steps: [answer.exchange],
      },
    )
  }
}

export const replaces: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const { bodies } = context.subjects
  const subject = await context.subjects.make(resource)
  const full = bodies.of(operation, resource)
  const filled = await subject.sendTo(operation, full)
  context.must.assume(
    filled.accepted,
    `a replacement with every member was not accepted: ${describeResponse(filled.exchange)}`,
  )
  const before = await subject.read()
  const minimal = bodies.of(operation, resource, { minimal: true })
  const answer = await subject.sendTo(operation, minimal)
  context.must.assume(
    answer.accepted,
    `a replacement with only the required members was not accepted: ${describeResponse(answer.exchange)}`,
  )
  const read = await subject.read()
  for (const member of Object.keys(full)) {
    if (member in minimal || (before.body[member] ?? null) === null) continue
    const shown = read.body[member] ?? null
    context.must.that(
      isGone(shown, `/${tokenOf(member)}`, operation, resource),
      `${member} still exists although a replacement did not contain ${member}.`,
      {
        expected: `no ${member}`,
        received: `${member} ${textOf(shown)}`,
        pointers: [`/${tokenOf(member)}`],
        exchange: read.exchange,
        control: before.exchange,
        steps: [answer.exchange],
      },
    )
  }
}
