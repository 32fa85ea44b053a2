// What suites of a contract import: `tenant-conformance/suite`.
//
// A suite is a file of a contract's `suites/`: `<operation>.js` exports a `suite` by default, `cross.<concern>.js` a
// `crossSuite`. Its checks are for what no schema and no law says: each is named after a clause that the contract states,
// observes the tenant through its `Tester`, and ends by `must`, by returning, or by saying why it can't tell.
//
// This face follows semantic versioning, from 1.0 on: what it exports is removed or changes its meaning in a major version
// alone, and a minor one adds to it. Before 1.0 a minor version may change it, and its notes say so. What else the package
// holds may change at any time. A suite may come with a copy of the package of its own: ends of checks are known across copies.
//
// How checks are declared: suite, resourceSuite, crossSuite, random, stateful, apartFrom, delivering. What one works with: a Tester,
// of which `resource(name)` gives a Collection, and that Subjects; requests by the names of operations. How it ends where it does not
// simply pass: ConformanceFailure (which `must` throws), Inconclusive, NotRun, NotApplicable; any other exception is the suite's own
// fault. A driver (`resources/<resource>.js` exports one by default) says what the engine can read neither from the file of a resource
// nor from schemas. What the engine can judge of any resource, to be bound to clauses: updates, deletions of what no operation creates
// (deletionScenario), authorization, deliveries, the rate of requests. Texts that careless code changes: trickyTexts and others,
// and tryTexts, which sends many at once. What is refused beside the bounds of schemas: refusesChanges, refusesBodies. The rest reads what was answered.
//
// The suites of the contract that the package ships import nothing else.

export type { Exchange } from './base/exchange.ts'
export type { Json, JsonObject } from './base/json.ts'
export type { Contract, Operation, Resource } from './contract/index.ts'
export {
  type Attempt,
  acceptedBody,
  apartFrom,
  authorization,
  barelyTexts,
  bodyOf,
  brokenJson,
  type Check,
  type Checks,
  type Collection,
  ConformanceFailure,
  type Creation,
  type CrossSuite,
  type Current,
  carriedOut,
  comparedOf,
  crossSuite,
  type Delivery,
  type Driver,
  type DriverParts,
  dealtItems,
  declaredIn,
  decodeToken,
  deletionScenario,
  delicateTexts,
  delivering,
  describeResponse,
  driver,
  type Effect,
  type EventDelivery,
  edgedTexts,
  encodings,
  equal,
  type Forwarder,
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
  nowMs,
  type Observation,
  type OperationSuite,
  type Outcome,
  orElse,
  otherKindsUnchanged,
  type PhasedCheck,
  type Principal,
  type Problem,
  parsedUrl,
  plainTexts,
  type Request,
  type Requests,
  random,
  refusesBodies,
  refusesChanges,
  resourceSuite,
  type Scout,
  type Seen,
  type StateMember,
  type Subject,
  sampledItems,
  served,
  stateful,
  statusOf,
  suite,
  type Tester,
  type TextItem,
  textItems,
  trickyTexts,
  tryTexts,
  unknownIdRefused,
  updates,
  validRequest,
  type Watch,
  wholeTexts,
} from './engine/index.ts'
