// The public API of the package. A program imports this file to check a tenant.
export { type Depth, type DepthOf, depths } from './base/depth.ts'
export { ConfigurationError } from './base/error.ts'
export type { Failure, OpenPointAnswer, RunEvent } from './base/event.ts'
export type { Level, Outcome, Verdict } from './base/verdict.ts'
export type { Contract, Question } from './contract/index.ts'
export { type ConformanceOptions, conformance } from './library/conformance.ts'
export { type ContractFromDocument, contractFrom } from './library/contract-from.ts'
export { type Replayed, type ReplayOptions, type ReplayVerdict, replay } from './library/replay.ts'
export { type Verified, verifyContract } from './library/verify-contract.ts'
export type { Profile } from './profile/index.ts'
export {
  junitXml,
  type Report,
  type ReportClause,
  reportHtml,
  summaryMarkdown,
  writeReports,
} from './report/index.ts'
export type { Environment } from './settings/environment.ts'
export type { Options } from './settings/run-config.ts'
export { type Fault, startTenant, type Tenant, type TenantOptions, tenantFaults } from './tenant/index.ts'
export type { Proof } from './verify/index.ts'
