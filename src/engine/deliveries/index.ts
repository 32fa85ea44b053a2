// Deliveries: what the tenant sends by itself. The receiver with its inboxes, how long to wait for what must come and for what
// must not, triggers of events and which event a delivery carries, and what all of them show of what the specification leaves
// open. What forwards events, and what makes one occur, its driver says (`EventDelivery`). Entered by this file alone.
export { Bench } from './bench.ts'
export { createDeliveryMust, type DeliveryMust } from './delivery-must.ts'
export { Events } from './events.ts'
export { mentions } from './identity.ts'
export type { Delivery } from './inbox.ts'
export type { Forwarder, Outcome, Triggered } from './outcome.ts'
export { receiverLimits } from './receiver.ts'
