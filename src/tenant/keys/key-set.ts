// Returns the key set of a variation. Part 2.3 of the specification does not show the required members.
import type { JsonObject } from '../../base/json.ts'
import type { Variation } from '../variations/variation.ts'
import { signingKeys } from './signing-keys.ts'

const certificateMembers = ['x5u', 'x5c', 'x5t', 'x5t#S256']
const thumbprintMembers = ['x5t', 'x5t#S256']
const material = ['kty', 'crv', 'n', 'e', 'x', 'y']

export function keySetOf({ keySet, thumbprints }: Variation): readonly JsonObject[] {
  return keysOf(keySet).map((key) => (thumbprints === 'base64url' ? key : respelt(key, thumbprints)))
}

function keysOf(keySet: Variation['keySet']): readonly JsonObject[] {
  if (keySet === 'empty') return []
  if (keySet === 'rsa' || keySet === 'ec')
    return signingKeys.filter(({ kty }) => String(kty).toLowerCase() === keySet)
  if (keySet === 'bare') return only((member) => material.includes(member))
  if (keySet === 'without-certificates') return only((member) => !certificateMembers.includes(member))
  // Equivalent keys of different types may have the same `kid` (RFC 7517, section 4.5).
  if (keySet === 'shared-kid')
    return signingKeys.map((key) => (String(key.kid).endsWith('-1') ? { ...key, kid: 'reference-1' } : key))
  if (keySet === 'all-types')
    return [...signingKeys.map((key) => ({ ...key, ext: true, use_count: 3 })), octetKey]
  return signingKeys
}

// The example key of RFC 8037, appendix A.2.
const octetKey: JsonObject = {
  kid: 'reference-okp-1',
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  key_ops: ['verify'],
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}

function respelt(key: JsonObject, encoding: 'base64' | 'hex'): JsonObject {
  const spelt = Object.entries(key).map(([member, value]) =>
    thumbprintMembers.includes(member)
      ? [member, Buffer.from(String(value), 'base64url').toString(encoding)]
      : [member, value],
  )
  return Object.fromEntries(spelt) as JsonObject
}

function only(wanted: (member: string) => boolean): readonly JsonObject[] {
  return signingKeys.map((key) =>
    Object.fromEntries(Object.entries(key).filter(([member]) => wanted(member))),
  )
}
