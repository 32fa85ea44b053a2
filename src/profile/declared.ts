// Reads answers and credentials that a profile declares.
import { at, isObject, type Json, type JsonObject, nameOf } from '../base/json.ts'
import type { Contract, OpenPoint, Pointer } from '../contract/index.ts'
import type { Profile } from './profile.ts'

/** The pointer can name a key that only one contract has. */
export function declaredIn(profile: Profile, pointer: Pointer): Json | undefined {
  return at(profile as unknown as Json, pointer)
}

export function declaring(profile: Profile, pointer: Pointer, value: Json): Profile {
  const put = (inside: Json | undefined, [token = '', ...rest]: readonly string[]): JsonObject => {
    const name = nameOf(token)
    const object = isObject(inside) ? inside : {}
    return { ...object, [name]: rest.length === 0 ? value : put(object[name], rest) }
  }
  return put(profile as unknown as Json, pointer.split('/').slice(1)) as unknown as Profile
}

/** Returns the answer that the profile declares. For credentials, returns only their names. */
export function declaredAnswer({ id, kind, declaredAt }: OpenPoint, profile: Profile): Json | undefined {
  if (declaredAt === null) return profile.openPoints?.[id]
  const declared = declaredIn(profile, declaredAt)
  return kind === 'credentials' && isObject(declared) ? Object.keys(declared) : declared
}

/** Returns the declared credentials, so that the mask removes them from reports. */
export function declaredCredentials(
  profile: Profile,
  { openPoints }: Pick<Contract, 'openPoints'>,
): ReadonlyMap<Pointer, Readonly<Record<string, string>>> {
  return new Map(
    openPoints.flatMap(({ kind, declaredAt }) => {
      const declared =
        kind === 'credentials' && declaredAt !== null ? declaredIn(profile, declaredAt) : undefined
      return isObject(declared) ? [[declaredAt ?? '', declared as Readonly<Record<string, string>>]] : []
    }),
  )
}
