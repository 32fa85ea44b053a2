// Sends nested members in forms. Without a declared notation, only flat members are judged, as a discovered one has unknown
// limits.
import type { Json, JsonObject } from '../../base/json.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { asForm, flatOf, isNested, type Notation, textsToDecode } from '../requests/form.ts'
import { set } from '../subjects/index.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { type Baseline, baselineOf } from './baseline.ts'
import { acceptedFormOf, declaredNotation, formNotation } from './form-support.ts'
import type { ProbeResult } from './operation-probe.ts'

/** A form has the same effect as its JSON. */
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
  // If the tenant refuses flat forms, another clause fails.
  if (operation.act === 'update') await acceptedFormOf(tester)
  const plain = await baselineOf(tester, operation)
  await plain.alone(() =>
    operation.act === 'update'
      ? changes(tester, plain, notation)
      : isDeclared
        ? creations(tester, operation, plain, notation)
        : flatCreations(tester, operation, plain, notation),
  )
}

/** All difficult values in one form; each in its own if the tenant refuses even the JSON. */
async function creations(
  tester: Tester,
  operation: Operation,
  plain: Baseline,
  notation: Notation,
): Promise<void> {
  const named = (texts: readonly string[]) => (body: JsonObject) =>
    withName(tester, operation, body, [tester.requests.name(), ...texts].join(' '))
  const fresh = (): JsonObject => tester.subjects.bodies.of(operation, tester.subjects.resourceOf(operation))
  const long = (): JsonObject => withLongLists(tester, operation)
  if (await follows(tester, plain, notation, () => named(textsToDecode)(long()))) return
  if (!(await follows(tester, plain, notation, fresh)))
    tester.must.assume(false, 'what is sent plainly does not come back either')
  // Allowed characters and list lengths are unknown.
  for (const text of textsToDecode) await follows(tester, plain, notation, () => named([text])(fresh()))
  await follows(tester, plain, notation, long)
}

/** Sends only the members that need no notation. */
async function flatCreations(
  tester: Tester,
  operation: Operation,
  plain: Baseline,
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
 * @param judged selects members; default: all
 * @returns false if the tenant refuses the JSON, or does not return it
 */
async function follows(
  tester: Tester,
  { probe, control: accepted }: Baseline,
  notation: Notation,
  body: () => JsonObject,
  judged: (body: JsonObject) => JsonObject = (all) => all,
): Promise<boolean> {
  const { must } = tester
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

// By default, some decoders stop reading lists before this.
const longList = 25

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

function withName({ subjects }: Tester, operation: Operation, body: JsonObject, name: string): JsonObject {
  const { nameAt } = subjects.resourceOf(operation)
  return nameAt === null ? body : set(body, nameAt, name)
}

/** The form changes nested members after JSON set them. */
async function changes(tester: Tester, plain: Baseline, notation: Notation): Promise<void> {
  const { must } = tester
  const { probe } = plain
  const { subject, resource } = probe
  if (subject === null) return
  const nested = (pick: number): JsonObject =>
    Object.assign(
      {},
      ...tester
        .resource(resource.name)
        .changes(subject, pick)
        .filter((body) => Object.values(body).some(isNested)),
    ) as JsonObject
  const away = await probe.send(undefined, { body: nested(2) })
  const members = Object.keys(away.sent).join(' and ')
  must.assume(
    away.seen.accepted && must.showsAsSent(away.seen, away.sent),
    `${members} do not even follow as JSON`,
  )
  const sent = nested(1)
  const isServed = await follows(tester, { ...plain, control: away }, notation, () => sent)
  must.assume(isServed, `${members} do not even follow as JSON`)
}
