// Sends many equivalent variations in one request. If the result differs, bisects to find the cause.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import type { TestContext } from '../test-context.ts'
import type { Write } from '../under-test/index.ts'
import type { Baseline } from './baseline.ts'
import { deviationOf, repeatWhileFailing } from './deviation.ts'
import { type OperationProbe, type ProbeResult, sendBaseline } from './operation-probe.ts'
import { combined } from './request-writers.ts'

export interface EquivalentRequest {
  readonly clause: string
  /** Completes the sentence "A request … is not served like the unchanged request". */
  readonly name: string
  readonly write: Write
  /** The statuses with which a standard allows a refusal. */
  readonly mayBe?: readonly number[]
}

export type Bundle = readonly EquivalentRequest[]

export interface Outcome {
  readonly bundle: Bundle
  readonly tried: ProbeResult
}

export async function sendTogether(
  { probe, options }: Baseline,
  bundles: readonly Bundle[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const bundle of bundles)
    outcomes.push({ bundle, tried: await probe.send(combined(bundle.map(({ write }) => write)), options) })
  return outcomes
}

export async function mustBeServed(
  context: TestContext,
  plain: Baseline,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { probe, control } = plain
  for (const { bundle, tried } of outcomes) {
    const own = bundle.filter(({ clause }) => clause === context.clause.name)
    if (own.length === 0) continue
    if (deviationOf(context, probe, control, tried) === null) noteEvidence(context, probe, control, tried)
    else await plain.alone(() => bisect(context, plain, own, own.length === bundle.length))
  }
}

async function bisect(context: TestContext, plain: Baseline, bundle: Bundle, departs = false): Promise<void> {
  const { probe, control, options } = plain
  const [first, ...others] = bundle
  if (first === undefined) return
  if (others.length === 0) return mustBeSame(context, plain, first)
  const tried = departs ? null : await probe.send(combined(bundle.map(({ write }) => write)), options)
  if (tried !== null && deviationOf(context, probe, control, tried) === null)
    return noteEvidence(context, probe, control, tried)
  const middle = Math.ceil(bundle.length / 2)
  for (const half of [bundle.slice(0, middle), bundle.slice(middle)]) await bisect(context, plain, half)
}

async function mustBeSame(
  context: TestContext,
  { probe, options }: Baseline,
  oddity: EquivalentRequest,
): Promise<void> {
  const { must } = context
  const control = await sendBaseline(context, probe, options)
  const first = await probe.send(oddity.write, options)
  if (oddity.mayBe?.includes(statusOf(first.seen.exchange))) return
  const departs = (one: ProbeResult): boolean => deviationOf(context, probe, control, one) !== null
  // If the tenant also refuses a plain request, `sendBaseline` throws, and the clause does not fail.
  const tried = await repeatWhileFailing(context, first, departs, async () => {
    await sendBaseline(context, probe, options)
    return probe.send(oddity.write, options)
  })
  const { exchange } = tried.seen
  const status = statusOf(exchange)
  must.assume(![408, 425, 429].includes(status), `the tenant returned ${status}`)
  const departure = deviationOf(context, probe, control, tried)
  must.that(departure === null, `A request ${oddity.name} is not served like the unchanged request.`, {
    expected: departure?.expected ?? '',
    received: departure?.received ?? describeResponse(exchange),
    exchange,
    control: control.seen.exchange,
  })
  noteEvidence(context, probe, control, tried)
}

function noteEvidence(
  { must }: TestContext,
  { operation }: OperationProbe,
  control: ProbeResult,
  { sent, seen }: ProbeResult,
): void {
  const { exchange } = seen
  if (operation.request !== null) {
    must.accept(exchange, { control: control.seen.exchange })
    must.beAsSent(seen, sent, { control: control.seen.exchange })
  } else {
    const detail = { expected: '', received: '', exchange, control: control.seen.exchange }
    must.that(true, 'The tenant serves the changed request like the unchanged request.', detail)
  }
}
