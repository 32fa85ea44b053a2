// Sends the plain request of an operation once. Its response is the control for all variations.
import { type Operation, operationOf } from '../../contract/index.ts'
import { fixture, perOperation, using } from '../fixture.ts'
import { doubtUnknown } from '../rules/updates/index.ts'
import type { TestContext } from '../test-context.ts'
import {
  type OperationProbe,
  type ProbeOptions,
  type ProbeResult,
  probeOf,
  sendBaseline,
  type Vary,
} from './operation-probe.ts'

export interface Baseline {
  readonly probe: OperationProbe
  readonly control: ProbeResult
  readonly options: Pick<ProbeOptions, 'members' | 'vary'>
  /** If true, variations contain only flat members. */
  readonly isIncomplete: boolean
  /** Runs one series of requests at a time, because all series change the same resource. */
  alone<T>(series: () => Promise<T>): Promise<T>
}

// Characters of two, three and four bytes in UTF-8, twice: a tenant may change only the first occurrence.
const beyond = ' \u00e9\u6f22\u{1f642}'.repeat(2)

const beyondAscii =
  ({ requests: { marker } }: TestContext): Vary =>
  (body) => {
    const [name, text] =
      Object.entries(body).find(([, value]) => typeof value === 'string' && value.includes(marker)) ?? []
    return name === undefined ? body : { ...body, [name]: `${String(text)}${beyond}` }
  }

const baselines = fixture(
  'baseline of *',
  perOperation,
  using([probeOf], async (context, operation: Operation): Promise<Baseline> => {
    const probe = await probeOf(context, operation.name)
    const alone = inTurns()
    const members = { members: 'all' } as const
    const richer = operation.request === null ? [] : [{ ...members, vary: beyondAscii(context) }, members]
    let isIncomplete = false
    for (const options of richer) {
      const control = await probe.send(undefined, options)
      if (control.seen.accepted && context.must.showsAsSent(control.seen, control.sent))
        return { probe, control, options, isIncomplete: false, alone }
      isIncomplete = control.seen.accepted
    }
    return { probe, control: await sendBaseline(context, probe), options: {}, isIncomplete, alone }
  }),
)

/**
 * One text in the requests has characters beyond ASCII, if the tenant accepts them.
 * @throws Inconclusive if the response does not show even the plain body
 */
export const baselineOf = using(
  [baselines],
  async (
    context,
    operation: Operation = operationOf(context.contract, context.clause.operation),
  ): Promise<Baseline> => {
    const plain = await context.use(baselines, operation)
    if (plain.isIncomplete)
      context.must.doubt(
        'some members were not compared: the response to the unchanged request does not show them as sent',
      )
    doubtUnknown(context.must, plain.probe.leftOut)
    return plain
  },
)

function inTurns(): Baseline['alone'] {
  let last: Promise<unknown> = Promise.resolve()
  return (series) => {
    const mine = last.then(series, series)
    last = mine.catch(() => undefined)
    return mine
  }
}
