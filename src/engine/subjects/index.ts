// Subjects: resources that checks make, read, change and compare. Only drivers know a particular resource. Other
// folders import this file only.
export { membersOf, set, type Taken } from './bodies.ts'
export { clockSkewNs, coarseTickMs, noneTells, tellingMembers } from './calibration.ts'
export { Collection, type Creation } from './collection.ts'
export {
  type Current,
  type Driver,
  type DriverParts,
  type DriverSource,
  Drivers,
  driver,
  type EventDelivery,
  type Scout,
  type StateMember,
  type Trigger,
} from './driver.ts'
export { type Context, createResourceMust, membersCompared, type ResourceMust } from './resource-must.ts'
export type { Seen, Shown } from './seen.ts'
export { Subject, type SubjectOptions, type Write } from './subject.ts'
export { Subjects } from './subjects.ts'
