// The key set that a variation publishes: which members a key must have is not shown (part 2.3).
import type { JsonObject } from '../base/json.ts'
import { signingKeys } from './signing-keys.ts'
import type { Variation } from './variation.ts'

const certificateMembers = ['x5u', 'x5c', 'x5t', 'x5t#S256']
const material = ['kty', 'crv', 'n', 'e', 'x', 'y']

/** The keys of the set. */
export function keySetOf({ keySet }: Variation): readonly JsonObject[] {
  if (keySet === 'empty') return []
  if (keySet === 'rsa' || keySet === 'ec')
    return signingKeys.filter(({ kty }) => String(kty).toLowerCase() === keySet)
  if (keySet === 'bare') return only((member) => material.includes(member))
  if (keySet === 'without-certificates') return only((member) => !certificateMembers.includes(member))
  return signingKeys
}

function only(wanted: (member: string) => boolean): readonly JsonObject[] {
  return signingKeys.map((key) =>
    Object.fromEntries(Object.entries(key).filter(([member]) => wanted(member))),
  )
}
