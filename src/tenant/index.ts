// The reference tenant: a server that follows the specification, except for its active faults.
// routes/ contains the operations; undocumented/ contains operations for the fixtures of profiles.

export { tenantFaults, tenantVariations } from './faults/catalogue.ts'
export type { Fault } from './faults/fault.ts'
export { bodyBytesMax, strangersBodyBytesMax } from './http/body-reader.ts'
export { type Front, type ServerCertificate, serverLimits } from './http/server.ts'
export type { JournalEntry } from './journal.ts'
export { storedLimits } from './state.ts'
export type { StoredState } from './stored-state.ts'
export { type StubServer, startStub, stubNames } from './stubs/index.ts'
export { type Pace, type Snapshot, startTenant, type Tenant, type TenantOptions } from './tenant.ts'
export { defaultVariation } from './variations/default-variation.ts'
export type { Variation } from './variations/variation.ts'
