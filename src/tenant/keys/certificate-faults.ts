// Faults in the certificates of signing keys (part 2.3 of the specification; RFC 7517, sections 4.6 to 4.9).
import { createHash, X509Certificate } from 'node:crypto'
import type { Json, JsonObject } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { impostor } from './signing-keys.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'certificate-with-armour': [
        'certificates',
        'x5c contains PEM certificates with their header and footer lines.',
      ],
      'certificate-base64url': ['certificates', 'x5c is base64url-encoded.'],
      'certificate-cut': ['certificates', 'The certificate of the last key is truncated.'],
      'second-certificate-broken': [
        'certificates',
        'The second element of a certificate chain is not a certificate.',
      ],
      'chain-reversed': [
        ['certificate-chain', 'certificate-key', 'thumbprint-sha1', 'thumbprint-sha256'],
        'A certificate chain begins with the certificate of the issuer.',
      ],
      'chain-of-strangers': [
        'certificate-chain',
        'The second certificate of a chain did not sign the first.',
      ],
      'chain-with-impostor': [
        'certificate-chain',
        'The second certificate of a chain has the name of the issuer, but a different key.',
      ],
      'certificates-none': ['certificates', 'x5c of the last key is empty.'],
      'x5u-over-http': ['certificate-url', 'x5u is an http URL instead of an https URL.'],
      'x5u-relative': ['certificate-url', 'x5u is a path without scheme and host.'],
      'x5u-without-scheme': ['certificate-url', 'x5u of the last key is a URL without its scheme.'],
      'certificates-exchanged': ['certificate-key', 'The certificates of two keys are swapped.'],
      'moduli-exchanged': ['certificate-key', 'The moduli of two RSA keys are swapped.'],
      'x5t-of-text': ['thumbprint-sha1', 'x5t is the digest of the base64 text of the certificate.'],
      'x5t-sha256': ['thumbprint-sha1', 'x5t is a SHA-256 digest.'],
      'x5t-of-another-key': ['thumbprint-sha1', 'The second key has the x5t of the first.'],
      'x5t-s256-sha1': ['thumbprint-sha256', 'x5t#S256 is a SHA-1 digest.'],
      'x5t-s256-hexadecimal': ['thumbprint-sha256', 'x5t#S256 is encoded in hexadecimal.'],
      'x5t-s256-base64': ['thumbprint-sha256', 'x5t#S256 is encoded in base64 instead of base64url.'],
      'x5t-s256-of-another-key': ['thumbprint-sha256', 'The last key has the x5t#S256 of the first.'],
    },
  },
]

export type Alteration = (key: JsonObject, index: number, keys: readonly JsonObject[]) => JsonObject

export const certificateAlterations: Readonly<Record<string, Alteration>> = {
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
  'certificates-none': (key, index, { length }) => (index === length - 1 ? { ...key, x5c: [] } : key),
  'x5u-over-http': (key) => ({ ...key, x5u: String(key.x5u).replace(/^https:/, 'http:') }),
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
}

export function first(list: Json | undefined): string {
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

// Returns another key of the same type, or this key if there is none. Keys of one type have the same members.
function partner(index: number, keys: readonly JsonObject[]): JsonObject {
  const others = keys.filter((key, other) => other !== index && key.kty === keys[index]?.kty)
  return others[0] ?? keys[index] ?? {}
}

function certificateOf(key: JsonObject): JsonObject {
  return { x5c: key.x5c ?? [], x5t: key.x5t ?? '', 'x5t#S256': key['x5t#S256'] ?? '' }
}
