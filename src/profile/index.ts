// Declared and observed answers to the open points of a specification.
export { parseProfile, type SuppressionKey, withSuppressions } from './amend.ts'
export { schemaLevelsMax, subschemasMax } from './bounded-schema.ts'
export { declaredAnswer, declaredCredentials, declaredIn, declaring } from './declared.ts'
export { Knowledge } from './knowledge.ts'
export { isShippedProfile, loadProfile, shippedProfiles, validateProfile } from './load.ts'

export { observedProfile } from './observed.ts'
export {
  blankProfile,
  type Fixture,
  namesId,
  type Profile,
} from './profile.ts'
export { type ProfileKey, profileKeysOf } from './profile-keys.ts'
export { fixtureActs, fixtureName, profileCompilation, profileSchemaOf } from './profile-schema.ts'
export { schemaReference } from './schema-reference.ts'
