// Signing keys as a faulty tenant publishes them (part 2.3; RFC 7517, RFC 7518).
import { createHash, X509Certificate } from 'node:crypto'
import type { Json, JsonObject } from '../base/json.ts'
import type { FaultGroup, Faulty } from './fault.ts'
import { impostor } from './signing-keys.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'kid-number': ['member-types', 'The kid of the last key is a number.'],
      'use-array': ['member-types', 'use is an array.'],
      'exponent-number': ['member-types', 'The exponent of an RSA key is a number.'],
      'x5u-null': ['member-types', 'x5u is null.'],
      'x5t-object': ['member-types', 'x5t is an object with the digest and its algorithm.'],
      'key-ops-text': ['array-member-types', 'key_ops is text.'],
      'key-ops-of-numbers': ['array-member-types', 'key_ops holds numbers.'],
      'x5c-text': ['array-member-types', 'x5c is one text instead of an array.'],
      'private-exponent-in-second-key': ['public-only', 'The second key holds d.'],
      'private-factors-in-last-key': ['public-only', 'The last key holds p and q.'],
      'crt-members-in-first-key': ['public-only', 'The first key holds dp, dq and qi.'],
      'symmetric-key': ['public-only', 'The set holds a symmetric key, with k.'],
      'point-not-on-curve': ['key-material', 'x and y of the EC key are no point of its curve.'],
      'coordinate-cut': ['key-material', 'x of the EC key lacks its last bytes.'],
      'modulus-of-8-bits': ['key-material', 'The modulus of the second RSA key is 255.'],
      'modulus-missing': ['key-material', 'The RSA keys lack n.'],
      'exponent-missing': ['key-material', 'The second RSA key lacks e.'],
      'x-missing': ['key-material', 'The EC key lacks x.'],
      'y-missing': ['key-material', 'The EC key lacks y.'],
      'octet-key-too-short': ['key-material', 'The set holds an Ed25519 key whose x has 31 bytes.'],
      'modulus-base64': ['key-material', 'n is base64- instead of base64url-encoded.'],
      'coordinates-base64': ['key-material', 'x and y are base64- instead of base64url-encoded.'],
      'certificate-with-armour': ['certificates', 'x5c holds certificates in PEM, with their armour.'],
      'certificate-base64url': ['certificates', 'x5c is base64url-encoded.'],
      'certificate-cut': ['certificates', 'The certificate of the last key lacks its end.'],
      'second-certificate-broken': ['certificates', 'The second certificate of a chain is none.'],
      'chain-reversed': [
        ['certificate-chain', 'certificate-key', 'thumbprint-sha1', 'thumbprint-sha256'],
        'A chain begins with the issuer.',
      ],
      'chain-of-strangers': [
        'certificate-chain',
        'The second certificate of a chain is that of another key.',
      ],
      'chain-with-impostor': [
        'certificate-chain',
        'The second certificate of a chain has the name of the issuer and another key.',
      ],
      'x5u-relative': ['certificate-url', 'x5u is a path.'],
      'x5u-without-scheme': ['certificate-url', 'x5u of the last key lacks its scheme.'],
      'certificates-exchanged': ['certificate-key', 'Two keys have the certificates of each other.'],
      'moduli-exchanged': ['certificate-key', 'Two RSA keys have the moduli of each other.'],
      'x5t-of-text': ['thumbprint-sha1', 'x5t is the digest of the base64 text instead of the certificate.'],
      'x5t-sha256': ['thumbprint-sha1', 'x5t is a SHA-256 digest.'],
      'x5t-of-another-key': ['thumbprint-sha1', 'The second key has the x5t of the first.'],
      'x5t-s256-sha1': ['thumbprint-sha256', 'x5t#S256 is a SHA-1 digest.'],
      'x5t-s256-hexadecimal': ['thumbprint-sha256', 'x5t#S256 is the digest in hexadecimal.'],
      'x5t-s256-base64': ['thumbprint-sha256', 'x5t#S256 is base64- instead of base64url-encoded.'],
      'x5t-s256-of-another-key': ['thumbprint-sha256', 'The last key has the x5t#S256 of the first.'],
      'kid-repeated': ['kids-distinct', 'Two keys have the same kid.'],
    },
  },
]

