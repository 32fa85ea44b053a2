// The public API for suites. A suite imports `tenant-conformance/suite`.
//
// A suite is a file in the folder `suites/` of a contract. The file `<operation>.js` exports a `suite` by
// default, and the file `cross.<concern>.js` exports a `crossSuite`. A check in a suite covers a clause that
// neither schemas nor built-in rules can express.
//
// From version 1.0 on, this file follows semantic versioning. Before 1.0, a minor version may remove an
// export, and its release notes name the export. All other files of the package may change at any time. A
// suite may import another copy of the package than the copy that runs the suite.
//
// - To declare checks: suite, resourceSuite, crossSuite, random, stateful, apartFrom, delivering.
// - A check receives a TestContext. Its method `resource(name)` returns a ResourceClient, which creates and
//   reads a ResourceUnderTest.
// - Several checks can share a fixture. A check declares its fixtures with `using`, because the plan of a run
//   depends on these declarations.
// - These errors end a check: ConformanceFailure (thrown by `must`), Inconclusive, NotRun, NotApplicable.
//   Any other exception is a bug of the suite.
// - A resource adapter is the default export of `resources/<resource>.js`. It contains facts that neither
//   resource files nor schemas can express.
// - These exports work for any resource: updates, deletionScenario (for resources that no operation
//   creates), authorization, judgeRateLimited, refusesChanges, refusesBodies.
// - `trickyTexts` and similar exports contain texts that faulty code often changes. `tryTexts` sends many
//   of them at once.
// - The other exports are shared checks and helpers, for example to read responses.

export type { Exchange } from './base/exchange.ts'
export type { Json, JsonObject } from './base/json.ts'
export type { Contract, Operation, Resource } from './contract/index.ts'
/** Former names of exports stay until version 1.0 (docs/stability.md). */
export {
  type AdapterParts,
  type AdapterParts as DriverParts,
  type Attempt,
  acceptedBody,
  apartFrom,
  authorization,
  barelyTexts,
  bodyOf,
  brokenJson,
  type Check,
  type Checks,
  ConformanceFailure,
  type Creation,
  type CrossSuite,
  type Current,
  carriedOut,
  comparedOf,
  crossSuite,
  type Delivery,
  declaredIn,
  decodeToken,
  deepTextItems,
  deepTextItems as dealtItems,
  deletionScenario,
  delicateTexts,
  delivering,
  describeResponse,
  type Effect,
  type EventDelivery,
  edgedTexts,
  encodings,
  equal,
  type Fixture,
  type Forwarder,
  fixture,
  Inconclusive,
  type Intent,
  type InvalidToken,
  invalid,
  isAccepted,
  isJwt,
  isObject,
  isUnavailable,
  judgeRateLimited,
  linedTexts,
  membersCompared,
  mentions,
  mustHaveSurvived,
  NotAllowed,
  NotApplicable,
  NotRun,
  nameFreeAgain,
  notAccepted,
  nowMs,
  type Observation,
  type OperationSuite,
  type Outcome,
  orElse,
  originOf,
  otherKindsUnchanged,
  type PhasedCheck,
  type Principal,
  type Problem,
  parsedUrl,
  plainTexts,
  type Request,
  type Requests,
  type ResourceAdapter,
  type ResourceAdapter as Driver,
  type ResourceChecks,
  type ResourceClient,
  type ResourceClient as Collection,
  type ResourceResponse,
  type ResourceResponse as Seen,
  type ResourceUnderTest,
  type ResourceUnderTest as Subject,
  random,
  refusesBodies,
  refusesChanges,
  resourceAdapter,
  resourceAdapter as driver,
  resourceSuite,
  type Scout,
  type StateMember,
  sampledTextItems,
  sampledTextItems as sampledItems,
  served,
  sleep,
  stateful,
  statusOf,
  suite,
  type TestContext,
  type TestContext as Tester,
  type TextItem,
  type Triggered,
  textItems,
  trickyTexts,
  tryTexts,
  unknownIdRefused,
  updates,
  using,
  validRequest,
  type Watch,
  wholeTexts,
} from './engine/index.ts'
