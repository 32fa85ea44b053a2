// The cryptographic soundness of a published signing key (part 2.3; RFC 7517, RFC 7518).

import { createHash, createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type JsonObject, type Observation, type Problem, parsedUrl } from '../../src/suite.ts'

/**
 * Judges what a key carries, by the local names of the clauses; a member that it does not carry gives no observation.
 * The pointers are those of the members of the key.
 */
export function judgeKey(key: JsonObject): readonly Observation[] {
  const observations: Observation[] = []
  const title = titleOf(key)
  const see = (clause: string, members: readonly string[], sound: boolean, problem: Problem): void => {
    const pointers = members.map((member) => `/${member}`)
    observations.push({ clause, problem: sound ? null : problem, pointers })
  }
  const material = publicKey(key)
  if (material !== null)
    see(
      'key-material',
      materialMembers.filter((member) => member in key),
      typeof material === 'object',
      {
        says: `${capital(title)} forms no public key: ${String(material)}.`,
        expected: 'members that form a public key',
        received: `${describeMaterial(key)}: ${String(material)}`,
      },
    )
  if (typeof key.x5u === 'string')
    see('certificate-url', ['x5u'], isSecure(parsedUrl(key.x5u)), {
      says: `x5u of ${title} is not a URL that protects what it transfers.`,
      expected: 'an absolute URL of a protocol that protects what it transfers',
      received: key.x5u.slice(0, 200),
    })

  const chain = Array.isArray(key.x5c) ? key.x5c : []
  const certificates = chain.map(certificate)
  if (Array.isArray(key.x5c))
    see('certificates', ['x5c'], chain.length > 0 && certificates.every((item) => item !== null), {
      says: `x5c of ${title} holds ${chain.length === 0 ? 'no certificate' : 'something that is not a certificate'}.`,
      expected: 'base64-encoded X.509 certificates, at least one',
      received:
        chain.length === 0 ? `an empty x5c in ${title}` : `an element of x5c that is not one in ${title}`,
    })
  const readable = certificates.filter((item) => item !== null)
  if (readable.length > 1 && readable.length === certificates.length)
    see(
      'certificate-chain',
      ['x5c'],
      readable.every((item, index) => certifiedBy(item, readable[index + 1] ?? null)),
      {
        says: `x5c of ${title} holds a certificate that the next one did not issue.`,
        expected: 'each certificate certified by the next one',
        received: `a certificate in ${title} that the next one did not issue`,
      },
    )
  const leaf = certificates[0] ?? null
  if (leaf === null) return observations

  const certified = publicKeyOf(leaf)
  if (typeof material === 'object' && material !== null && certified !== null)
    see('certificate-key', ['x5c'], certified.equals(material), {
      says: `The certificate of ${title} is one for another public key.`,
      expected: 'a certificate for this key',
      received: `another public key in the certificate of ${title}`,
    })
  if (typeof key.x5t === 'string') {
    const digest = createHash('sha1').update(leaf.raw).digest()
    see('thumbprint-sha1', ['x5t'], spellings(digest).includes(key.x5t), {
      says: `x5t of ${title} is not the SHA-1 of its certificate.`,
      expected: digest.toString('base64url'),
      received: key.x5t,
    })
  }
  const sha256 = key['x5t#S256']
  if (typeof sha256 === 'string') {
    const digest = createHash('sha256').update(leaf.raw).digest()
    see('thumbprint-sha256', ['x5t#S256'], sha256.replace(/=$/, '') === digest.toString('base64url'), {
      says: `x5t#S256 of ${title} is not the SHA-256 of its certificate.`,
      expected: digest.toString('base64url'),
      received: sha256,
    })
  }
  return observations
}

// What "thumbprint" leaves open for x5t: implementations encode the digest itself or its hexadecimal form.
function spellings(digest: Buffer): string[] {
  const hex = digest.toString('hex')
  return [digest, Buffer.from(hex), Buffer.from(hex.toUpperCase())]
    .flatMap((bytes) => [bytes.toString('base64url'), bytes.toString('base64')])
    .concat(hex, hex.toUpperCase())
}

const materialMembers = ['n', 'e', 'x', 'y'] as const
// Curves of RFC 8037: their keys have x alone.
const octetCurves: Readonly<Record<number, readonly string[]>> = {
  32: ['Ed25519', 'X25519'],
  56: ['X448'],
  57: ['Ed448'],
}

