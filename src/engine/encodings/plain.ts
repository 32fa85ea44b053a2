// Sends the plain request of an operation once, as the control of its variations.
import { type Operation, operationOf } from '../../contract/index.ts'
import { fixture } from '../fixture.ts'
import { doubtUnknown } from '../rules/updates/index.ts'
import type { TestContext } from '../test-context.ts'
import { plainly, type Trial, type TrialOptions, type Tried, trialOf, type Vary } from './trial.ts'

export interface Plain {
  readonly trial: Trial
  readonly control: Tried
  readonly options: Pick<TrialOptions, 'members' | 'vary'>
  /** Whether the response did not show all members, so that variations omit some. */
  readonly lacking: boolean
  /** One series at a time, as all change the same resource. */
  alone<T>(series: () => Promise<T>): Promise<T>
}

// Of two, three and four bytes; twice, in case only the first is changed.
const beyond = ' \u00e9\u6f22\u{1f642}'.repeat(2)

/** Adds characters that chunks and escapes can split. */
const beyondAscii =
  ({ requests: { marker } }: TestContext): Vary =>
  (body) => {
    const [name, text] =
      Object.entries(body).find(([, value]) => typeof value === 'string' && value.includes(marker)) ?? []
    return name === undefined ? body : { ...body, [name]: `${String(text)}${beyond}` }
  }

/**
 * With all members and with characters beyond ASCII, if the tenant accepts these.
 * @throws Inconclusive if the response does not show even the plain body
 */
export async function plainOf(
  context: TestContext,
  operation = operationOf(context.contract, context.clause.operation),
): Promise<Plain> {
  const plain = await context.use(plainRequest, operation)
  if (plain.lacking)
    context.must.doubt('not all members come back as they were sent, so that some were not compared')
  doubtUnknown(context.must, plain.trial.leftOut)
  return plain
}

const plainRequest = fixture(
  ({ name }: Operation) => `plain request of ${name}`,
  async (context, operation): Promise<Plain> => {
    const trial = await trialOf(context, operation.name)
    const alone = inTurns()
    const members = { members: 'all' } as const
    const richer = operation.request === null ? [] : [{ ...members, vary: beyondAscii(context) }, members]
    let lacking = false
    for (const options of richer) {
      const control = await trial.send(undefined, options)
      if (control.seen.accepted && context.must.showsAsSent(control.seen, control.sent))
        return { trial, control, options, lacking: false, alone }
      lacking = control.seen.accepted
    }
    return { trial, control: await plainly(context, trial), options: {}, lacking, alone }
  },
)

function inTurns(): Plain['alone'] {
  let last: Promise<unknown> = Promise.resolve()
  return (series) => {
    const mine = last.then(series, series)
    last = mine.catch(() => undefined)
    return mine
  }
}
