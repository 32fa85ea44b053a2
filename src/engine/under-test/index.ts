// Creates, reads, changes and compares the resources of checks.

export {
  type BodyFacts,
  exampleOf,
  formOnly,
  greatValues,
  withFutureTimes,
  withPlainValues,
} from './accepted-bodies.ts'
export { clockSkewNs, coarseTickMs, noneObservable, observableMembers } from './calibration.ts'
export { alternativesOf } from './constrained-bodies.ts'
export { breachesOf } from './constraint-breaches.ts'
export { nameForms } from './name-forms.ts'
export type { Existing } from './path-keys.ts'
export type { Referenced, Taken } from './request-bodies.ts'
export { membersOf, withoutOwn } from './request-members.ts'
export {
  type AdapterParts,
  type AdapterSource,
  type Current,
  type EventDelivery,
  type ResourceAdapter,
  ResourceAdapters,
  resourceAdapter,
  type Scout,
  type StateMember,
  type Trigger,
} from './resource-adapter.ts'
export { type Creation, ResourceClient } from './resource-client.ts'
export { ResourceFactory, type SubjectsParts } from './resource-factory.ts'
export { type Context, createResourceMust, membersCompared, type ResourceMust } from './resource-must.ts'
export { type PlainResponse, plainIn, type ResourceResponse } from './resource-response.ts'
export { type RequestOptions, ResourceUnderTest, type Write } from './resource-under-test.ts'
