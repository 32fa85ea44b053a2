// Sends nested members in forms, and judges them if the profile declares their notation.

import { type Json, type JsonObject, withMember } from '../../base/json.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { using } from '../fixture.ts'
import { asForm, flatOf, isNested, type Notation, textsToDecode } from '../requests/form.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { type Baseline, baselineOf } from './baseline.ts'
import { acceptedFormOf, declaredNotation, formNotation } from './form-support.ts'
import type { ProbeResult } from './operation-probe.ts'

export const formNested: Check = using([formNotation, acceptedFormOf, baselineOf], async (context) => {
  const operation = operationOf(context.contract, context.clause.operation)
  const { life } = context.subjects.resourceOf(operation)
  const notation =
    life.create === undefined ? declaredNotation(context) : await context.use(formNotation, life.create)
  if (notation === null)
    return context.inapplicable(
      'the notation of nested members in a form is unknown, and the tenant accepted no common notation: declare openPoints.form-nesting in the profile',
    )
  const isDeclared = declaredNotation(context) !== null
  if (!isDeclared && operation.act === 'update')
    return context.inapplicable(
      `the profile does not declare the notation of nested members in a form (a creation accepted ${notation}): declare openPoints.form-nesting`,
    )
  // If the tenant refuses flat forms, this call ends the check, because another clause fails.
  if (operation.act === 'update') await acceptedFormOf(context)
  const plain = await baselineOf(context, operation)
  await plain.alone(() =>
    operation.act === 'update'
      ? changes(context, plain, notation)
      : isDeclared
        ? creations(context, operation, plain, notation)
        : flatCreations(context, operation, plain, notation),
  )
})

async function creations(
  context: TestContext,
  operation: Operation,
  plain: Baseline,
  notation: Notation,
): Promise<void> {
  const named = (texts: readonly string[]) => (body: JsonObject) =>
    withName(context, operation, body, [context.requests.name(), ...texts].join(' '))
  const fresh = (): JsonObject =>
    context.subjects.bodies.of(operation, context.subjects.resourceOf(operation))
  const long = (): JsonObject => withLongLists(context, operation)
  if (await follows(context, plain, notation, () => named(textsToDecode)(long()))) return
  if (!(await follows(context, plain, notation, fresh)))
    context.must.assume(false, 'the response to a form with plain values does not show these values as sent')
  // The tenant may forbid some characters, or long lists.
  for (const text of textsToDecode) await follows(context, plain, notation, () => named([text])(fresh()))
  await follows(context, plain, notation, long)
}

async function flatCreations(
  context: TestContext,
  operation: Operation,
  plain: Baseline,
  notation: Notation,
): Promise<void> {
  const bodyOf = (texts: readonly string[]) => (): JsonObject =>
    withName(
      context,
      operation,
      context.subjects.bodies.of(operation, context.subjects.resourceOf(operation)),
      [context.requests.name(), ...texts].join(' '),
    )
  if (!(await follows(context, plain, notation, bodyOf([]), flatOf)))
    context.must.assume(false, 'the response to a form with plain values does not show these values as sent')
  await follows(context, plain, notation, bodyOf(textsToDecode), flatOf)
}

/**
 * Requires the same result as in JSON.
 * @param judged selects the compared members
 * @returns false if the tenant refuses the JSON or does not return it
 */
async function follows(
  context: TestContext,
  { probe, control: accepted }: Baseline,
  notation: Notation,
  body: () => JsonObject,
  judged: (body: JsonObject) => JsonObject = (all) => all,
): Promise<boolean> {
  const { must } = context
  const isTaken = ({ seen, sent }: ProbeResult): boolean =>
    seen.accepted && must.showsAsSent(seen, judged(sent))
  const { sent, seen } = await probe.send((one) => asForm(one, notation), { body: body() })
  let control = accepted
  if (!isTaken({ sent, seen })) {
    control = await probe.send(undefined, { body: body() })
    if (!isTaken(control)) return false
  }
  must.accept(seen.exchange, { control: control.seen.exchange })
  must.beAsSent(seen, judged(sent), { control: control.seen.exchange })
  return true
}

// Longer than the default limit of some decoders, for example 20 items in `qs`.
const longList = 25

function withLongLists(context: TestContext, operation: Operation): JsonObject {
  const { adapters, subjects } = context
  const plain = subjects.bodies.of(operation, subjects.resourceOf(operation))
  const whole = adapters.named(operation.resource).whole?.(operation) ?? plain
  const long = ([member, value]: [string, Json]): [string, Json] => {
    const items = whole[member] ?? value
    if (!Array.isArray(items) || items.length === 0) return [member, value]
    return [member, Array.from({ length: longList }, (_, index): Json => items[index % items.length] ?? null)]
  }
  return Object.fromEntries(Object.entries(plain).map(long))
}

function withName(
  { subjects }: TestContext,
  operation: Operation,
  body: JsonObject,
  name: string,
): JsonObject {
  const { nameAt } = subjects.resourceOf(operation)
  return nameAt === null ? body : withMember(body, nameAt, name)
}

async function changes(context: TestContext, plain: Baseline, notation: Notation): Promise<void> {
  const { must } = context
  const { probe } = plain
  const { subject, resource } = probe
  if (subject === null) return
  const nested = (pick: number): JsonObject =>
    Object.assign(
      {},
      ...context
        .resource(resource.name)
        .changes(subject, pick)
        .filter((body) => Object.values(body).some(isNested)),
    ) as JsonObject
  const away = await probe.send(undefined, { body: nested(2) })
  const members = Object.keys(away.sent).join(' and ')
  must.assume(
    away.seen.accepted && must.showsAsSent(away.seen, away.sent),
    `the tenant does not store ${members} in a JSON body either`,
  )
  const sent = nested(1)
  const isServed = await follows(context, { ...plain, control: away }, notation, () => sent)
  must.assume(isServed, `the tenant does not store ${members} in a JSON body either`)
}
