// Discovers whether an operation accepts forms, and their notation of nested members.
import { type OpenPoint, type Operation, operationOf } from '../../contract/index.ts'
import { fixture } from '../fixture.ts'
import { asForm, isNested, type Notation, notationIn, notations } from '../requests/form.ts'
import type { Tester } from '../tester.ts'
import { type Baseline, baselineOf } from './baseline.ts'
import type { OperationProbe, ProbeResult } from './operation-probe.ts'

export interface AcceptedForm {
  /** Null if unnecessary or unknown. */
  readonly notation: Notation | null
  readonly control: ProbeResult
}

function pointOf({ knowledge }: Tester): OpenPoint | undefined {
  return knowledge.points('form-nesting')[0]
}

export function declaredNotation(tester: Tester): Notation | null {
  const point = pointOf(tester)
  return point === undefined ? null : notationIn(tester.knowledge.declared(point.id))
}

/** Sends a form; null unless the tenant accepts and returns it. */
async function tryForm(
  tester: Tester,
  probe: OperationProbe,
  notation: Notation | null,
): Promise<AcceptedForm | null> {
  const control = await probe.send((request) => asForm(request, notation))
  const { seen, sent } = control
  return seen.accepted && tester.must.showsAsSent(seen, sent) ? { notation, control } : null
}

function needsNotation(tester: Tester, { operation, resource }: OperationProbe): boolean {
  return Object.values(tester.subjects.bodies.of(operation, resource)).some(isNested)
}

/** As declared, otherwise the first in which a creation is accepted and returned; null if there is none. */
export const formNotation = fixture(
  (creation: string) => `form notation of ${creation}`,
  async (tester, creation): Promise<Notation | null> => {
    const declared = declaredNotation(tester)
    const point = pointOf(tester)
    if (declared !== null || point === undefined) return declared
    const { probe } = await baselineOf(tester, operationOf(tester.contract, creation))
    for (const notation of notations)
      if ((await tryForm(tester, probe, notation)) !== null) {
        tester.knowledge.observe(point.id, notation)
        return notation
      }
    return null
  },
)

/** @throws NotApplicable if the operation accepts no forms: another clause reports that */
export async function acceptedFormOf(tester: Tester): Promise<AcceptedForm> {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const found = await tester.use(acceptedForms, operation, await baselineOf(tester, operation))
  return found ?? tester.inapplicable('no body of a valid request was taken as a form')
}

const acceptedForms = fixture(
  ({ name }: Operation, _: Baseline) => `form of ${name}`,
  async (tester, operation, plain) => {
    const creation = tester.subjects.resourceOf(operation).life.create
    const notation = creation === undefined ? null : await tester.use(formNotation, creation)
    if (needsNotation(tester, plain.probe) && notation === null) return null
    return plain.alone(() => tryForm(tester, plain.probe, notation))
  },
)

/** The same baseline, but with forms. The control is the accepted form. */
export async function formBaselineOf(tester: Tester, { notation, control }: AcceptedForm): Promise<Baseline> {
  const plain = await baselineOf(tester, operationOf(tester.contract, tester.clause.operation))
  const { probe } = plain
  return {
    ...plain,
    control,
    options: {},
    probe: {
      ...probe,
      send: (write = (request) => request, options) =>
        probe.send((request) => write(asForm(request, notation)), options),
    },
  }
}
