// Requests of which no standard says what they mean: whatever is made of them, it is one of the things that can be meant.

import { describeResponse, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { differences, moving } from '../../oracle/index.ts'
import type { Seen, Write } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
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

/** What may come of a request beside its refusal. */
type Meant =
  /** Nothing at all: it has to be refused. */
  | 'refused'
  /** What was sent. */
  | 'as-sent'
  /** What was sent, or nothing. */
  | 'as-sent-or-nothing'
  /** Nothing: it says nothing that the operation could do. */
  | 'nothing'
  /** Anything but a failure of the tenant. */
  | 'anything'

export interface Strange {
  /** What is sent, as in "A request … is answered …". */
  readonly name: string
  readonly write: Write
  readonly meant: Meant
  /** Whether the connection may be closed under it, as it is cut off before all of it was sent. */
  readonly mayClose?: true
  /** What it has of several, each of which is tried alone where all of them together are not taken as the plain request is. */
  readonly parts?: readonly Strange[]
  /** Bodies of which each may be what was meant, where it is not the one that was sent. */
  readonly readings?: (sent: JsonObject) => readonly JsonObject[]
}

const stepsMax = 5

/**
 * None of them makes the tenant fail; one that is refused changes nothing, and one that is accepted does what can be meant.
 * @param taken those that most tenants accept: they are sent first
 * @param refused those that most tenants refuse: what they change shows at their end
 */
export function mustStaySane(
  tester: Tester,
  plain: Plain,
  taken: readonly Strange[],
  refused: readonly Strange[],
): Promise<void> {
  return plain.alone(() => stayingSane(tester, plain, taken, refused))
}

async function stayingSane(
  tester: Tester,
  { trial, control }: Plain,
  taken: readonly Strange[],
  refused: readonly Strange[],
): Promise<void> {
  let last = trial.subject?.last ?? control.seen
  const left: Tried[] = []
  const hold = async (strange: Strange, tried: Tried): Promise<void> => {
    if (strange.mayClose && tried.seen.exchange.failure?.kind === 'closed') return
    mustMean(tester, trial, strange, { control, last, tried })
    if (!tried.seen.accepted) {
      left.push(tried)
      return
    }
    // What was made of it is nothing that a change could be held against.
    const known = trial.operation.act === 'create' || tester.must.showsAsSent(tried.seen, tried.sent)
    last = known ? tried.seen : (await plainly(tester, trial)).seen
  }
  const sent = async ({ write }: Strange, options: TrialOptions = {}): Promise<Tried> =>
    persisting(tester, await trial.send(write, options), fails, async () => {
      last = (await plainly(tester, trial)).seen
      return trial.send(write, options)
    })
  for (const strange of taken) {
    const { parts = [] } = strange
    const tried = parts.length === 0 ? await sent(strange) : await trial.send(strange.write)
    // Together they may be refused for one of them.
    if (parts.length === 0 || departureOf(tester, trial, control, tried) === null) await hold(strange, tried)
    else for (const part of parts) await hold(part, await sent(part))
  }
  if (refused.length === 0) return
  // Others may have changed it since, where there is one of it.
  const stored = await settledLook(tester, trial, trial.subject?.latest ?? last)
  if (stored !== null) last = stored.accepted ? stored : (await plainly(tester, trial)).seen
  left.length = 0
  for (const strange of refused) await hold(strange, await sent(strange, { refusal: 'likely' }))
  await mustBeLeft(tester, trial, { control, last, refused: left })
}

function fails({ seen: { exchange } }: Tried): boolean {
  return exchange.response === null || statusOf(exchange) >= 500
}

interface Refusals {
  readonly control: Tried
  /** What the last accepted request has shown. */
  readonly last: Seen
  readonly refused: readonly Tried[]
}

/** What was refused has changed and made nothing. */
async function mustBeLeft(tester: Tester, trial: Trial, { control, last, refused }: Refusals): Promise<void> {
  const { operation, resource } = trial
  if (refused.length === 0) return
  const asked = ({ sent, seen: { exchange } }: Tried) => ({ sent, exchange })
  if (operation.act === 'create')
    return mustHaveMadeNothing(tester, resource, asked(control), refused.map(asked))
  const now = await settledLook(tester, trial, last)
  if (!now?.accepted || !control.seen.accepted) return
  mustBeLeftAlone(tester, resource, last, now, {
    control: control.seen.exchange,
    steps: refused.slice(0, stepsMax).map(({ seen }) => seen.exchange),
  })
}

interface Before {
  readonly control: Tried
  /** What the last accepted request has shown. */
  readonly last: Seen
  readonly tried: Tried
}

function mustMean(
  { must, attempt }: Tester,
  { operation, resource }: Trial,
  { name, meant, readings = (sent) => [sent] }: Strange,
  { control, last, tried: { sent, seen } }: Before,
): void {
  const { exchange } = seen
  // That this checker reads no more says nothing of the tenant.
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
  // What is strange may be refused; what is there can't be denied for it. A deletion whose answer was lost is denied as well, once.
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
  // What there was before is what an update leaves that does nothing.
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
