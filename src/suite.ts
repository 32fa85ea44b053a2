// What suites of a contract import: `tenant-conformance/suite`.
//
// A suite is a file of a contract's `suites/`: `<operation>.js` exports a `suite` by default, `cross.<concern>.js` a
// `crossSuite`. Its checks are for what no schema and no law says: each is named after a clause that the contract states,
// observes the tenant through its `Tester`, and ends by `must`, by returning, or by saying why it can't tell.
//
// This face follows semantic versioning, from 1.0 on: what it exports is removed or changes its meaning in a major version
// alone, and a minor one adds to it. Before 1.0 a minor version may change it, and its notes say so. What else the package
// holds may change at any time. A suite may come with a copy of the package of its own: ends of checks are known across copies.

export type { Exchange } from './base/exchange.ts'
export type { Json, JsonObject } from './base/json.ts'
export type { Contract, Operation, Resource } from './contract/index.ts'
export {
  // What a response says.
  acceptedBody,
  // How checks are declared.
  apartFrom,
  bodyOf,
  type Check,
  type Checks,
  // How a check ends, where it does not simply pass. Any other exception is the suite's own fault.
  ConformanceFailure,
  type CrossSuite,
  crossSuite,
  decodeToken,
  describeResponse,
  // What a check works with.
  type Effect,
  equal,
  Inconclusive,
  type Intent,
  invalid,
  isAccepted,
  isObject,
  NotApplicable,
  NotRun,
  // Time: the one clock that a run has.
  nowMs,
  type OperationSuite,
  type PhasedCheck,
  type Principal,
  type Request,
  random,
  type Subject,
  type SubjectSeen,
  type Subjects,
  sleep,
  stateful,
  statusOf,
  subjectOf,
  suite,
  type Tester,
} from './engine/index.ts'
