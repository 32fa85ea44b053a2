// Members of members in a form, in the notation that the profile declares or that was found.
import type { Json, JsonObject } from '../../base/json.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { asForm, isNested, type Notation, textsToDecode } from '../requests/form.ts'
import { type Subject, set } from '../subjects/index.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { declaredNotation, formOf, formTrial, notationOf } from './form-taken.ts'
import { plainly, trialOf } from './trial.ts'

/** A form with members of members does what the same members do as JSON. */
export const formNested: Check = async (tester) => {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const { life, name } = tester.subjects.resourceOf(operation)
  const notation =
    life.create === undefined ? declaredNotation(tester) : await notationOf(tester, life.create)
  if (notation === null)
    return tester.inapplicable(
      'nothing says how nested members are written in a form, and no common notation was accepted: declare openPoints.form-nesting in the profile',
    )
  if (operation.act === 'update') {
    // Flat forms first: where none is taken, that is the matter of the clause that asks for them.
    await formOf(tester)
    return changes(tester, await tester.resource(name).any(), notation)
  }
  const json = await trialOf(tester)
  const trial = await formTrial(tester, notation)
  const { seen: plain } = await plainly(tester, json)
  const { sent, seen } = await trial.send()
  tester.must.accept(seen.exchange, { control: plain.exchange })
  tester.must.beAsSent(seen, sent, { control: plain.exchange })
  const named = textsToDecode.map(
    (text) => () => withName(tester, operation, `${tester.requests.name()} ${text}`),
  )
  for (const body of [...named, () => withLongLists(tester, operation)]) {
    const control = await json.send(undefined, { body: body() })
    // Which characters a name may have, and how many items a list, is not said.
    if (!control.seen.accepted || !tester.must.showsAsSent(control.seen, control.sent)) continue
    const tried = await trial.send(undefined, { body: body() })
    tester.must.accept(tried.seen.exchange, { control: control.seen.exchange })
    tester.must.beAsSent(tried.seen, tried.sent, { control: control.seen.exchange })
  }
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

/** A valid body with that name. */
function withName(tester: Tester, operation: Operation, name: string): JsonObject {
  const resource = tester.subjects.resourceOf(operation)
  const body = tester.subjects.bodies.of(operation, resource)
  return resource.nameAt === null ? body : set(body, resource.nameAt, name)
}

/** Each member that holds others, changed by a form from what JSON has put there. */
async function changes(tester: Tester, subject: Subject, notation: Notation): Promise<void> {
  const { must } = tester
  const all = tester.resource(subject.resource.name)
  const nested = (pick: number) =>
    all.changes(subject, pick).filter((body) => Object.values(body).some(isNested))
  for (const [index, sent] of nested(1).entries()) {
    const control = await subject.update(sent, { intent: 'probe' })
    must.assume(
      control.accepted && must.showsAsSent(control, sent),
      `${Object.keys(sent)} does not even follow as JSON`,
    )
    const away = await subject.update(nested(2)[index] ?? {}, { intent: 'probe' })
    must.assume(away.accepted, `${Object.keys(sent)} does not even follow as JSON`)
    const seen = await subject.update(sent, { intent: 'probe', write: (one) => asForm(one, notation) })
    must.accept(seen.exchange, { control: control.exchange })
    must.beAsSent(seen, sent, { control: control.exchange })
  }
}
