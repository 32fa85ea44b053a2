// The oracle layer: exchange -> judgement, without I/O.
export { acceptedBody, isAccepted, isRefused } from './acceptance.ts'
export { NotApplicable, NotRun, type Showing, Undecided, Unmet } from './judgement.ts'
export { type Beside, createMust, type Must } from './must.ts'
export { inferredSchema, type PayloadJudge, payloadJudge } from './payload.ts'
export { judgeRateLimited } from './rate-limit.ts'
export { type ShapeFinding, type ShapeJudge, shapeJudge } from './shape.ts'
export { judgeKey, type KeyFinding } from './signing-key.ts'
export { timestampNs } from './timestamp.ts'
