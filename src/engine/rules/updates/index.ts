// Rules for JSON Patches, for replacements, and for updates of resources with an adapter.
export { updatesAtOnce } from './concurrent-updates.ts'
export { formBody } from './form-bodies.ts'
export { independent } from './independence.ts'
export { patchAtomic, patchRefused, patchRemoves } from './json-patch.ts'
export { refusedChangesNothing } from './refused-updates.ts'
export { removed } from './removed-resources.ts'
export { replacesObjects } from './replaced-objects.ts'
export { supersedes, upsert, upsertUnknown } from './replacements.ts'
export { severalMembers } from './several-members.ts'
export {
  accepts,
  changes,
  constant,
  emptyUpdate,
  notAdopted,
  restUnchanged,
  sameName,
  stored,
} from './single-updates.ts'
export { follows, followsRepeatedly, sameState } from './state-toggles.ts'
export { movesWithState } from './timestamps-move-with-state.ts'
export { neverBack } from './timestamps-never-back.ts'
export {
  assumeAnswered,
  change,
  changesOf,
  doubtUnknown,
  form,
  mustTakeName,
  otherState,
  type UpdateRule,
  unknownOf,
} from './update.ts'
export { seriesOf } from './update-series.ts'
