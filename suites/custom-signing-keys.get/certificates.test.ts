// Tests x5u and x5c of keys: certificates and chains of certificates.
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { judgeKey } from './key-material.ts'
import {
  certificateOf,
  ec,
  ed25519Certificate,
  impostorCertificate,
  leafCertificate,
  of,
  rootCertificate,
  rsaCertificate,
  verdicts,
  withUnknownKey,
} from './keys.testing.ts'

describe('the address of a certificate', () => {
  const problem = (x5u: Json) => of('certificate-url', { x5u })

  test('must be an absolute URL', () => {
    const pointers = ['/x5u']
    expect(problem('https://a.example/c.pem')).toEqual({ clause: 'certificate-url', problem: null, pointers })
    expect(problem('/c.pem')).toEqual({
      clause: 'certificate-url',
      problem: {
        says: 'x5u of a key without kid is not a URL with a secure protocol (such as https).',
        expected: 'an absolute URL with a secure protocol (such as https)',
        received: '/c.pem',
      },
      pointers,
    })
    expect(problem('')?.problem?.received).toBe('')
    expect(problem('http://a.example/c.pem')?.problem?.received).toBe('http://a.example/c.pem')
    expect(problem('/'.repeat(201))?.problem?.received).toBe('/'.repeat(200))
  })

  test('leaves other types to the clause of the type', () => {
    expect(judgeKey({ x5u: null })).toEqual([])
    expect(judgeKey({ x5u: ['https://a.example/'] })).toEqual([])
  })
})

describe('certificates', () => {
  const certificates = (...x5c: readonly Json[]) => verdicts({ x5c })

  test('accepts base64 of DER with any white space', () => {
    expect(of('certificates', { x5c: [leafCertificate] })).toEqual({
      clause: 'certificates',
      problem: null,
      pointers: ['/x5c'],
    })
    expect(certificates(`${leafCertificate.replace(/.{64}/g, '$&\r\n')}\n`)).toEqual({ certificates: true })
  })

  const der = Buffer.from(leafCertificate, 'base64')
  test.each<[string, Json]>([
    ['a number', 7],
    ['null', null],
    ['empty text', ''],
    ['PEM', certificateOf(leafCertificate).toString()],
    [
      'PEM that is encoded once more',
      Buffer.from(certificateOf(leafCertificate).toString()).toString('base64'),
    ],
    ['base64url', der.toString('base64url')],
    ['base64url with its padding', `${der.toString('base64url')}${'='.repeat((3 - (der.length % 3)) % 3)}`],
    ['a certificate that is cut', der.subarray(0, -40).toString('base64')],
    ['a certificate with something after it', Buffer.concat([der, Buffer.from('xyz')]).toString('base64')],
    ['base64 of something else', Buffer.from('not a certificate').toString('base64')],
    ['a character of no alphabet before it', `!${leafCertificate}`],
    ['a character of no alphabet after it', `${leafCertificate}!`],
  ])('%s is no certificate', (_name, item) => {
    const problem = {
      says: 'x5c of key a contains an element that is not a certificate.',
      expected: 'one or more X.509 certificates, encoded in base64',
      received: 'an element of x5c in key a that is not a certificate',
    }
    expect(judgeKey({ kid: 'a', x5c: [item] })).toEqual([
      { clause: 'certificates', problem, pointers: ['/x5c'] },
    ])
    // The last certificate is wrong, but the first certificate contains the key.
    expect(verdicts({ ...ec, x5c: [leafCertificate, item] })).toEqual({
      'key-material': true,
      certificates: false,
      'certificate-key': true,
    })
    expect(certificates(item, leafCertificate)).toEqual({ certificates: false })
    expect(certificates(leafCertificate, rootCertificate, item)).toEqual({ certificates: false })
  })

  test('base64 needs padding', () => {
    const encoded = [leafCertificate, rootCertificate, ed25519Certificate, rsaCertificate].find((text) =>
      text.endsWith('='),
    )
    expect(encoded).toBeDefined()
    expect(certificates(encoded ?? '')).toEqual({ certificates: true })
    expect(certificates((encoded ?? '').replace(/=+$/, ''))).toEqual({ certificates: false })
  })

  test('an empty x5c contains no certificate', () => {
    expect(of('certificates', { kid: 'a', x5c: [] })?.problem?.received).toBe('an empty x5c in key a')
  })

  test('leaves x5c that is not an array to the clause of the type', () => {
    expect(judgeKey({ x5c: leafCertificate })).toEqual([])
    expect(judgeKey({ x5c: { 0: leafCertificate } })).toEqual([])
  })
})

describe('a chain', () => {
  const chain = (...x5c: readonly string[]) => of('certificate-chain', { kid: 'a', x5c })
  const pointers = ['/x5c']

  test('the next certificate certifies each one', () => {
    expect(chain(leafCertificate, rootCertificate)).toEqual({
      clause: 'certificate-chain',
      problem: null,
      pointers,
    })
    expect(chain(leafCertificate, rootCertificate, rootCertificate)?.problem).toBeNull()
    expect(chain(leafCertificate)).toBeUndefined()
  })

  test('if the key of an issuer cannot be read, its name must match', () => {
    expect(chain(leafCertificate, withUnknownKey(rootCertificate))?.problem).toBeNull()
    expect(chain(rsaCertificate, withUnknownKey(rootCertificate))?.problem).not.toBeNull()
  })

  test.each([
    ['the issuer first', [rootCertificate, leafCertificate]],
    ['certificates that have nothing to do with each other', [leafCertificate, rsaCertificate]],
    ['a break at its end', [leafCertificate, rootCertificate, rsaCertificate]],
    ['a break at its begin', [rsaCertificate, leafCertificate, rootCertificate]],
    ['an issuer of the same name, but of another key', [leafCertificate, impostorCertificate]],
  ])('%s is no chain', (_name, x5c) => {
    expect(chain(...x5c)).toEqual({
      clause: 'certificate-chain',
      problem: {
        says: 'x5c of key a contains a certificate that the next certificate did not sign.',
        expected: 'each certificate signed by the next certificate',
        received: 'a certificate in key a that the next certificate did not sign',
      },
      pointers,
    })
  })
})
