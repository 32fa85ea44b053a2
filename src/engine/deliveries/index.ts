// Receives the tenant's deliveries and triggers events. Other folders import only this file.
export { Deliveries } from './deliveries.ts'
export { createDeliveryMust, type DeliveryMust } from './delivery-must.ts'
export { Events, type Outcome, type Triggered } from './events.ts'
export type { Forwarder } from './forwarder.ts'
export { mentions } from './identity.ts'
export type { Delivery } from './inbox.ts'
export { receiverLimits } from './receiver.ts'
