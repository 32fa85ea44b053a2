// The reference tenant: a server that behaves as the specification says, or as it should not.

export { bodyBytesMax, strangersBodyBytesMax } from './body-reader.ts'
export { tenantFaults } from './catalogue.ts'
export { type Dummy, dummyNames, startDummy } from './dummies/index.ts'
export type { Fault } from './fault.ts'
export { serverLimits } from './server.ts'
export { type Snapshot, startTenant, type Tenant, type TenantOptions } from './tenant.ts'
export { defaultVariation, type Variation } from './variation.ts'
