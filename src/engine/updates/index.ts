// Laws of updates, for resources of which a driver says what may be sent: each change is seen only where calibration has found
// that the member is shown truly. Those of a resource that its schema alone describes are in laws/. Entered by this file alone.
export { updatesAtOnce } from './at-once.ts'
export { formBody } from './forms.ts'
export { independent } from './independent.ts'
export { refusedChangesNothing } from './refused.ts'
export { removed } from './removed.ts'
export {
  accepts,
  changes,
  constant,
  emptyUpdate,
  notAdopted,
  restUnchanged,
  sameName,
  stored,
} from './rest.ts'
export { seriesOf } from './series.ts'
export { severalMembers } from './several.ts'
export { follows, followsRepeatedly, sameState } from './states.ts'
export { movesWithState, neverBack } from './times.ts'
export {
  assumeAnswered,
  change,
  changesOf,
  doubtUnknown,
  form,
  mustTakeName,
  otherState,
  type UpdateLaw,
  unknownOf,
} from './update.ts'
