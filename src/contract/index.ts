// The contract layer. It knows the form of contracts, but none by name.

export { type Clause, clauseOfRule } from './clause.ts'
export type {
  Contract,
  Operation,
  RateLimit,
  RefusalReason,
} from './contract.ts'
export { operationOf, resourceOfOperation } from './contract.ts'
export { contractIn, isShipped, shippedContract, sourcesIn } from './contract-folders.ts'
export { contractFromFiles, loadContract } from './load.ts'
export { isOf, type OpenPoint, type OpenPointKind } from './open-point.ts'
export { encodedPattern, fits, isOfWholeSegments, namedIn } from './path-pattern.ts'
export { precompiledContractFile, precompiledText } from './precompiled-contract.ts'
export { idsMatching, loadRequirements, partOf, type Requirement, requirementsOf } from './requirements.ts'
export { resolvedSchema, type SchemaAnswers } from './resolved-schema.ts'
export {
  type Act,
  acts,
  type Comparison,
  type Pointer,
  type Resource,
  serverSetOf,
} from './resource.ts'
export { ruleNamed, rules, sentServerSet, uniqueIn } from './rules/index.ts'
export {
  clausesOf,
  eachSchema,
  judgedPart,
  openPropertyOf,
  type Schema,
  schemaAt,
} from './schema.ts'
export { metaCompilations } from './sources/meta-schemas.ts'
