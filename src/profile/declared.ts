// What a profile declares: answers to open points, and the values that must never come back.
import { at, isObject, type Json } from '../base/json.ts'
import type { Contract, OpenPoint, Pointer } from '../contract/index.ts'
import type { Profile } from './profile.ts'

/** What the profile says at a JSON pointer, such as under a key that only one contract has. */
export function declaredIn(profile: Profile, pointer: Pointer): Json | undefined {
  return at(profile as unknown as Json, pointer)
}

/** The profile's answer to an open point: under a key of its own, or by its id. Of credentials it is the names alone. */
export function declaredAnswer({ id, kind, declaredAt }: OpenPoint, profile: Profile): Json | undefined {
  if (declaredAt === null) return profile.openPoints?.[id]
  const declared = declaredIn(profile, declaredAt)
  return kind === 'credentials' && isObject(declared) ? Object.keys(declared) : declared
}

/** The values that the profile gives for credentials, by where it gives them: they are sent, and must never come back. */
export function declaredCredentials(
  profile: Profile,
  { openPoints }: Pick<Contract, 'openPoints'>,
): ReadonlyMap<Pointer, readonly string[]> {
  return new Map(
    openPoints.flatMap(({ kind, declaredAt }): [Pointer, string[]][] => {
      if (kind !== 'credentials' || declaredAt === null) return []
      const declared = declaredIn(profile, declaredAt)
      return isObject(declared) ? [[declaredAt, Object.values(declared).map(String)]] : []
    }),
  )
}
