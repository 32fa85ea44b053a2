// Sends many equivalent variations in one request, and bisects them if the result differs from the plain request's.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import type { TestContext } from '../test-context.ts'
import type { Write } from '../under-test/index.ts'
import type { Plain } from './plain.ts'
import { departureOf, persisting, plainly, type Trial, type Tried } from './trial.ts'

export interface Oddity {
  /** Name of the clause about it. */
  readonly clause: string
  /** Completes "A request … is not served as the plain one is". */
  readonly name: string
  readonly write: Write
  /** Statuses with which a standard allows a refusal. */
  readonly mayBe?: readonly number[]
}

/** Variations of one request. */
export type Bundle = readonly Oddity[]

export interface Outcome {
  readonly bundle: Bundle
  readonly tried: Tried
}

export async function sendTogether(
  { trial, options }: Plain,
  bundles: readonly Bundle[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const bundle of bundles) outcomes.push({ bundle, tried: await trial.send(together(bundle), options) })
  return outcomes
}

const together =
  (bundle: Bundle): Write =>
  (request) =>
    bundle.reduce((written, one) => one.write(written), request)

/** The clause's variations must get the plain request's result, together or in parts. */
export async function mustBeServed(
  context: TestContext,
  plain: Plain,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { trial, control } = plain
  for (const { bundle, tried } of outcomes) {
    const own = bundle.filter(({ clause }) => clause === context.clause.name)
    if (own.length === 0) continue
    if (departureOf(context, trial, control, tried) === null) hold(context, trial, control, tried)
    else await plain.alone(() => takeApart(context, plain, own, own.length === bundle.length))
  }
}

/** @param departs whether the bundle is known to differ */
async function takeApart(context: TestContext, plain: Plain, bundle: Bundle, departs = false): Promise<void> {
  const { trial, control, options } = plain
  const [first, ...others] = bundle
  if (first === undefined) return
  if (others.length === 0) return mustBeSame(context, plain, first)
  const tried = departs ? null : await trial.send(together(bundle), options)
  if (tried !== null && departureOf(context, trial, control, tried) === null)
    return hold(context, trial, control, tried)
  const middle = Math.ceil(bundle.length / 2)
  for (const half of [bundle.slice(0, middle), bundle.slice(middle)]) await takeApart(context, plain, half)
}

async function mustBeSame(context: TestContext, { trial, options }: Plain, oddity: Oddity): Promise<void> {
  const { must } = context
  const control = await plainly(context, trial, options)
  const first = await trial.send(oddity.write, options)
  if (oddity.mayBe?.includes(statusOf(first.seen.exchange))) return
  const departs = (one: Tried): boolean => departureOf(context, trial, control, one) !== null
  // A missing response counts only between plain requests that the tenant serves.
  const tried = await persisting(context, first, departs, async () => {
    await plainly(context, trial, options)
    return trial.send(oddity.write, options)
  })
  const { exchange } = tried.seen
  const status = statusOf(exchange)
  must.assume(![408, 425, 429].includes(status), `the request was answered with ${status}`)
  const departure = departureOf(context, trial, control, tried)
  must.that(departure === null, `A request ${oddity.name} is not served as the plain one is.`, {
    expected: departure?.expected ?? '',
    received: departure?.received ?? describeResponse(exchange),
    exchange,
    control: control.seen.exchange,
  })
  hold(context, trial, control, tried)
}

function hold({ must }: TestContext, { operation }: Trial, control: Tried, { sent, seen }: Tried): void {
  const { exchange } = seen
  if (operation.request !== null) {
    must.accept(exchange, { control: control.seen.exchange })
    must.beAsSent(seen, sent, { control: control.seen.exchange })
  } else {
    const detail = { expected: '', received: '', exchange, control: control.seen.exchange }
    must.that(true, 'It is served as the plain request is.', detail)
  }
}
