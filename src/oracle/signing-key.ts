// The cryptographic soundness of a published signing key (part 2.3; RFC 7517, RFC 7518).
import { createHash, createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { JsonObject } from '../base/json.ts'

/** A finding about one key: the local name of the clause, and what is wrong, or null where nothing is. */
export interface KeyFinding {
  readonly clause:
    | 'key-material'
    | 'certificates'
    | 'certificate-key'
    | 'thumbprint-sha1'
    | 'thumbprint-sha256'
  readonly problem: { readonly expected: string; readonly received: string } | null
}

/** Judges what a key carries; a member that it does not carry gives no finding. */
export function judgeKey(key: JsonObject): readonly KeyFinding[] {
  const findings: KeyFinding[] = []
  const find = (clause: KeyFinding['clause'], sound: boolean, expected: string, received: string): void => {
    findings.push({ clause, problem: sound ? null : { expected, received } })
  }
  const material = publicKey(key)
  if (material !== null)
    find('key-material', material !== 'unusable', 'members that form a public key', describeMaterial(key))

  const chain = Array.isArray(key.x5c) ? key.x5c : []
  const certificates = chain.map(certificate)
  if (chain.length > 0)
    find(
      'certificates',
      certificates.every((item) => item !== null),
      'base64-encoded X.509 certificates',
      `an element of x5c that is none in key ${String(key.kid)}`,
    )
  const leaf = certificates[0] ?? null
  if (leaf === null) return findings

  if (material !== null && material !== 'unusable')
    find(
      'certificate-key',
      leaf.publicKey.equals(material),
      'a certificate for this key',
      `another public key in the certificate of key ${String(key.kid)}`,
    )
  if (typeof key.x5t === 'string') {
    const digest = createHash('sha1').update(leaf.raw).digest()
    find('thumbprint-sha1', spellings(digest).includes(key.x5t), digest.toString('base64url'), key.x5t)
  }
  const sha256 = key['x5t#S256']
  if (typeof sha256 === 'string') {
    const digest = createHash('sha256').update(leaf.raw).digest()
    find(
      'thumbprint-sha256',
      sha256.replace(/=+$/, '') === digest.toString('base64url'),
      digest.toString('base64url'),
      sha256,
    )
  }
  return findings
}

// What "thumbprint" leaves open for x5t: implementations encode the digest itself or its hexadecimal form.
function spellings(digest: Buffer): string[] {
  const hex = digest.toString('hex')
  return [digest.toString('base64url'), digest.toString('base64'), hex, hex.toUpperCase()].flatMap((text) => [
    text,
    ...(text === hex || text === hex.toUpperCase()
      ? [Buffer.from(text).toString('base64url'), Buffer.from(text).toString('base64')]
      : []),
  ])
}

// kty and crv may be missing (which members a key must have is not shown): the members that are there tell.
function publicKey(key: JsonObject): KeyObject | 'unusable' | null {
  const { n, e, x, y } = key
  const kty = typeof key.kty === 'string' ? key.kty : null
  let jwk: JsonWebKey
  if (typeof n === 'string' && typeof e === 'string') jwk = { kty: kty ?? 'RSA', n, e }
  else if (typeof x === 'string' && typeof y === 'string')
    jwk = { kty: kty ?? 'EC', crv: curveOf(key, x), x, y }
  else return null
  if (![jwk.n, jwk.e, jwk.x, jwk.y].every(isBase64url)) return 'unusable'
  try {
    const material = createPublicKey({ key: jwk, format: 'jwk' })
    const modulusBits = material.asymmetricKeyDetails?.modulusLength
    return modulusBits !== undefined && modulusBits < 512 ? 'unusable' : material
  } catch {
    return 'unusable'
  }
}

// What Node decodes leniently: bits beyond the last byte, and characters of another alphabet, are none of a number's.
function isBase64url(text: string | undefined): boolean {
  if (text === undefined) return true
  const bare = text.replace(/=+$/, '')
  return Buffer.from(bare, 'base64url').toString('base64url') === bare
}

const curves: Readonly<Record<number, string>> = { 32: 'P-256', 48: 'P-384', 66: 'P-521' }

function curveOf(key: JsonObject, x: string): string {
  if (typeof key.crv === 'string') return key.crv
  return curves[Buffer.from(x, 'base64url').length] ?? 'P-256'
}

function describeMaterial(key: JsonObject): string {
  return `key ${String(key.kid)}: ${['kty', 'crv', 'n', 'e', 'x', 'y']
    .filter((name) => key[name] !== undefined)
    .map((name) => `${name} ${String(key[name]).slice(0, 24)}`)
    .join(', ')}`
}

function certificate(encoded: unknown): X509Certificate | null {
  // RFC 7517, 4.7: base64, not base64url.
  if (typeof encoded !== 'string' || !/^[A-Za-z0-9+/\s]+=*\s*$/.test(encoded)) return null
  // RFC 4648, 3.2: padding may not be left out.
  if (encoded.replace(/\s/g, '').length % 4 !== 0) return null
  try {
    return new X509Certificate(Buffer.from(encoded, 'base64'))
  } catch {
    return null
  }
}
