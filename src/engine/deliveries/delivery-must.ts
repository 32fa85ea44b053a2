// The must family of deliveries: an event that must have arrived, and one that must not.
import type { Exchange } from '../../base/exchange.ts'
import { Inconclusive, type Must } from '../../oracle/index.ts'
import type { Bench } from './bench.ts'
import type { Delivery } from './inbox.ts'
import type { Outcome, Triggered } from './outcome.ts'

/** The event beside it: one that did arrive. */
interface BesideEvent {
  readonly control: Triggered
}

export interface DeliveryMust {
  /** The event has arrived, as that of the control did. Late is not missing: nobody has set a time. */
  arrive(outcome: Outcome, message: string, beside: BesideEvent): void
  /** The event has not arrived, while that of the control, which was triggered later, did. */
  notArrive(outcome: Outcome, message: string, beside: BesideEvent): void
}

/** @param bench throws NotRun where the contract forwards nothing */
export function createDeliveryMust(that: Must['that'], bench: () => Bench): DeliveryMust {
  return {
    arrive({ delivery, trigger, steps }, message, { control }) {
      const shared = bench()
      if (delivery === null) assumeMissing(shared)
      that(delivery !== null, message, {
        expected: 'a delivery, as for the control',
        received: `nothing within ${Math.round(shared.patience.arrivalMs)} ms`,
        ...(delivery === null ? {} : { shows: `it arrived: ${inWords(delivery, trigger)}` }),
        exchange: trigger,
        control: control.trigger,
        steps,
      })
    },
    notArrive({ delivery, trigger, steps }, message, { control }) {
      that(delivery === null, message, {
        expected: 'no delivery',
        received: delivery === null ? '' : inWords(delivery, trigger),
        shows: 'nothing of it arrived, while that of the control did',
        exchange: trigger,
        control: control.trigger,
        steps,
      })
    },
  }
}

function inWords(delivery: Delivery, trigger: Exchange): string {
  return `${delivery.method} ${delivery.body.slice(0, 300)}, ${delivery.receivedAtMs - trigger.startedAtMs} ms after the trigger`
}

/** Nobody has set a time; and where nothing arrived that was waited for, the tenant may not reach the receiver at all. */
function assumeMissing(bench: Bench): void {
  const { patience, settings } = bench
  bench.learn()
  if (patience.tells) return
  throw new Inconclusive(
    patience.slowestMs === null
      ? `nothing has arrived at all, which says nothing of a tenant that may not reach the receiver of the run: supply an address at which it does in ${settings.url}, with ${settings.listen}`
      : `deliveries take up to ${Math.round(patience.slowestMs / 1_000)} s, so that one that has not come may still come: raise --timeout`,
    'user',
  )
}
