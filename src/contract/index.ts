// The contract layer. It knows the form of contracts, but none by name.

export { type Clause, clauseOfLaw } from './clause.ts'
export type {
  Contract,
  Operation,
  RateLimit,
  RefusalReason,
} from './contract.ts'
export { operationOf, resourceOfOperation } from './contract.ts'
export { contractIn, isShipped, shippedContract, sourcesIn } from './contract-folders.ts'
export { keptContractFile, keptText } from './kept-contract.ts'
export { lawNamed, laws, sentServerSet, uniqueIn } from './laws/index.ts'
export { contractFromFiles, loadContract } from './load.ts'
export { isOf, type OpenPoint, type OpenPointKind } from './open-point.ts'
export { applyOverlay, type Overlay } from './overlay.ts'
export { encodedPattern, fits, isOfWholeSegments, namedIn } from './path-pattern.ts'
export { loadRequirements, named, partOf, type Requirement, requirementsOf } from './requirements.ts'
export {
  type Act,
  type Comparison,
  type Pointer,
  type Resource,
  serverSetOf,
} from './resource.ts'
export {
  clausesOf,
  eachSchema,
  judgedPart,
  openPropertyOf,
  type Schema,
  schemaAt,
} from './schema.ts'
export { metaCompilations } from './sources/meta-schemas.ts'
