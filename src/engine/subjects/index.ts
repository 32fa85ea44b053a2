// Subjects: resources of the run as checks work with them, whatever they are: made, read, changed, compared. What is said of
// one resource only comes from its driver. Entered by this file alone.
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
export { type Seen, type Shown, Subject, type SubjectOptions, type Write } from './subject.ts'
export { Subjects } from './subjects.ts'
