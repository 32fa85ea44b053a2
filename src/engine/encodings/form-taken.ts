// Discovers whether an operation accepts forms, and their notation of nested members.
import { type OpenPoint, type Operation, operationOf } from '../../contract/index.ts'
import { fixture } from '../fixture.ts'
import { asForm, isNested, type Notation, notationIn, notations } from '../requests/form.ts'
import type { TestContext } from '../test-context.ts'
import { type Plain, plainOf } from './plain.ts'
import type { Trial, Tried } from './trial.ts'

export interface FormTaken {
  /** Null if unnecessary or unknown. */
  readonly notation: Notation | null
  readonly control: Tried
}

function pointOf({ knowledge }: TestContext): OpenPoint | undefined {
  return knowledge.points('form-nesting')[0]
}

export function declaredNotation(context: TestContext): Notation | null {
  const point = pointOf(context)
  return point === undefined ? null : notationIn(context.knowledge.declared(point.id))
}

/** Sends a form; null unless the tenant accepts and returns it. */
async function taken(
  context: TestContext,
  trial: Trial,
  notation: Notation | null,
): Promise<FormTaken | null> {
  const control = await trial.send((request) => asForm(request, notation))
  const { seen, sent } = control
  return seen.accepted && context.must.showsAsSent(seen, sent) ? { notation, control } : null
}

function needsNotation(context: TestContext, { operation, resource }: Trial): boolean {
  return Object.values(context.subjects.bodies.of(operation, resource)).some(isNested)
}

/** As declared, otherwise the first in which a creation is accepted and returned; null if there is none. */
export const formNotation = fixture(
  (creation: string) => `form notation of ${creation}`,
  async (context, creation): Promise<Notation | null> => {
    const declared = declaredNotation(context)
    const point = pointOf(context)
    if (declared !== null || point === undefined) return declared
    const { trial } = await plainOf(context, operationOf(context.contract, creation))
    for (const notation of notations)
      if ((await taken(context, trial, notation)) !== null) {
        context.knowledge.observe(point.id, notation)
        return notation
      }
    return null
  },
)

/** @throws NotApplicable if the operation accepts no forms: another clause reports that */
export async function formOf(context: TestContext): Promise<FormTaken> {
  const operation = operationOf(context.contract, context.clause.operation)
  const found = await context.use(formsTaken, operation, await plainOf(context, operation))
  return found ?? context.inapplicable('no body of a valid request was taken as a form')
}

const formsTaken = fixture(
  ({ name }: Operation, _: Plain) => `form of ${name}`,
  async (context, operation, plain) => {
    const creation = context.subjects.resourceOf(operation).life.create
    const notation = creation === undefined ? null : await context.use(formNotation, creation)
    if (needsNotation(context, plain.trial) && notation === null) return null
    return plain.alone(() => taken(context, plain.trial, notation))
  },
)

/** The same trial, but with forms. The control is the accepted form. */
export async function formPlainOf(context: TestContext, { notation, control }: FormTaken): Promise<Plain> {
  const plain = await plainOf(context, operationOf(context.contract, context.clause.operation))
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
