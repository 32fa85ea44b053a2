// The engine's exports for other folders. Suites import src/suite.ts instead.

export { nowMs, sleep } from '../base/clock.ts'
export { bodyOf, describeResponse, statusOf } from '../base/exchange.ts'
export { equal, isObject } from '../base/json.ts'
export { parsedUrl } from '../base/uri.ts'
export { decodeToken, isJwt, tokenAuths } from '../client/index.ts'

export {
  type Attempt,
  acceptedBody,
  ConformanceFailure,
  comparedOf,
  Inconclusive,
  isAccepted,
  isUnavailable,
  judgeRateLimited,
  NotAllowed,
  NotApplicable,
  NotRun,
  notAccepted,
  type Observation,
  orElse,
  originOf,
  type Problem,
} from '../oracle/index.ts'
export { declaredIn } from '../profile/index.ts'
export * as authorization from './authorization/index.ts'
export { derivedClauses, parameterClauses } from './checks/derived.ts'
export { refusesBodies, refusesChanges, validRequest } from './checks/suite-requests.ts'
export {
  barelyTexts,
  delicateTexts,
  edgedTexts,
  linedTexts,
  plainTexts,
  trickyTexts,
  wholeTexts,
} from './checks/text.ts'
export {
  deepTextItems,
  sampledTextItems,
  type TextItem,
  textItems,
  tryTexts,
} from './checks/text-attempts.ts'
export type {
  LoginCredential,
  PrincipalCredentials,
  ReceiverConfig,
  RunConfig,
  SchemeCredential,
} from './config.ts'
export {
  type Delivery,
  type Forwarder,
  mentions,
  type Outcome,
  receiverLimits,
  type Triggered,
} from './deliveries/index.ts'
export * as encodings from './encodings/index.ts'
export { fixture, fixtureIn, using } from './fixture.ts'
export type { LedgerRun } from './ledger/ledger-entry.ts'
export { ledgerFileIn } from './ledger/ledger-file.ts'
export type { Order } from './plan/check-order.ts'
export { secondsToFill } from './plan/depth-choice.ts'
export { closure, type FixtureGraph, fixtureGraph } from './plan/fixture-graph.ts'
export type { Measured } from './plan/measured-costs.ts'
export { monitoredClauses } from './plan/monitored-clause.ts'
export { atDepth, type Plan, type PlanFigures, planRun } from './plan/plan.ts'
export { planChecks } from './plan/planned-check.ts'
export { requireSatisfiable } from './plan/satisfiable.ts'
export { isMeant, leftOutBy, type Scope, type Shard } from './plan/scope.ts'
export { loadSuites } from './plan/suite-files.ts'
export { Logins, sentWith } from './principals/logins.ts'
export { type InvalidToken, invalidTokens, type Principal } from './principals/principal.ts'
export { basicHeader, SchemeCredentials } from './principals/scheme-credentials.ts'
export {
  availableAlternative,
  isToken,
  missingVariables,
  withoutCredentials,
} from './principals/security.ts'
export {
  isRefusedPrincipal,
  type RefusedPrincipal,
  unfitnessOf,
  variableOf,
} from './principals/supplied-token.ts'
export { brokenJson } from './requests/broken-json.ts'
export { type Effect, type Intent, invalid, type Request } from './requests/request.ts'
export { isSupplied } from './resources/kind.ts'
export {
  carriedOut,
  deletionScenario,
  mustHaveSurvived,
  nameFreeAgain,
  otherKindsUnchanged,
  served,
  unknown as unknownIdRefused,
} from './rules/index.ts'
export * as updates from './rules/updates/index.ts'
export { measureRun } from './run/measure.ts'
export { type Responder, responderOf } from './run/preflight.ts'
export { runChecks } from './run/run.ts'
export { type SweepResult, sweepLedger } from './run/sweep.ts'
export type { Requests } from './session/requests.ts'
export {
  apartFrom,
  type Check,
  type Checks,
  type CrossSuite,
  crossSuite,
  delivering,
  type OperationSuite,
  type PhasedCheck,
  type ResourceChecks,
  random,
  resourceSuite,
  stateful,
  suite,
} from './suite.ts'
export type { Fixture, TestContext } from './test-context.ts'
export type { Advice } from './trial/advice.ts'
export type { CreationTrial } from './trial/creation-trial.ts'
export { dryRunFixtures } from './trial/fixture-dry-run.ts'
export {
  type AdapterParts,
  type Creation,
  type Current,
  type EventDelivery,
  membersCompared,
  type ResourceAdapter,
  type ResourceClient,
  type ResourceResponse,
  type ResourceUnderTest,
  resourceAdapter,
  type Scout,
  type StateMember,
} from './under-test/index.ts'
export { profileClauses } from './watch/profile-clause.ts'
export type { Watch } from './watch/response-judge.ts'
