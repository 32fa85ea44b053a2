// The tenant's deliveries, and triggers of events, which the resource's adapter defines (`EventDelivery`). The folder's only
// entry.
export { Deliveries } from './deliveries.ts'
export { createDeliveryMust, type DeliveryMust } from './delivery-must.ts'
export { Events } from './events.ts'
export { mentions } from './identity.ts'
export type { Delivery } from './inbox.ts'
export type { Forwarder, Outcome, Triggered } from './outcome.ts'
export { receiverLimits } from './receiver.ts'
