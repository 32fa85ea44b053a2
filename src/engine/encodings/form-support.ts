// Discovers whether an operation accepts forms, and which notation it uses for nested members.
import { type OpenPoint, type Operation, operationOf } from '../../contract/index.ts'
import { fixture, using } from '../fixture.ts'
import { asForm, isNested, type Notation, notationIn, notations } from '../requests/form.ts'
import type { TestContext } from '../test-context.ts'
import { type Baseline, baselineOf } from './baseline.ts'
import type { OperationProbe, ProbeResult } from './operation-probe.ts'

export interface AcceptedForm {
  /** Null if the notation is unknown. */
  readonly notation: Notation | null
  readonly control: ProbeResult
}

function pointOf({ knowledge }: TestContext): OpenPoint | undefined {
  return knowledge.points('form-nesting')[0]
}

export function declaredNotation(context: TestContext): Notation | null {
  const point = pointOf(context)
  return point === undefined ? null : notationIn(context.knowledge.declared(point.id))
}

async function tryForm(
  context: TestContext,
  probe: OperationProbe,
  notation: Notation | null,
): Promise<AcceptedForm | null> {
  const control = await probe.send((request) => asForm(request, notation))
  const { seen, sent } = control
  return seen.accepted && context.must.showsAsSent(seen, sent) ? { notation, control } : null
}

function needsNotation(context: TestContext, { operation, resource }: OperationProbe): boolean {
  return Object.values(context.subjects.bodies.of(operation, resource)).some(isNested)
}

export const formNotation = fixture(
  'form notation of *',
  ({ resource }) => (resource?.life.create === undefined ? [] : [resource.life.create]),
  using([baselineOf], async (context, creation: string): Promise<Notation | null> => {
    const declared = declaredNotation(context)
    const point = pointOf(context)
    if (declared !== null || point === undefined) return declared
    const { probe } = await baselineOf(context, operationOf(context.contract, creation))
    for (const notation of notations)
      if ((await tryForm(context, probe, notation)) !== null) {
        context.knowledge.observe(point.id, notation)
        return notation
      }
    return null
  }),
)

const acceptedForms = fixture(
  'form of *',
  ({ operation }) => (operation?.request == null ? [] : [operation]),
  using([formNotation], async (context, operation: Operation, plain: Baseline) => {
    const creation = context.subjects.resourceOf(operation).life.create
    const notation = creation === undefined ? null : await context.use(formNotation, creation)
    if (needsNotation(context, plain.probe) && notation === null) return null
    return plain.alone(() => tryForm(context, plain.probe, notation))
  }),
)

/** @throws NotApplicable if the operation accepts no forms. Another clause reports this */
export const acceptedFormOf = using([acceptedForms, baselineOf], async (context): Promise<AcceptedForm> => {
  const operation = operationOf(context.contract, context.clause.operation)
  const found = await context.use(acceptedForms, operation, await baselineOf(context, operation))
  return found ?? context.inapplicable('the tenant accepted no valid request as a form')
})

export const formBaselineOf = using(
  [baselineOf],
  async (context, { notation, control }: AcceptedForm): Promise<Baseline> => {
    const plain = await baselineOf(context, operationOf(context.contract, context.clause.operation))
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
  },
)