type Alteration = (key: JsonObject, index: number, keys: readonly JsonObject[]) => JsonObject

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
  'certificate-with-armour': (key) => ({
    ...key,
    x5c: [`-----BEGIN CERTIFICATE-----\n${first(key.x5c)}\n-----END CERTIFICATE-----\n`],
  }),
  'certificate-base64url': (key) => ({ ...key, x5c: [derOf(key).toString('base64url')] }),
  'certificate-cut': (key, index, { length }) =>
    index === length - 1 ? { ...key, x5c: [derOf(key).subarray(0, -40).toString('base64')] } : key,
  'second-certificate-broken': (key, index) =>
    index === 0 ? { ...key, x5c: [first(key.x5c), 'bm8gY2VydGlmaWNhdGU='] } : key,
  'chain-reversed': (key) => (Array.isArray(key.x5c) ? { ...key, x5c: [...key.x5c].reverse() } : key),
  'chain-of-strangers': (key, index, keys) =>
    index === 0 ? { ...key, x5c: [first(key.x5c), first(keys[1]?.x5c)] } : key,
  'chain-with-impostor': (key, index, { length }) =>
    index === length - 1 ? { ...key, x5c: [first(key.x5c), impostor] } : key,
  'x5u-relative': (key) => ({ ...key, x5u: String(key.x5u).replace(/^https:\/\/[^/]+/, '') }),
  'x5u-without-scheme': (key, index, { length }) =>
    index === length - 1 ? { ...key, x5u: String(key.x5u).replace(/^https:\/\//, '') } : key,
  'certificates-exchanged': (key, index, keys) => ({ ...key, ...certificateOf(partner(index, keys)) }),
  'moduli-exchanged': (key, index, keys) =>
    key.n === undefined ? key : { ...key, n: partner(index, keys).n ?? key.n },
  'x5t-of-text': (key) => ({ ...key, x5t: digest('sha1', first(key.x5c)) }),
  'x5t-sha256': (key) => ({ ...key, x5t: digest('sha256', derOf(key)) }),
  'x5t-of-another-key': (key, index, keys) => (index === 1 ? { ...key, x5t: keys[0]?.x5t ?? '' } : key),
  'x5t-s256-sha1': (key) => ({ ...key, 'x5t#S256': digest('sha1', derOf(key)) }),
  'x5t-s256-hexadecimal': (key) => ({ ...key, 'x5t#S256': digest('sha256', derOf(key), 'hex') }),
  'x5t-s256-base64': (key) => ({ ...key, 'x5t#S256': digest('sha256', derOf(key), 'base64') }),
  'x5t-s256-of-another-key': (key, index, keys) =>
    index === keys.length - 1 ? { ...key, 'x5t#S256': keys[0]?.['x5t#S256'] ?? '' } : key,
  'kid-repeated': (key, _index, keys) => ({ ...key, kid: keys[0]?.kid ?? '' }),
}

// RFC 8037: x of Ed25519 has 32 bytes.
const shortOctetKey: JsonObject = {
  kid: 'short',
  kty: 'OKP',
  crv: 'Ed25519',
  use: 'sig',
  x: Buffer.alloc(31, 7).toString('base64url'),
}

/** The keys with the faults that are on. */
export function spoilt(keys: readonly JsonObject[], faulty: Faulty): readonly JsonObject[] {
  const altered = Object.entries(alterations)
    .filter(([name]) => faulty(name))
    .reduce<readonly JsonObject[]>((all, [, alter]) => all.map(alter), keys)
  return [
    ...altered,
    ...(faulty('symmetric-key') ? [{ kid: 'shared', kty: 'oct', use: 'sig', k: noSecret }] : []),
    ...(faulty('octet-key-too-short') ? [shortOctetKey] : []),
  ]
}

function without(key: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(key).filter(([name]) => name !== member))
}

function inBase64(text: Json | undefined): string {
  return Buffer.from(String(text), 'base64url').toString('base64')
}

function first(list: Json | undefined): string {
  return Array.isArray(list) ? String(list[0]) : ''
}

function derOf(key: JsonObject): Buffer {
  return new X509Certificate(Buffer.from(first(key.x5c), 'base64')).raw
}

function digest(
  algorithm: 'sha1' | 'sha256',
  data: string | Buffer,
  encoding: 'base64url' | 'hex' | 'base64' = 'base64url',
): string {
  return createHash(algorithm).update(data).digest(encoding)
}

// The other RSA key of the set: exchanged members still have the form that they should have.
function partner(index: number, keys: readonly JsonObject[]): JsonObject {
  const others = keys.filter((key, place) => place !== index && key.kty === keys[index]?.kty)
  return others[0] ?? keys[index] ?? {}
}

function certificateOf(key: JsonObject): JsonObject {
  return { x5c: key.x5c ?? [], x5t: key.x5t ?? '', 'x5t#S256': key['x5t#S256'] ?? '' }
}