/**
 * The key that the members form, or why they form none that can be used; null where there are none, or one that is not
 * text: that is the matter of the clause of its type. kty and crv may be missing (which members a key must have is not
 * shown): the members that are there tell.
 */
function publicKey(key: JsonObject): KeyObject | string | null {
  const members = materialMembers.filter((member) => member in key).map((member) => key[member])
  const texts = members.filter((member) => typeof member === 'string')
  if (texts.length === 0 || texts.length < members.length) return null
  const unreadable = materialMembers.filter((name) => name in key && !isBase64url(String(key[name])))
  if (unreadable.length > 0) return `${unreadable.join(' and ')} is not base64url`
  const jwk = keyOf(key)
  if (jwk === null) return 'the other half is missing'
  try {
    const material = createPublicKey({ key: jwk, format: 'jwk' })
    const { modulusLength, publicExponent } = material.asymmetricKeyDetails ?? {}
    if ((modulusLength ?? 512) < 512) return `its modulus has ${modulusLength} bits`
    // RFC 8017, 3.1: from 3 on, and without a common factor with an even number.
    if (publicExponent !== undefined && (publicExponent < 3n || publicExponent % 2n === 0n))
      return `its exponent is ${publicExponent}`
    // A product of odd primes.
    if (jwk.kty === 'RSA' && (Buffer.from(jwk.n ?? '', 'base64url').at(-1) ?? 1) % 2 === 0)
      return 'its modulus is even'
    return material
  } catch {
    return misfitIn(jwk) ?? 'its members form none'
  }
}

/** The coordinate that is too short or too long for its curve; null where each fits. */
function misfitIn(jwk: JsonWebKey): string | null {
  const [bytes] = Object.entries(curves).find(([, name]) => name === jwk.crv) ?? []
  for (const name of ['x', 'y'] as const) {
    const length = Buffer.from(jwk[name] ?? '', 'base64url').length
    if (bytes !== undefined && jwk[name] !== undefined && length !== Number(bytes))
      return `${name} is ${length} bytes, ${jwk.crv} needs ${bytes}`
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

// What Node decodes leniently: bits beyond the last byte, and characters of another alphabet, are none of a number's.
function isBase64url(text: string): boolean {
  const bare = text.replace(/=+$/, '')
  return Buffer.from(bare, 'base64url').toString('base64url') === bare
}

const curves: Readonly<Record<number, string>> = { 32: 'P-256', 48: 'P-384', 66: 'P-521' }

function curveOf(key: JsonObject, x: string): string {
  if (typeof key.crv === 'string') return key.crv
  return curves[Buffer.from(x, 'base64url').length] ?? 'P-256'
}

/** A key as messages call it. */
export function titleOf(key: JsonObject): string {
  return key.kid === undefined ? 'a key without kid' : `key ${String(key.kid)}`
}

export const capital = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())

function describeMaterial(key: JsonObject): string {
  return `${titleOf(key)}: ${['kty', 'crv', ...materialMembers]
    .filter((name) => key[name] !== undefined)
    .map((name) => `${name} ${String(key[name]).slice(0, 24)}`)
    .join(', ')}`
}

function certificate(encoded: unknown): X509Certificate | null {
  // RFC 7517, 4.7: base64, not base64url.
  if (typeof encoded !== 'string' || !/^[A-Za-z0-9+/\s]+=*\s*$/.test(encoded)) return null
  // RFC 4648, 3.2: padding may not be left out.
  if (encoded.replace(/\s/g, '').length % 4 !== 0) return null
  const bytes = Buffer.from(encoded, 'base64')
  try {
    const read = new X509Certificate(bytes)
    // Node reads PEM as well, and overlooks what follows.
    return read.raw.equals(bytes) ? read : null
  } catch {
    return null
  }
}

// RFC 7517, 4.6: by HTTP only with TLS.
function isSecure(url: URL | null): boolean {
  return url !== null && url.protocol !== 'http:'
}

/** The certificate's public key; null where its algorithm is none that can be read here. */
function publicKeyOf(item: X509Certificate): KeyObject | null {
  try {
    return item.publicKey
  } catch {
    return null
  }
}

// Node's checkIssued compares names and key usages, and no signature. Of a key that can't be read here, names must do.
function certifiedBy(item: X509Certificate, issuer: X509Certificate | null): boolean {
  if (issuer === null) return true
  const key = publicKeyOf(issuer)
  return key === null ? item.issuer === issuer.subject : item.checkIssued(issuer) && item.verify(key)
}
