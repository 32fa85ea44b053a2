// Creates a server certificate and its CA (RFC 5280; docs/decisions/0004-reference-tenant.md).
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { unguessable } from '../../base/chance.ts'
import { isoTime, nowMs } from '../../base/clock.ts'
import { bits, element, integer, objectId, octets, sequence, set, utcTime, utf8, yes } from './der.ts'

export interface MadeCertificate {
  /** The server's certificate, then the CA's certificate. */
  readonly certificate: string
  readonly key: string
  /** The CA's certificate as PEM text. The CA's private key is discarded. */
  readonly authority: string
}

const hourMs = 3_600_000
// Some clients reject certificates with a longer validity.
const validMs = 397 * 24 * hourMs

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))

interface Subject {
  readonly name: string
  readonly publicKey: KeyObject
}

export function makeCertificate(hosts: readonly string[]): MadeCertificate {
  const [authority, server] = [generateKeyPairSync('ec', curve), generateKeyPairSync('ec', curve)]
  // The name is unique, because a trust store can contain the CAs of several mocks.
  const issuer: Subject = {
    name: `Authority ${unguessable(4)} of tenant-conformance serve`,
    publicKey: authority.publicKey,
  }
  const subject: Subject = { name: 'tenant-conformance serve', publicKey: server.publicKey }
  const issue = (of: Subject, extensions: readonly Buffer[]): string =>
    pem(certified(of, issuer, extensions, authority.privateKey))
  const authorityText = issue(issuer, [
    extension('2.5.29.19', sequence(yes), true),
    // Key usage keyCertSign.
    extension('2.5.29.15', bits(Buffer.from([0x04]), 2), true),
  ])
  const certificate = issue(subject, [
    extension('2.5.29.19', sequence(), true),
    // Key usage digitalSignature.
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    // Extended key usage serverAuth.
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...hosts.map(alternativeName))),
  ])
  return {
    certificate: certificate + authorityText,
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    authority: authorityText,
  }
}

const curve = { namedCurve: 'P-256' }

function certified(
  subject: Subject,
  issuer: Subject,
  extensions: readonly Buffer[],
  issuerKey: KeyObject,
): Buffer {
  const [from, until] = [nowMs() - hourMs, nowMs() + validMs].map((ms) => utcTime(isoTime(ms)))
  const toBeSigned = sequence(
    // RFC 5280 encodes version 3 as 2.
    element(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from(`01${unguessable(15)}`, 'hex')),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(...[from, until].flatMap((time) => time ?? [])),
    nameOf(subject),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    element(
      0xa3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octets(keyId(subject))),
        extension('2.5.29.35', sequence(element(0x80, keyId(issuer)))),
      ),
    ),
  )
  return sequence(toBeSigned, ecdsaWithSha256, bits(sign('sha256', toBeSigned, issuerKey)))
}

function nameOf({ name }: Subject): Buffer {
  return sequence(set(sequence(objectId('2.5.4.3'), utf8(name))))
}

function keyId({ publicKey }: Subject): Buffer {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20)
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(objectId(id), ...(critical ? [yes] : []), octets(value))
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? element(0x82, Buffer.from(host)) : element(0x87, addressBytes(host))
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // The URL parser shortens IPv6 addresses by "::".
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
