// Judges exchanges, without I/O.
export {
  type Acceptance,
  type Attempt,
  acceptanceOf,
  acceptedBody,
  attemptOf,
  exchangeOf,
  isAccepted,
  isRefused,
  isUnavailable,
  type RefusalOf,
  speaksOfTime,
} from './acceptance.ts'
export { type Canonical, canonicalOf, pointersOf } from './canonical.ts'
export {
  differences,
  differencesFromSent,
  echoed,
  type MemberDifference,
  moving,
  updated,
} from './compare.ts'
export { contrasted } from './contrast.ts'
export { createMust } from './create-must.ts'
export { comparedOf, type Evidence, type EvidenceKind } from './evidence.ts'
export { inferredSchema } from './inferred-schema.ts'
export {
  ConformanceFailure,
  exchangesOf,
  type FailureDetail,
  Inconclusive,
  isUndecided,
  NotAllowed,
  NotApplicable,
  NotOurs,
  NotRun,
  notAccepted,
  type Observation,
  orElse,
  originOf,
  type Problem,
  Unserved,
} from './judgement.ts'
export type { Must, MustParts } from './must.ts'
export { namedMembers } from './named-members.ts'
export {
  judgedTooLongMax,
  judgingMsMax,
  type PayloadJudge,
  payloadJudge,
} from './payload.ts'
export { isOfApi, judgeRateLimited } from './rate-limited-response.ts'
export { repeatedName } from './repeated-name.ts'
export { conforms, firstProblem, type ShapeJudge, shapeJudge } from './shape.ts'
export { instantOf, timestampNs } from './timestamp.ts'
