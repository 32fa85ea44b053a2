// Judges whether the effect of an ambiguous request matches a possible meaning of the request.

import { describeResponse, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { differences, moving } from '../../oracle/index.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse, Write } from '../under-test/index.ts'
import type { Baseline } from './baseline.ts'
import { deviationOf, mustBeUnchangedByRefusals, repeatWhileFailing, settledLook } from './deviation.ts'
import { type OperationProbe, type ProbeOptions, type ProbeResult, sendBaseline } from './operation-probe.ts'
import { mustHaveCreatedNothing } from './refused-creations.ts'

type AllowedEffect = 'refused' | 'as-sent' | 'as-sent-or-nothing' | 'nothing' | 'anything'

export interface AmbiguousRequest {
  /** Completes a sentence that begins with "A request". */
  readonly name: string
  readonly write: Write
  readonly allowed: AllowedEffect
  readonly mayClose?: true
  readonly parts?: readonly AmbiguousRequest[]
  /** The bodies that the request can mean. Default: only the sent body. */
  readonly readings?: (sent: JsonObject) => readonly JsonObject[]
}

const stepsMax = 5

export function mustHaveAllowedEffects(
  context: TestContext,
  plain: Baseline,
  taken: readonly AmbiguousRequest[],
  refused: readonly AmbiguousRequest[],
): Promise<void> {
  return plain.alone(() => sendAll(context, plain, taken, refused))
}

async function sendAll(
  context: TestContext,
  { probe, control }: Baseline,
  taken: readonly AmbiguousRequest[],
  refused: readonly AmbiguousRequest[],
): Promise<void> {
  let last = probe.subject?.last ?? control.seen
  const left: ProbeResult[] = []
  const hold = async (ambiguous: AmbiguousRequest, tried: ProbeResult): Promise<void> => {
    if (ambiguous.mayClose && tried.seen.exchange.failure?.kind === 'closed') return
    mustHaveAllowedEffect(context, probe, ambiguous, { control, last }, tried)
    if (!tried.seen.accepted) {
      left.push(tried)
      return
    }
    // If the response does not show the sent values, a plain request sets known values.
    const known = probe.operation.act === 'create' || context.must.showsAsSent(tried.seen, tried.sent)
    last = known ? tried.seen : (await sendBaseline(context, probe)).seen
  }
  const sent = async ({ write }: AmbiguousRequest, options: ProbeOptions = {}): Promise<ProbeResult> =>
    repeatWhileFailing(context, await probe.send(write, options), fails, async () => {
      last = (await sendBaseline(context, probe)).seen
      return probe.send(write, options)
    })
  for (const ambiguous of taken) {
    const { parts = [] } = ambiguous
    const tried = parts.length === 0 ? await sent(ambiguous) : await probe.send(ambiguous.write)
    if (parts.length === 0 || deviationOf(context, probe, control, tried) === null)
      await hold(ambiguous, tried)
    else for (const part of parts) await hold(part, await sent(part))
  }
  if (refused.length === 0) return
  const stored = await settledLook(context, probe, probe.subject?.latest ?? last)
  if (stored !== null) last = stored.accepted ? stored : (await sendBaseline(context, probe)).seen
  left.length = 0
  for (const ambiguous of refused) await hold(ambiguous, await sent(ambiguous, { refusal: 'likely' }))
  await mustHaveNoEffect(context, probe, { control, last }, left)
}

function fails({ seen: { exchange } }: ProbeResult): boolean {
  return exchange.response === null || statusOf(exchange) >= 500
}

interface Reference {
  readonly control: ProbeResult
  readonly last: ResourceResponse
}

async function mustHaveNoEffect(
  context: TestContext,
  probe: OperationProbe,
  { control, last }: Reference,
  refused: readonly ProbeResult[],
): Promise<void> {
  const { operation, resource } = probe
  if (refused.length === 0) return
  const creation = ({ sent, seen: { exchange } }: ProbeResult) => ({ sent, exchange })
  if (operation.act === 'create')
    return mustHaveCreatedNothing(context, resource, creation(control), refused.map(creation))
  const now = await settledLook(context, probe, last)
  if (!now?.accepted || !control.seen.accepted) return
  mustBeUnchangedByRefusals(context, resource, last, now, {
    control: control.seen.exchange,
    steps: refused.slice(0, stepsMax).map(({ seen }) => seen.exchange),
  })
}

function mustHaveAllowedEffect(
  { must, attempt }: TestContext,
  { operation, resource }: OperationProbe,
  { name, allowed, readings = (sent) => [sent] }: AmbiguousRequest,
  { control, last }: Reference,
  { sent, seen }: ProbeResult,
): void {
  const { exchange } = seen
  // The response exceeds a limit of this program, which is no fault of the tenant.
  must.assume(exchange.failure?.kind !== 'too-large', exchange.failure?.message ?? '')
  must.that(
    exchange.response !== null && statusOf(exchange) < 500,
    `The tenant returns no response, or a 5xx status, for a request ${name}.`,
    {
      expected: 'a 4xx status, or an effect that agrees with the request',
      received: describeResponse(exchange),
      exchange,
      control: control.seen.exchange,
    },
  )
  // A 404 or 410 for an existing resource is no refusal. A lost response to a deletion can explain one, but
  // not two.
  const isDenied =
    operation.idParameter !== null && control.seen.accepted && [404, 410].includes(statusOf(exchange))
  must.assume(
    !isDenied || attempt > 1,
    'the tenant did not find the resource, perhaps because an earlier deletion got no response',
  )
  must.that(!isDenied, `The tenant does not find an existing resource for a request ${name}.`, {
    expected:
      'an effect that agrees with the request, or a refusal because of the unusual part of the request',
    received: describeResponse(exchange),
    exchange,
    control: control.seen.exchange,
  })
  if (!seen.accepted || operation.request === null || allowed === 'anything') return
  const sentOnes = allowed === 'as-sent' || allowed === 'as-sent-or-nothing' ? readings(sent) : []
  const mayDoNothing =
    operation.act === 'update' && (allowed === 'nothing' || allowed === 'as-sent-or-nothing')
  const didNothing = differences(resource, last.body, seen.body, moving(resource)).length === 0
  must.that(
    sentOnes.some((body) => must.showsAsSent(seen, body)) || (mayDoNothing && didNothing),
    `A request ${name} had an effect that contradicts the request.`,
    {
      expected: [
        'a refusal',
        ...sentOnes.map((body) => jsonText(body)),
        ...(mayDoNothing ? ['the previous content'] : []),
      ].join(', or '),
      received: describeResponse(exchange),
      exchange,
      control: control.seen.exchange,
      steps: [last.exchange],
    },
  )
}
