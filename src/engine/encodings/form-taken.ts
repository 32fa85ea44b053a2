// Discovers whether an operation accepts forms, and their notation of nested members.
import { type OpenPoint, type Operation, operationOf } from '../../contract/index.ts'
import { fixture } from '../fixture.ts'
import { asForm, isNested, type Notation, notationIn, notations } from '../requests/form.ts'
import type { Tester } from '../tester.ts'
import { type Plain, plainOf } from './plain.ts'
import type { Trial, Tried } from './trial.ts'

export interface FormTaken {
  /** Null if unnecessary or unknown. */
  readonly notation: Notation | null
  readonly control: Tried
}

function pointOf({ knowledge }: Tester): OpenPoint | undefined {
  return knowledge.points('form-nesting')[0]
}

export function declaredNotation(tester: Tester): Notation | null {
  const point = pointOf(tester)
  return point === undefined ? null : notationIn(tester.knowledge.declared(point.id))
}

/** Sends a form; null unless the tenant accepts and returns it. */
async function taken(tester: Tester, trial: Trial, notation: Notation | null): Promise<FormTaken | null> {
  const control = await trial.send((request) => asForm(request, notation))
  const { seen, sent } = control
  return seen.accepted && tester.must.showsAsSent(seen, sent) ? { notation, control } : null
}

function needsNotation(tester: Tester, { operation, resource }: Trial): boolean {
  return Object.values(tester.subjects.bodies.of(operation, resource)).some(isNested)
}

/** As declared, otherwise the first in which a creation is accepted and returned; null if there is none. */
export const formNotation = fixture(
  (creation: string) => `form notation of ${creation}`,
  async (tester, creation): Promise<Notation | null> => {
    const declared = declaredNotation(tester)
    const point = pointOf(tester)
    if (declared !== null || point === undefined) return declared
    const { trial } = await plainOf(tester, operationOf(tester.contract, creation))
    for (const notation of notations)
      if ((await taken(tester, trial, notation)) !== null) {
        tester.knowledge.observe(point.id, notation)
        return notation
      }
    return null
  },
)

/** @throws NotApplicable if the operation accepts no forms: another clause reports that */
export async function formOf(tester: Tester): Promise<FormTaken> {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const found = await tester.use(formsTaken, operation, await plainOf(tester, operation))
  return found ?? tester.inapplicable('no body of a valid request was taken as a form')
}

const formsTaken = fixture(
  ({ name }: Operation, _: Plain) => `form of ${name}`,
  async (tester, operation, plain) => {
    const creation = tester.subjects.resourceOf(operation).life.create
    const notation = creation === undefined ? null : await tester.use(formNotation, creation)
    if (needsNotation(tester, plain.trial) && notation === null) return null
    return plain.alone(() => taken(tester, plain.trial, notation))
  },
)

/** The same trial, but with forms. The control is the accepted form. */
export async function formPlainOf(tester: Tester, { notation, control }: FormTaken): Promise<Plain> {
  const plain = await plainOf(tester, operationOf(tester.contract, tester.clause.operation))
  const { trial } = plain
  return {
    ...plain,
    control,
    options: {},
    trial: {
      ...trial,
      send: (write = (request) => request, options) =>
        trial.send((request) => write(asForm(request, notation)), options),
    },
  }
}
