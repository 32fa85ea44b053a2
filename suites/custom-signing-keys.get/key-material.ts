// Judges the members n, e, x and y of a key, and then its certificates (part 2.3; RFC 7517; RFC 7518).
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { JsonObject, Observation } from '../../src/suite.ts'
import { judgeCertificates } from './certificates.ts'
import { capital, observed, titleOf } from './observation.ts'

export function judgeKey(key: JsonObject): readonly Observation[] {
  const title = titleOf(key)
  const material = publicKey(key)
  const certificates = judgeCertificates(key, material)
  if (material === null) return certificates
  const members = materialMembers.filter((member) => member in key)
  const judged = observed('key-material', members, typeof material === 'object', {
    says: `${capital(title)} forms no public key: ${String(material)}.`,
    expected: 'members that form a public key',
    received: `${describeMaterial(key)}: ${String(material)}`,
  })
  return [judged, ...certificates]
}

const materialMembers = ['n', 'e', 'x', 'y'] as const
// The curves of RFC 8037, by the number of bytes of x. Keys on these curves have no y.
const octetCurves: Readonly<Record<number, readonly string[]>> = {
  32: ['Ed25519', 'X25519'],
  56: ['X448'],
  57: ['Ed448'],
}

/**
 * Returns the public key, or the reason why the members form none. Returns null if no member is present, or
 * if one is not a text.
 */
function publicKey(key: JsonObject): KeyObject | string | null {
  const members = materialMembers.filter((member) => member in key).map((member) => key[member])
  const texts = members.filter((member) => typeof member === 'string')
  if (texts.length === 0 || texts.length < members.length) return null
  const unreadable = materialMembers.filter((name) => name in key && !isBase64url(String(key[name])))
  if (unreadable.length > 0) return `${unreadable.join(' and ')} is not base64url`
  const jwk = keyOf(key)
  if (jwk === null) return 'one member of the pair (n and e, or x and y) is missing'
  try {
    const material = createPublicKey({ key: jwk, format: 'jwk' })
    const { modulusLength, publicExponent } = material.asymmetricKeyDetails ?? {}
    if ((modulusLength ?? 512) < 512) return `the modulus has ${modulusLength} bits`
    // RFC 8017, section 3.1: the exponent is odd and at least 3.
    if (publicExponent !== undefined && (publicExponent < 3n || publicExponent % 2n === 0n))
      return `the exponent is ${publicExponent}`
    if (jwk.kty === 'RSA' && (Buffer.from(jwk.n ?? '', 'base64url').at(-1) ?? 1) % 2 === 0)
      return 'the modulus is even'
    return material
  } catch {
    return misfitIn(jwk) ?? 'the members do not form a public key'
  }
}

function misfitIn(jwk: JsonWebKey): string | null {
  const [bytes] = Object.entries(curves).find(([, name]) => name === jwk.crv) ?? []
  for (const name of ['x', 'y'] as const) {
    const length = Buffer.from(jwk[name] ?? '', 'base64url').length
    if (bytes !== undefined && jwk[name] !== undefined && length !== Number(bytes))
      return `${name} has ${length} bytes, but the curve ${jwk.crv} needs ${bytes}`
  }
  return null
}

function keyOf(key: JsonObject): JsonWebKey | null {
  const { n, e, x, y, crv } = key
  const kty = typeof key.kty === 'string' ? key.kty : null
  if (typeof n === 'string' && typeof e === 'string') return { kty: kty ?? 'RSA', n, e }
  if (typeof n === 'string' || typeof e === 'string' || typeof x !== 'string') return null
  if (typeof y === 'string') return { kty: kty ?? 'EC', crv: curveOf(key, x), x, y }
  const named = typeof crv === 'string' ? crv : (octetCurves[Buffer.from(x, 'base64url').length]?.[0] ?? '')
  const octet = kty === 'OKP' || (kty === null && Object.values(octetCurves).flat().includes(named))
  return octet ? { kty: 'OKP', crv: named, x } : null
}

// Node also decodes texts that are not base64url.
function isBase64url(text: string): boolean {
  const bare = text.replace(/=+$/, '')
  return Buffer.from(bare, 'base64url').toString('base64url') === bare
}

const curves: Readonly<Record<number, string>> = { 32: 'P-256', 48: 'P-384', 66: 'P-521' }

function curveOf(key: JsonObject, x: string): string {
  if (typeof key.crv === 'string') return key.crv
  return curves[Buffer.from(x, 'base64url').length] ?? 'P-256'
}

function describeMaterial(key: JsonObject): string {
  return `${titleOf(key)}: ${['kty', 'crv', ...materialMembers]
    .filter((name) => key[name] !== undefined)
    .map((name) => `${name} ${String(key[name]).slice(0, 24)}`)
    .join(', ')}`
}
