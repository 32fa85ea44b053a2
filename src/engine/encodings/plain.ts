// The plain request of an operation, sent once: what is written otherwise is held against it, whichever check sends it.
import { type Operation, operationOf } from '../../contract/index.ts'
import { fixture } from '../fixture.ts'
import type { Tester } from '../tester.ts'
import { doubtUnknown } from '../updates/index.ts'
import { plainly, type Trial, type TrialOptions, type Tried, trialOf, type Vary } from './trial.ts'

export interface Plain {
  readonly trial: Trial
  readonly control: Tried
  /** What the bodies of requests that are written otherwise are. */
  readonly options: Pick<TrialOptions, 'members' | 'vary'>
  /** Whether all members were accepted and did not come back: what is written otherwise can't be held against them. */
  readonly lacking: boolean
  /** Does a series of requests by itself: what they change others work with, too. */
  alone<T>(series: () => Promise<T>): Promise<T>
}

// Characters of two, three and four bytes; the last one is a surrogate pair where it is an escape. Twice, for what changes the first.
const beyond = ' \u00e9\u6f22\u{1f642}'.repeat(2)

/** With characters beyond ASCII in a text, so that chunks and escapes fall into the middle of one. */
const beyondAscii =
  ({ requests: { marker } }: Tester): Vary =>
  (body) => {
    const [name, text] =
      Object.entries(body).find(([, value]) => typeof value === 'string' && value.includes(marker)) ?? []
    return name === undefined ? body : { ...body, [name]: `${String(text)}${beyond}` }
  }

/**
 * The plain request of the operation, the clause's own by default: with all members, and with characters beyond ASCII, where the tenant takes these.
 * @throws Inconclusive where what it asks for is not even then what comes back
 */
export async function plainOf(
  tester: Tester,
  operation = operationOf(tester.contract, tester.clause.operation),
): Promise<Plain> {
  const plain = await tester.use(plainRequest, operation)
  if (plain.lacking)
    tester.must.doubt('not all members come back as they were sent, so that some were not compared')
  doubtUnknown(tester.must, plain.trial.leftOut)
  return plain
}

const plainRequest = fixture(
  ({ name }: Operation) => `plain request of ${name}`,
  async (tester, operation): Promise<Plain> => {
    const trial = await trialOf(tester, operation.name)
    const alone = inTurns()
    const members = { members: 'all' } as const
    // What does not come back with all of it is asked for with less.
    const richer = operation.request === null ? [] : [{ ...members, vary: beyondAscii(tester) }, members]
    let lacking = false
    for (const options of richer) {
      const control = await trial.send(undefined, options)
      if (control.seen.accepted && tester.must.showsAsSent(control.seen, control.sent))
        return { trial, control, options, lacking: false, alone }
      lacking = control.seen.accepted
    }
    return { trial, control: await plainly(tester, trial), options: {}, lacking, alone }
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
