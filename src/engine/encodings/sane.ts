// Sends requests that no standard defines: a tenant may only do what they can mean.

import { describeResponse, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { differences, moving } from '../../oracle/index.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse, Write } from '../under-test/index.ts'
import type { Plain } from './plain.ts'
import {
  departureOf,
  mustBeLeftAlone,
  persisting,
  plainly,
  settledLook,
  type Trial,
  type TrialOptions,
  type Tried,
} from './trial.ts'
import { mustHaveMadeNothing } from './unmade.ts'

/** Allowed effects of a request, besides a refusal. */
type Meant =
  /** The tenant must refuse. */
  | 'refused'
  /** The sent body. */
  | 'as-sent'
  /** The sent body or none. */
  | 'as-sent-or-nothing'
  /** No effect. */
  | 'nothing'
  /** Any except 5xx. */
  | 'anything'

export interface Strange {
  /** As in "A request … is answered …". */
  readonly name: string
  readonly write: Write
  readonly meant: Meant
  /** Whether the tenant may close the connection early. */
  readonly mayClose?: true
  /** Tried alone if not served together. */
  readonly parts?: readonly Strange[]
  /** Possible bodies, if not the sent one. */
  readonly readings?: (sent: JsonObject) => readonly JsonObject[]
}

const stepsMax = 5

/**
 * The tenant never fails; refused requests change nothing, accepted ones do what they can mean.
 * @param taken most tenants accept these, so they are first
 * @param refused most tenants refuse these; effects are checked at the end
 */
export function mustStaySane(
  context: TestContext,
  plain: Plain,
  taken: readonly Strange[],
  refused: readonly Strange[],
): Promise<void> {
  return plain.alone(() => stayingSane(context, plain, taken, refused))
}

async function stayingSane(
  context: TestContext,
  { trial, control }: Plain,
  taken: readonly Strange[],
  refused: readonly Strange[],
): Promise<void> {
  let last = trial.subject?.last ?? control.seen
  const left: Tried[] = []
  const hold = async (strange: Strange, tried: Tried): Promise<void> => {
    if (strange.mayClose && tried.seen.exchange.failure?.kind === 'closed') return
    mustMean(context, trial, strange, { control, last, tried })
    if (!tried.seen.accepted) {
      left.push(tried)
      return
    }
    // Later requests need known values to compare with.
    const known = trial.operation.act === 'create' || context.must.showsAsSent(tried.seen, tried.sent)
    last = known ? tried.seen : (await plainly(context, trial)).seen
  }
  const sent = async ({ write }: Strange, options: TrialOptions = {}): Promise<Tried> =>
    persisting(context, await trial.send(write, options), fails, async () => {
      last = (await plainly(context, trial)).seen
      return trial.send(write, options)
    })
  for (const strange of taken) {
    const { parts = [] } = strange
    const tried = parts.length === 0 ? await sent(strange) : await trial.send(strange.write)
    // The tenant may refuse the combination because of one part.
    if (parts.length === 0 || departureOf(context, trial, control, tried) === null) await hold(strange, tried)
    else for (const part of parts) await hold(part, await sent(part))
  }
  if (refused.length === 0) return
  // Other checks may have changed a singleton.
  const stored = await settledLook(context, trial, trial.subject?.latest ?? last)
  if (stored !== null) last = stored.accepted ? stored : (await plainly(context, trial)).seen
  left.length = 0
  for (const strange of refused) await hold(strange, await sent(strange, { refusal: 'likely' }))
  await mustBeLeft(context, trial, { control, last, refused: left })
}

function fails({ seen: { exchange } }: Tried): boolean {
  return exchange.response === null || statusOf(exchange) >= 500
}

interface Refusals {
  readonly control: Tried
  /** PlainResponse by the last accepted request. */
  readonly last: ResourceResponse
  readonly refused: readonly Tried[]
}

/** Refused requests must have changed and created nothing. */
async function mustBeLeft(
  context: TestContext,
  trial: Trial,
  { control, last, refused }: Refusals,
): Promise<void> {
  const { operation, resource } = trial
  if (refused.length === 0) return
  const asked = ({ sent, seen: { exchange } }: Tried) => ({ sent, exchange })
  if (operation.act === 'create')
    return mustHaveMadeNothing(context, resource, asked(control), refused.map(asked))
  const now = await settledLook(context, trial, last)
  if (!now?.accepted || !control.seen.accepted) return
  mustBeLeftAlone(context, resource, last, now, {
    control: control.seen.exchange,
    steps: refused.slice(0, stepsMax).map(({ seen }) => seen.exchange),
  })
}

interface Before {
  readonly control: Tried
  readonly last: ResourceResponse
  readonly tried: Tried
}

function mustMean(
  { must, attempt }: TestContext,
  { operation, resource }: Trial,
  { name, meant, readings = (sent) => [sent] }: Strange,
  { control, last, tried: { sent, seen } }: Before,
): void {
  const { exchange } = seen
  // A limit of this checker, not of the tenant.
  must.assume(exchange.failure?.kind !== 'too-large', exchange.failure?.message ?? '')
  must.that(
    exchange.response !== null && statusOf(exchange) < 500,
    `The tenant fails at a request ${name}.`,
    {
      expected: 'a 4xx status, or what the request may mean',
      received: describeResponse(exchange),
      exchange,
      control: control.seen.exchange,
    },
  )
  // A tenant may refuse, but not deny the resource. After a lost response to a deletion it may, once.
  const isDenied =
    operation.idParameter !== null && control.seen.accepted && [404, 410].includes(statusOf(exchange))
  must.assume(!isDenied || attempt > 1, 'it was not found, which may have come otherwise')
  must.that(!isDenied, `What exists is not found by a request ${name}.`, {
    expected: 'what the request may mean, or a refusal of what is strange in it',
    received: describeResponse(exchange),
    exchange,
    control: control.seen.exchange,
  })
  if (!seen.accepted || operation.request === null || meant === 'anything') return
  const sentOnes = meant === 'as-sent' || meant === 'as-sent-or-nothing' ? readings(sent) : []
  // An update without effect shows the previous values.
  const mayDoNothing = operation.act === 'update' && (meant === 'nothing' || meant === 'as-sent-or-nothing')
  const didNothing = differences(resource, last.body, seen.body, moving(resource)).length === 0
  must.that(
    sentOnes.some((body) => must.showsAsSent(seen, body)) || (mayDoNothing && didNothing),
    `Something else comes of a request ${name} than it may mean.`,
    {
      expected: [
        'a refusal',
        ...sentOnes.map((body) => jsonText(body)),
        ...(mayDoNothing ? ['what was there before'] : []),
      ].join(', or '),
      received: describeResponse(exchange),
      exchange,
      control: control.seen.exchange,
      steps: [last.exchange],
    },
  )
}
