// Faults in signing keys (part 2.3 of the specification; RFC 7517, RFC 7518).
import type { Json, JsonObject } from '../../base/json.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { type Alteration, certificateAlterations, first } from './certificate-faults.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'kid-number': ['member-types', 'The kid of the last key is a number.'],
      'use-array': ['member-types', 'use is an array.'],
      'exponent-number': ['member-types', 'The exponent of an RSA key is a number.'],
      'x5u-null': ['member-types', 'x5u is null.'],
      'x5t-object': ['member-types', 'x5t is an object with the digest and its algorithm.'],
      'key-ops-text': ['array-member-types', 'key_ops is a string.'],
      'key-ops-of-numbers': ['array-member-types', 'key_ops contains numbers.'],
      'x5c-text': ['array-member-types', 'x5c is a string instead of an array.'],
      'private-exponent-in-second-key': ['public-only', 'The second key contains d.'],
      'private-factors-in-last-key': ['public-only', 'The last key contains p and q.'],
      'crt-members-in-first-key': ['public-only', 'The first key contains dp, dq and qi.'],
      'symmetric-key': ['public-only', 'The key set contains a symmetric key with k.'],
      'point-not-on-curve': ['key-material', 'x and y of the EC key are not a point on the curve.'],
      'coordinate-cut': ['key-material', 'x of the EC key lacks its last bytes.'],
      'modulus-of-8-bits': ['key-material', 'The modulus of the second RSA key is 255.'],
      'modulus-missing': ['key-material', 'The RSA keys lack n.'],
      'exponent-missing': ['key-material', 'The second RSA key lacks e.'],
      'x-missing': ['key-material', 'The EC key lacks x.'],
      'y-missing': ['key-material', 'The EC key lacks y.'],
      'octet-key-too-short': ['key-material', 'The key set contains an Ed25519 key whose x has 31 bytes.'],
      'modulus-base64': ['key-material', 'n is encoded in base64 instead of base64url.'],
      'coordinates-base64': ['key-material', 'x and y are encoded in base64 instead of base64url.'],
      'modulus-even': ['key-material', 'The modulus of the second RSA key is even.'],
      'exponent-one': ['key-material', 'The exponent of the first key is 1.'],
      'modulus-padded': ['key-encoding', 'n of the RSA keys is padded with equals signs.'],
      'modulus-with-leading-zero': ['key-encoding', 'n of the second RSA key begins with a zero byte.'],
      'exponent-with-leading-zero': ['key-encoding', 'e of the first key begins with a zero byte.'],
      'coordinate-padded': ['key-encoding', 'x of the EC key is padded with an equals sign.'],
      'signing-key-for-encryption': ['key-use', 'A key with the use sig has encrypt in key_ops.'],
      'use-of-other-operations': ['key-use', 'A verification key has the use enc.'],
      'operation-twice': ['key-use', 'key_ops contains verify twice.'],
      'key-for-signing-alone': ['key-use', 'A public key has sign as its only operation.'],
      'algorithm-of-other-type': ['key-use', 'The EC key has the algorithm RS256.'],
      'algorithm-symmetric': ['key-use', 'The first key has the algorithm HS256.'],
      'algorithm-of-other-curve': ['key-use', 'The EC key has the algorithm ES384.'],
      'key-repeated': [['keys-distinct', 'kids-distinct'], 'The key set contains the last key twice.'],
      'key-under-two-kids': ['keys-distinct', 'The key set contains the first key twice, with two kids.'],
      'private-key-in-pem': ['public-only', 'The last key contains its private key in PEM.'],
      'prime-infos-in-first-key': ['public-only', 'The first key contains oth.'],
      'kid-repeated': ['kids-distinct', 'All keys have the same kid.'],
    },
  },
]

const noSecret = 'bm90IGEgc2VjcmV0LCBidXQgaW4gaXRzIHBsYWNl'

