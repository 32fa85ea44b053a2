// Tests the public key of the first certificate, and the thumbprints of this certificate.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { judgeKey } from './key-material.ts'
import {
  certificateOf,
  ec,
  ed25519,
  ed25519Certificate,
  leafCertificate,
  of,
  rootCertificate,
  rsa,
  rsaCertificate,
  verdicts,
  without,
  withUnknownKey,
} from './keys.testing.ts'

describe('the key of the certificate', () => {
  test('equals the key', () => {
    for (const [key, certificate] of [
      [rsa, rsaCertificate],
      [ec, leafCertificate],
      [without(ec, 'kty', 'crv'), leafCertificate],
      [ed25519, ed25519Certificate],
    ] as const)
      expect(of('certificate-key', { ...key, x5c: [certificate] })).toEqual({
        clause: 'certificate-key',
        problem: null,
        pointers: ['/x5c'],
      })
  })

  test('differs from another key', () => {
    for (const certificate of [rootCertificate, rsaCertificate])
      expect(of('certificate-key', { ...ec, kid: 'a', x5c: [certificate] })).toEqual({
        clause: 'certificate-key',
        problem: {
          says: 'The certificate of key a contains another public key.',
          expected: 'a certificate with the public key of this key',
          received: 'another public key in the certificate of key a',
        },
        pointers: ['/x5c'],
      })
  })

  test('is that of the first certificate', () => {
    expect(verdicts({ ...ec, x5c: [leafCertificate, rootCertificate] })['certificate-key']).toBe(true)
    expect(verdicts({ ...ec, x5c: [rootCertificate, leafCertificate] })['certificate-key']).toBe(false)
  })

  test('is not compared without key material', () => {
    expect(verdicts({ x5c: [leafCertificate] })).toEqual({ certificates: true })
    expect(verdicts({ x: ec.x ?? '', kty: 'EC', x5c: [leafCertificate] })).toEqual({
      'key-material': false,
      certificates: true,
    })
  })

  test('is not compared if it cannot be read', () => {
    const x5c = [withUnknownKey(leafCertificate)]
    expect(verdicts({ ...ec, x5c })).toEqual({ 'key-material': true, certificates: true })
  })
})

describe('thumbprints', () => {
  const der = Buffer.from(leafCertificate, 'base64')
  const sha1 = createHash('sha1').update(der).digest()
  const sha256 = createHash('sha256').update(der).digest()
  const x5c = [leafCertificate, rootCertificate]
  const hex = sha1.toString('hex')
  const encoded = (text: string, encoding: 'base64' | 'base64url') => Buffer.from(text).toString(encoding)

  test.each([
    ['base64url', sha1.toString('base64url')],
    ['base64', sha1.toString('base64')],
    ['hexadecimal', hex],
    ['hexadecimal in capitals', hex.toUpperCase()],
    ['hexadecimal in base64url', encoded(hex, 'base64url')],
    ['hexadecimal in base64', encoded(hex, 'base64')],
    ['hexadecimal in capitals, in base64url', encoded(hex.toUpperCase(), 'base64url')],
    ['hexadecimal in capitals, in base64', encoded(hex.toUpperCase(), 'base64')],
  ])('x5t is the SHA-1 of the first certificate in %s', (_name, x5t) => {
    expect(of('thumbprint-sha1', { x5c, x5t })).toEqual({
      clause: 'thumbprint-sha1',
      problem: null,
      pointers: ['/x5t'],
    })
  })

  test.each([
    ['empty text', ''],
    ['the digest of the base64 text', createHash('sha1').update(leafCertificate).digest('base64url')],
    [
      'that of the second certificate',
      createHash('sha1').update(certificateOf(rootCertificate).raw).digest('hex'),
    ],
    ['a SHA-256 digest', sha256.toString('base64url')],
    ['base64 of its base64', encoded(sha1.toString('base64url'), 'base64url')],
    ['a part of it', hex.slice(0, 20)],
  ])('x5t is not %s', (_name, x5t) => {
    expect(of('thumbprint-sha1', { x5c, x5t })).toEqual({
      clause: 'thumbprint-sha1',
      problem: {
        says: 'x5t of a key without kid is not the SHA-1 of its certificate.',
        expected: sha1.toString('base64url'),
        received: x5t,
      },
      pointers: ['/x5t'],
    })
  })

  test.each([
    ['as base64url', sha256.toString('base64url'), true],
    ['with its padding', `${sha256.toString('base64url')}=`, true],
    ['with more padding than there is', `${sha256.toString('base64url')}==`, false],
    ['with padding inside', `=${sha256.toString('base64url')}`, false],
    ['in hexadecimal', sha256.toString('hex'), false],
    ['a SHA-1 digest', sha1.toString('base64url'), false],
    ['of the base64 text', createHash('sha256').update(leafCertificate).digest('base64url'), false],
    ['empty', '', false],
  ])('x5t#S256 %s: %s', (_name, text, sound) => {
    expect(of('thumbprint-sha256', { x5c, 'x5t#S256': text })).toEqual({
      clause: 'thumbprint-sha256',
      problem: sound
        ? null
        : {
            says: 'x5t#S256 of a key without kid is not the SHA-256 of its certificate.',
            expected: sha256.toString('base64url'),
            received: text,
          },
      pointers: ['/x5t#S256'],
    })
  })

  test('are not compared without a certificate', () => {
    expect(judgeKey({ x5t: hex, 'x5t#S256': 'a' })).toEqual([])
    expect(verdicts({ x5c: ['!', leafCertificate], x5t: hex })).toEqual({ certificates: false })
    expect(verdicts({ x5c, x5t: 7, 'x5t#S256': null })).toEqual({
      certificates: true,
      'certificate-chain': true,
    })
  })
})
