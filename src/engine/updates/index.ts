// Laws of updates for resources that have a driver; laws/ covers the others. Other folders import this file only.
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
