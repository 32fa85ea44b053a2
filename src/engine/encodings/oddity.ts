// Requests that are written oddly and mean the same by their standard: many oddities at once, and taken apart only where that is
// not served as the plain request was.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import type { Write } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { doubtUnknown } from '../updates/index.ts'
import { departureOf, persisting, plainly, type Trial, type Tried, type Vary } from './trial.ts'

export interface Oddity {
  /** The name of the clause that speaks of it. */
  readonly clause: string
  /** How the request is written, as in "A request … is not served as the plain one is". */
  readonly name: string
  readonly write: Write
  /** Statuses by which a standard lets it be refused all the same. */
  readonly mayBe?: readonly number[]
}

/** Oddities that one request can have at once. */
export type Bundle = readonly Oddity[]

/** A bundle and what came of its request. */
export interface Outcome {
  readonly bundle: Bundle
  readonly tried: Tried
}

/** What the requests with all oddities came to, beside the plain one. */
export interface Joint {
  /** Makes a trial for what has to be sent again. */
  readonly make: (tester: Tester) => Promise<Trial>
  readonly trial: Trial
  readonly control: Tried
  readonly outcomes: readonly Outcome[]
  /** What the bodies of the requests are; the plain ones where nothing is said. */
  readonly vary: { readonly vary?: Vary }
}

/**
 * One request for each bundle.
 * @param richer makes bodies that show more: they are sent where the tenant takes one of them
 */
export async function sendTogether(
  tester: Tester,
  make: Joint['make'],
  bundles: readonly Bundle[],
  richer?: Vary,
): Promise<Joint> {
  const trial = await make(tester)
  const control = await plainly(tester, trial)
  const vary = richer !== undefined && (await isTaken(tester, trial, richer)) ? { vary: richer } : {}
  const outcomes: Outcome[] = []
  for (const bundle of bundles) {
    const write: Write = (request) => bundle.reduce((written, one) => one.write(written), request)
    outcomes.push({ bundle, tried: await trial.send(write, vary) })
  }
  return { make, trial, control, outcomes, vary }
}

async function isTaken({ must }: Tester, trial: Trial, vary: Vary): Promise<boolean> {
  const { seen, sent } = await trial.send(undefined, { vary })
  return seen.accepted && must.showsAsSent(seen, sent)
}

/** The oddities of the clause are served as the plain request was: together, or else each by itself. */
export async function mustBeServed(tester: Tester, joint: Joint): Promise<void> {
  const { make, trial, control, outcomes } = joint
  doubtUnknown(tester.must, trial.leftOut)
  for (const { bundle, tried } of outcomes) {
    const own = bundle.filter(({ clause }) => clause === tester.clause.name)
    if (own.length === 0) continue
    if (departureOf(tester, trial, control, tried) === null) hold(tester, trial, control, tried)
    else await takeApart(tester, { ...joint, trial: await make(tester) }, own)
  }
}

type Alone = Pick<Joint, 'trial' | 'control' | 'vary'>

async function takeApart(tester: Tester, { trial, vary }: Alone, bundle: Bundle): Promise<void> {
  for (const oddity of bundle) {
    const control = await plainly(tester, trial, vary)
    await mustBeSame(tester, { trial, control, vary }, oddity)
  }
}

/** A request with that oddity alone is served as the plain one was. */
async function mustBeSame(tester: Tester, { trial, control, vary }: Alone, oddity: Oddity): Promise<void> {
  const { must } = tester
  const first = await trial.send(oddity.write, vary)
  if (oddity.mayBe?.includes(statusOf(first.seen.exchange))) return
  const departs = (one: Tried): boolean => departureOf(tester, trial, control, one) !== null
  // No answer at all counts where the plain request gets one before and after it.
  const tried = await persisting(tester, first, departs, async () => {
    await plainly(tester, trial, vary)
    return trial.send(oddity.write, vary)
  })
  const { exchange } = tried.seen
  const status = statusOf(exchange)
  must.assume(![408, 425, 429].includes(status), `the request was answered with ${status}`)
  const departure = departureOf(tester, trial, control, tried)
  must.that(departure === null, `A request ${oddity.name} is not served as the plain one is.`, {
    expected: departure?.expected ?? '',
    received: departure?.received ?? describeResponse(exchange),
    exchange,
    control: control.seen.exchange,
  })
  hold(tester, trial, control, tried)
}

/** What came of it is evidence. */
function hold({ must }: Tester, { operation }: Trial, control: Tried, { sent, seen }: Tried): void {
  const { exchange } = seen
  if (operation.request !== null) {
    must.accept(exchange, { control: control.seen.exchange })
    must.beAsSent(seen, sent, { control: control.seen.exchange })
  } else {
    const detail = { expected: '', received: '', exchange, control: control.seen.exchange }
    must.that(true, 'It is served as the plain request is.', detail)
  }
}
