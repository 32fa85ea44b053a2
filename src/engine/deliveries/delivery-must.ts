// Asserts that an event arrived, or that it did not arrive.
import type { Exchange } from '../../base/exchange.ts'
import { Inconclusive, type Must } from '../../oracle/index.ts'
import type { Deliveries } from './deliveries.ts'
import type { Outcome, Triggered } from './events.ts'
import type { Delivery } from './inbox.ts'

interface BesideEvent {
  readonly control: Triggered
}

export interface DeliveryMust {
  /** Inconclusive if the delivery may only be late, because the specification sets no time. */
  arrive(outcome: Outcome, message: string, beside: BesideEvent): void
  /** The control must be triggered later than the event, and must have arrived before this call. */
  notArrive(outcome: Outcome, message: string, beside: BesideEvent): void
}

export function createDeliveryMust(that: Must['that'], deliveries: () => Deliveries): DeliveryMust {
  return {
    arrive({ delivery, trigger, steps }, message, { control }) {
      const shared = deliveries()
      if (delivery === null) assumeMissing(shared)
      that(delivery !== null, message, {
        expected: 'a delivery, because the control was delivered',
        received: `nothing within ${Math.round(shared.latency.arrivalMs)} ms`,
        ...(delivery === null ? {} : { shows: `the event arrived: ${inWords(delivery, trigger)}` }),
        exchange: trigger,
        control: control.trigger,
        steps,
      })
    },
    notArrive({ delivery, trigger, steps }, message, { control }) {
      that(delivery === null, message, {
        expected: 'no delivery',
        received: delivery === null ? '' : inWords(delivery, trigger),
        shows: 'no delivery of this event, although the control was delivered',
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

/** @throws Inconclusive if deliveries are slow, or if none arrived */
function assumeMissing(deliveries: Deliveries): void {
  const { latency, settings } = deliveries
  deliveries.learn()
  if (latency.canTellMissing) return
  throw new Inconclusive(
    latency.slowestMs === null
      ? `no delivery arrived at all, perhaps because the tenant cannot reach the run's receiver: set ${settings.url} to an address that the tenant can reach, together with ${settings.listen}`
      : `deliveries take up to ${Math.round(latency.slowestMs / 1_000)} s, so a missing delivery may still arrive: raise --timeout`,
    'user',
  )
}
