// Laws of updates, for resources of which a driver says what may be sent: each change is seen only where calibration has found
// that the member is shown truly. Those of a resource that its schema alone describes are in laws/. Entered by this file alone.
export { formBody } from './forms.ts'
export { idLength, unknown } from './ids.ts'
export {
  constant,
  emptyUpdate,
  independent,
  notAdopted,
  refusedChangesNothing,
  restUnchanged,
  severalMembers,
  stored,
} from './rest.ts'
export { follows, followsRepeatedly, movesWithState, neverBack, sameState } from './states.ts'
export { assumeAnswered, change, form, otherState, type UpdateLaw } from './update.ts'
