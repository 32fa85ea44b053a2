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
// How checks are declared: suite, resourceSuite, crossSuite, random, stateful, apartFrom. What one works with: Tester, of which
// `resource(name)` gives a Collection, and that Subjects. How it ends, where it does not simply pass: ConformanceFailure (which `must`
// throws), Inconclusive, NotRun, NotApplicable; any other exception is the suite's own fault. The rest reads what was answered.

export type { Exchange } from './base/exchange.ts'
export type { Json, JsonObject } from './base/json.ts'
export type { Contract, Operation, Resource } from './contract/index.ts'
export {
  acceptedBody,
  apartFrom,
  bodyOf,
  type Check,
  type Checks,
  type Collection,
  ConformanceFailure,
  type CrossSuite,
  crossSuite,
  decodeToken,
  describeResponse,
  type Effect,
  equal,
  Inconclusive,
  type Intent,
  invalid,
  isAccepted,
  isObject,
  NotApplicable,
  NotRun,
  nowMs,
  type OperationSuite,
  type PhasedCheck,
  type Principal,
  type Request,
  random,
  resourceSuite,
  type Seen,
  type Subject,
  sleep,
  stateful,
  statusOf,
  suite,
  type Tester,
} from './engine/index.ts'
