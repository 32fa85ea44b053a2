// The public interface of the contract layer. The layer works with any contract.

export type { Accepted } from './accepted.ts'
export { type Clause, clauseOfRule } from './clause.ts'
export type {
  Contract,
  ContractFolders,
  DocumentFacts,
  Operation,
  Parameter,
  Question,
  RateLimit,
  RefusalReason,
  Refusals,
} from './contract.ts'
export { operationOf, resourceOfOperation } from './contract.ts'
export { contractIn, isShipped, shippedContract, sourcesIn } from './contract-folders.ts'
export {
  type DocumentedResponse,
  documentedResponse,
  isDocumented,
  isDocumentedServerError,
  judgedRefusals,
  refusalClause,
  shownSchema,
  successSchema,
  successSchemas,
} from './documented-response.ts'
export { contractFromFiles, contractOf, loadContract } from './load.ts'
export { filledLogin, type Login } from './login.ts'
export { isOf, type OpenPoint, type OpenPointKind } from './open-point.ts'
export {
  isJudged,
  parameterOfClause,
  parameterPrefix,
  styles as parameterStyles,
  withPathParameters,
} from './parameters.ts'
export { encodedPattern, fits, isOfWholeSegments, namedIn } from './path-pattern.ts'
export { precompiledContractFile, precompiledText } from './precompiled-contract.ts'
export { Problems } from './problems.ts'
export { idsMatching, loadRequirements, partOf, type Requirement, requirementsOf } from './requirements.ts'
export { resolvedSchema, type SchemaAnswers } from './resolved-schema.ts'
export {
  type Act,
  acts,
  type Comparison,
  type Filter,
  type Paging,
  type Resource,
  type Sorting,
  serverSetOf,
} from './resource.ts'
export {
  constraintsIn,
  filterClause,
  readWithSession,
  referenceClause,
  referencesIn,
  removableIn,
  ruleNamed,
  rules,
  schemeOfLogin,
  schemeOfLogout,
  sentServerSet,
  sortingClause,
  takesTag,
  uniqueIn,
} from './rules/index.ts'
export {
  clausesOf,
  eachSchema,
  isOnlySent,
  judgedPart,
  memberSchemas,
  openPropertyOf,
  type Pointer,
  type Schema,
  schemaAt,
} from './schema.ts'
export {
  isTokenScheme,
  loginIn,
  needsCredentials,
  type SecurityRequirement,
  type SecurityScheme,
} from './security.ts'
export { metaCompilations } from './sources/meta-schemas.ts'
export type { ResourceSource } from './sources/resource-source.ts'
export {
  type ContractFile,
  noSources,
  type OperationFile,
  readSources,
  type SourceFiles,
} from './sources/source-files.ts'
export {
  type Constraint,
  constraintClause,
  instancesOf,
  isChoice,
  isThere,
  keepsConstraint,
  orderOf,
  placesOf,
  summands,
  touches,
} from './values/constraint.ts'
export { idInItem, idOfItem, isUncertainId } from './values/listed-id.ts'
export {
  defaultsOf,
  isNormalForm,
  type Normalisation,
  normalForm,
  withNormalDefaults,
} from './values/normalisation.ts'
