// Members of members in a form, in the notation that the profile declares. Of a notation that was only found, the members that
// need none are judged: how far it reaches is not said.
import type { Json, JsonObject } from '../../base/json.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { asForm, flatOf, isNested, type Notation, textsToDecode } from '../requests/form.ts'
import { set } from '../subjects/index.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { declaredNotation, formNotation, formOf } from './form-taken.ts'
import { type Plain, plainOf } from './plain.ts'
import type { Tried } from './trial.ts'

/** A form with members of members does what the same members do as JSON. */
export const formNested: Check = async (tester) => {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const { life } = tester.subjects.resourceOf(operation)
  const notation =
    life.create === undefined ? declaredNotation(tester) : await tester.use(formNotation, life.create)
  if (notation === null)
    return tester.inapplicable(
      'nothing says how nested members are written in a form, and no common notation was accepted: declare openPoints.form-nesting in the profile',
    )
  const isDeclared = declaredNotation(tester) !== null
  if (!isDeclared && operation.act === 'update')
    return tester.inapplicable(
      `the profile does not say how nested members are written in a form (${notation} was accepted in a creation): declare openPoints.form-nesting`,
    )
  // Flat forms first: where none is taken, that is the matter of the clause that asks for them.
  if (operation.act === 'update') await formOf(tester)
  const plain = await plainOf(tester, operation)
  await plain.alone(() =>
    operation.act === 'update'
      ? changes(tester, plain, notation)
      : isDeclared
        ? creations(tester, operation, plain, notation)
        : flatCreations(tester, operation, plain, notation),
  )
}

/** All that careless decoding loses in one form; where that is not even taken as JSON, each by itself. */
async function creations(
  tester: Tester,
  operation: Operation,
  plain: Plain,
  notation: Notation,
): Promise<void> {
  const named = (texts: readonly string[]) => (body: JsonObject) =>
    withName(tester, operation, body, [tester.requests.name(), ...texts].join(' '))
  const fresh = (): JsonObject => tester.subjects.bodies.of(operation, tester.subjects.resourceOf(operation))
  const long = (): JsonObject => withLongLists(tester, operation)
  if (await follows(tester, plain, notation, () => named(textsToDecode)(long()))) return
  if (!(await follows(tester, plain, notation, fresh)))
    tester.must.assume(false, 'what is sent plainly does not come back either')
  // Which characters a name may have, and how many items a list, is not said.
  for (const text of textsToDecode) await follows(tester, plain, notation, () => named([text])(fresh()))
  await follows(tester, plain, notation, long)
}

/** The members that need no notation, as JSON puts them there. */
async function flatCreations(
  tester: Tester,
  operation: Operation,
  plain: Plain,
  notation: Notation,
): Promise<void> {
  const bodyOf = (texts: readonly string[]) => (): JsonObject =>
    withName(
      tester,
      operation,
      tester.subjects.bodies.of(operation, tester.subjects.resourceOf(operation)),
      [tester.requests.name(), ...texts].join(' '),
    )
  if (!(await follows(tester, plain, notation, bodyOf([]), flatOf)))
    tester.must.assume(false, 'what is sent plainly does not come back either')
  await follows(tester, plain, notation, bodyOf(textsToDecode), flatOf)
}

/**
 * A form does what the same does as JSON.
 * @param judged what of the body is judged; default: all
 * @returns false where that is refused as JSON, or does not come back
 */
async function follows(
  tester: Tester,
  { trial, control: accepted }: Plain,
  notation: Notation,
  body: () => JsonObject,
  judged: (body: JsonObject) => JsonObject = (all) => all,
): Promise<boolean> {
  const { must } = tester
  const isTaken = ({ seen, sent }: Tried): boolean => seen.accepted && must.showsAsSent(seen, judged(sent))
  const { sent, seen } = await trial.send((one) => asForm(one, notation), { body: body() })
  let control = accepted
  if (!isTaken({ sent, seen })) {
    control = await trial.send(undefined, { body: body() })
    if (!isTaken(control)) return false
  }
  must.accept(seen.exchange, { control: control.seen.exchange })
  must.beAsSent(seen, judged(sent), { control: control.seen.exchange })
  return true
}

// More than decoders of forms take for a list where nobody tells them otherwise.
const longList = 25

/** A valid body whose lists are as long. */
function withLongLists(tester: Tester, operation: Operation): JsonObject {
  const { drivers, subjects } = tester
  const plain = subjects.bodies.of(operation, subjects.resourceOf(operation))
  const whole = drivers.named(operation.resource).whole?.(operation) ?? plain
  const long = ([member, value]: [string, Json]): [string, Json] => {
    const items = whole[member] ?? value
    if (!Array.isArray(items) || items.length === 0) return [member, value]
    return [member, Array.from({ length: longList }, (_, index): Json => items[index % items.length] ?? null)]
  }
  return Object.fromEntries(Object.entries(plain).map(long))
}

/** The body with that name. */
function withName({ subjects }: Tester, operation: Operation, body: JsonObject, name: string): JsonObject {
  const { nameAt } = subjects.resourceOf(operation)
  return nameAt === null ? body : set(body, nameAt, name)
}

/** The members that hold others, changed by a form from what JSON has put there. */
async function changes(tester: Tester, plain: Plain, notation: Notation): Promise<void> {
  const { must } = tester
  const { trial } = plain
  const { subject, resource } = trial
  if (subject === null) return
  const nested = (pick: number): JsonObject =>
    Object.assign(
      {},
      ...tester
        .resource(resource.name)
        .changes(subject, pick)
        .filter((body) => Object.values(body).some(isNested)),
    ) as JsonObject
  const away = await trial.send(undefined, { body: nested(2) })
  const members = Object.keys(away.sent).join(' and ')
  must.assume(
    away.seen.accepted && must.showsAsSent(away.seen, away.sent),
    `${members} do not even follow as JSON`,
  )
  const sent = nested(1)
  const isServed = await follows(tester, { ...plain, control: away }, notation, () => sent)
  must.assume(isServed, `${members} do not even follow as JSON`)
}
