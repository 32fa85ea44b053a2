// The contract layer: schemas -> validated, frozen, typed objects.
export type { Clause } from './clause.ts'
export type { Contract, OpenPoint, Operation, Parameter } from './contract.ts'
export { operationOf } from './contract.ts'
export { loadContract } from './load.ts'
export { applyOverlay, type Overlay } from './overlay.ts'
export { loadRequirements, named, partOf, type Requirement, requirementsOf } from './requirements.ts'
export { clausesOf, eachSchema, type Schema } from './schema.ts'
