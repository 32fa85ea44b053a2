// Judges the members x5u, x5c, x5t and x5t#S256 of a key (RFC 7517, sections 4.6 to 4.9).
import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { type JsonObject, type Observation, parsedUrl } from '../../src/suite.ts'
import { observed, titleOf } from './observation.ts'

/** @param material the public key, or the reason why the members of the key form no public key */
export function judgeCertificates(
  key: JsonObject,
  material: KeyObject | string | null,
): readonly Observation[] {
  const observations: Observation[] = []
  const title = titleOf(key)
  const observe = (...observation: Parameters<typeof observed>): void => {
    observations.push(observed(...observation))
  }
  if (typeof key.x5u === 'string')
    observe('certificate-url', ['x5u'], isSecure(parsedUrl(key.x5u)), {
      says: `x5u of ${title} is not a URL with a secure protocol (such as https).`,
      expected: 'an absolute URL with a secure protocol (such as https)',
      received: key.x5u.slice(0, 200),
    })

  const chain = Array.isArray(key.x5c) ? key.x5c : []
  const certificates = chain.map(certificate)
  if (Array.isArray(key.x5c))
    observe('certificates', ['x5c'], chain.length > 0 && certificates.every((item) => item !== null), {
      says: `x5c of ${title} contains ${chain.length === 0 ? 'no certificate' : 'an element that is not a certificate'}.`,
      expected: 'one or more X.509 certificates, encoded in base64',
      received:
        chain.length === 0
          ? `an empty x5c in ${title}`
          : `an element of x5c in ${title} that is not a certificate`,
    })
  const readable = certificates.filter((item) => item !== null)
  if (readable.length > 1 && readable.length === certificates.length)
    observe(
      'certificate-chain',
      ['x5c'],
      readable.every((item, index) => certifiedBy(item, readable[index + 1] ?? null)),
      {
        says: `x5c of ${title} contains a certificate that the next certificate did not sign.`,
        expected: 'each certificate signed by the next certificate',
        received: `a certificate in ${title} that the next certificate did not sign`,
      },
    )
  const leaf = certificates[0] ?? null
  if (leaf === null) return observations

  const certified = publicKeyOf(leaf)
  if (typeof material === 'object' && material !== null && certified !== null)
    observe('certificate-key', ['x5c'], certified.equals(material), {
      says: `The certificate of ${title} contains another public key.`,
      expected: 'a certificate with the public key of this key',
      received: `another public key in the certificate of ${title}`,
    })
  if (typeof key.x5t === 'string') {
    const digest = createHash('sha1').update(leaf.raw).digest()
    observe('thumbprint-sha1', ['x5t'], spellings(digest).includes(key.x5t), {
      says: `x5t of ${title} is not the SHA-1 of its certificate.`,
      expected: digest.toString('base64url'),
      received: key.x5t,
    })
  }
  const sha256 = key['x5t#S256']
  if (typeof sha256 === 'string') {
    const digest = createHash('sha256').update(leaf.raw).digest()
    observe('thumbprint-sha256', ['x5t#S256'], sha256.replace(/=$/, '') === digest.toString('base64url'), {
      says: `x5t#S256 of ${title} is not the SHA-256 of its certificate.`,
      expected: digest.toString('base64url'),
      received: sha256,
    })
  }
  return observations
}

// RFC 7517, section 4.8, requires the digest in base64url. Some services encode hexadecimal digits instead.
function spellings(digest: Buffer): string[] {
  const hex = digest.toString('hex')
  return [digest, Buffer.from(hex), Buffer.from(hex.toUpperCase())]
    .flatMap((bytes) => [bytes.toString('base64url'), bytes.toString('base64')])
    .concat(hex, hex.toUpperCase())
}

function certificate(encoded: unknown): X509Certificate | null {
  if (typeof encoded !== 'string' || !/^[A-Za-z0-9+/\s]+=*\s*$/.test(encoded)) return null
  // RFC 7517, section 4.7, requires base64, with padding (RFC 4648, section 3.2).
  if (encoded.replace(/\s/g, '').length % 4 !== 0) return null
  const bytes = Buffer.from(encoded, 'base64')
  try {
    const read = new X509Certificate(bytes)
    // Node also accepts PEM and ignores bytes after the certificate.
    return read.raw.equals(bytes) ? read : null
  } catch {
    return null
  }
}

function isSecure(url: URL | null): boolean {
  return url !== null && url.protocol !== 'http:'
}

/** Returns null if Node does not support the algorithm of the key. */
function publicKeyOf(item: X509Certificate): KeyObject | null {
  try {
    return item.publicKey
  } catch {
    return null
  }
}

// Node's checkIssued does not verify the signature.
function certifiedBy(item: X509Certificate, issuer: X509Certificate | null): boolean {
  if (issuer === null) return true
  const key = publicKeyOf(issuer)
  return key === null ? item.issuer === issuer.subject : item.checkIssued(issuer) && item.verify(key)
}