const alterations: Readonly<Record<string, Alteration>> = {
  'kid-number': (key, index, { length }) => (index === length - 1 ? { ...key, kid: 7 } : key),
  'use-array': (key) => ({ ...key, use: [key.use ?? 'sig'] }),
  'exponent-number': (key) => (key.e === undefined ? key : { ...key, e: 65_537 }),
  'x5u-null': (key) => ({ ...key, x5u: null }),
  'x5t-object': (key) => ({ ...key, x5t: { alg: 'SHA-1', digest: key.x5t ?? null } }),
  'key-ops-text': (key) => ({ ...key, key_ops: 'verify' }),
  'key-ops-of-numbers': (key) => ({ ...key, key_ops: [1] }),
  'x5c-text': (key) => ({ ...key, x5c: first(key.x5c) }),
  'private-exponent-in-second-key': (key, index) => (index === 1 ? { ...key, d: noSecret } : key),
  'private-factors-in-last-key': (key, index, { length }) =>
    index === length - 1 ? { ...key, p: noSecret, q: noSecret } : key,
  'crt-members-in-first-key': (key, index) =>
    index === 0 ? { ...key, dp: noSecret, dq: noSecret, qi: noSecret } : key,
  'point-not-on-curve': (key) => (key.y === undefined ? key : { ...key, y: key.x ?? '' }),
  'coordinate-cut': (key) => (key.x === undefined ? key : { ...key, x: String(key.x).slice(0, 20) }),
  'modulus-of-8-bits': (key, index) => (key.n !== undefined && index > 0 ? { ...key, n: '_w' } : key),
  'modulus-missing': (key) => without(key, 'n'),
  'exponent-missing': (key, index) => (index > 0 ? without(key, 'e') : key),
  'x-missing': (key) => without(key, 'x'),
  'y-missing': (key) => without(key, 'y'),
  'modulus-base64': (key) => (key.n === undefined ? key : { ...key, n: inBase64(key.n) }),
  'coordinates-base64': (key) =>
    key.x === undefined ? key : { ...key, x: inBase64(key.x), y: inBase64(key.y) },
  'modulus-even': (key, index) =>
    key.n === undefined || index === 0 ? key : { ...key, n: respelt(key.n, evened) },
  'exponent-one': (key, index) => (index === 0 ? { ...key, e: 'AQ' } : key),
  'modulus-padded': (key) => (key.n === undefined ? key : { ...key, n: padded(key.n) }),
  'modulus-with-leading-zero': (key, index) =>
    key.n === undefined || index === 0 ? key : { ...key, n: respelt(key.n, zeroed) },
  'exponent-with-leading-zero': (key, index) =>
    key.e === undefined || index > 0 ? key : { ...key, e: respelt(key.e, zeroed) },
  'coordinate-padded': (key) => (key.x === undefined ? key : { ...key, x: padded(key.x) }),
  'signing-key-for-encryption': (key, index) =>
    index === 1 ? { ...key, key_ops: ['verify', 'encrypt'] } : key,
  'use-of-other-operations': (key, index) => (index === 0 ? { ...key, use: 'enc' } : key),
  'operation-twice': (key) => ({ ...key, key_ops: ['verify', 'verify'] }),
  'key-for-signing-alone': (key, index, { length }) =>
    index === length - 1 ? { ...key, key_ops: ['sign'] } : key,
  'algorithm-of-other-type': (key) => (key.x === undefined ? key : { ...key, alg: 'RS256' }),
  'algorithm-symmetric': (key, index) => (index === 0 ? { ...key, alg: 'HS256' } : key),
  'algorithm-of-other-curve': (key) => (key.x === undefined ? key : { ...key, alg: 'ES384' }),
  'private-key-in-pem': (key, index, { length }) =>
    index === length - 1
      ? { ...key, pem: `-----BEGIN PRIVATE KEY-----\n${noSecret}\n-----END PRIVATE KEY-----\n` }
      : key,
  'prime-infos-in-first-key': (key, index) =>
    index === 0 ? { ...key, oth: [{ r: noSecret, d: noSecret, t: noSecret }] } : key,
  'kid-repeated': (key, _index, keys) => ({ ...key, kid: keys[0]?.kid ?? '' }),
}

// A key whose `x` is too short. An Ed25519 key has 32 bytes (RFC 8037).
const shortOctetKey: JsonObject = {
  kid: 'short',
  kty: 'OKP',
  crv: 'Ed25519',
  use: 'sig',
  x: Buffer.alloc(31, 7).toString('base64url'),
}

export function withKeyFaults(keys: readonly JsonObject[], faulty: Faulty): readonly JsonObject[] {
  const altered = Object.entries({ ...alterations, ...certificateAlterations })
    .filter(([name]) => faulty(name))
    .reduce<readonly JsonObject[]>((all, [, alter]) => all.map(alter), keys)
  return [
    ...altered,
    ...(faulty('symmetric-key') ? [{ kid: 'shared', kty: 'oct', use: 'sig', k: noSecret }] : []),
    ...(faulty('octet-key-too-short') ? [shortOctetKey] : []),
    ...(faulty('key-repeated') ? altered.slice(-1) : []),
    ...(faulty('key-under-two-kids') ? altered.slice(0, 1).map((key) => ({ ...key, kid: 'another' })) : []),
  ]
}

function without(key: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(key).filter(([name]) => name !== member))
}

function inBase64(text: Json | undefined): string {
  return Buffer.from(String(text), 'base64url').toString('base64')
}

function respelt(text: Json | undefined, change: (bytes: Buffer) => Buffer): string {
  return change(Buffer.from(String(text), 'base64url')).toString('base64url')
}

function evened(bytes: Buffer): Buffer {
  const last = bytes.length - 1
  return Buffer.concat([bytes.subarray(0, last), Buffer.from([(bytes[last] ?? 0) & 0xfe])])
}

function zeroed(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0]), bytes])
}

function padded(text: Json | undefined): string {
  const bare = String(text)
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
}
