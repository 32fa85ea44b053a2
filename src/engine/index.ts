// The engine: how a check is declared, planned and run. Suites import from here and from nowhere else.
export { nowMs, sleep } from '../base/clock.ts'
export { bodyOf, describeResponse, type Exchange, statusOf } from '../base/exchange.ts'
export { equal, isObject, type Json, type JsonObject } from '../base/json.ts'
export { parsedUrl } from '../base/uri.ts'
export { decodeToken, isJwt, tokenAuths } from '../client/index.ts'
export type { Operation } from '../contract/index.ts'
export {
  type Attempt,
  acceptedBody,
  ConformanceFailure,
  comparedOf,
  Inconclusive,
  isAccepted,
  isUnavailable,
  judgeRateLimited,
  NotApplicable,
  NotRun,
  type Observation,
  type Problem,
  timestampNs,
} from '../oracle/index.ts'
export { declaredIn } from '../profile/index.ts'
export * as authorization from './authorization/index.ts'
export type { PrincipalCredentials, RunConfig, WebhookConfig, WriteMode } from './config.ts'
export { mentions } from './event-identity.ts'
export type { Events, WatchedStream } from './events.ts'
export { carriedOut, deletionScenario, mustHaveSurvived, served } from './laws/index.ts'
export type { LedgerRun } from './ledger-entry.ts'
export { ledgerFileIn } from './ledger-file.ts'
export { monitoredClauses } from './monitored-clause.ts'
export type { Order } from './order.ts'
export { type Plan, type PlanFigures, planRun } from './plan.ts'
export type { Principal } from './principal.ts'
export { receiverLimits } from './receiver.ts'
export type { Delivery, Inbox } from './receiver-inbox.ts'
export { type Effect, type Intent, invalid, type Request } from './request.ts'
export type { Requests } from './requests.ts'
export { type RunHooks, runChecks } from './run.ts'
export { requireSatisfiable } from './satisfiable.ts'
export { checkSequences } from './sequences/index.ts'
export {
  type Collection,
  type Context,
  type Creation,
  type Current,
  type Driver,
  type DriverParts,
  type DriverSource,
  driver,
  type EventDelivery,
  membersCompared,
  type Scout,
  type Seen,
  type StateMember,
  type Subject,
} from './subjects/index.ts'
export {
  apartFrom,
  type Check,
  type Checks,
  type CrossSuite,
  crossSuite,
  type OperationSuite,
  type PhasedCheck,
  random,
  resourceSuite,
  stateful,
  suite,
} from './suite.ts'
export type { Supplied } from './supply.ts'
export { type SweepHooks, type SweepResult, sweepLedger } from './sweep.ts'
export type { Tester } from './tester.ts'
export { delicateTexts, linedTexts, plainTexts, trickyTexts } from './text.ts'
export { areSparse, haveNoNeighbours, nearIds, overLongIds, unknownId } from './unknown-id.ts'
export * as updates from './updates/index.ts'
export { validRequest } from './valid-request.ts'
