// Keys and certificates as tenants publish them: what is sound, what is not, and what is nothing to judge.
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import type { Observation } from '../../src/suite.ts'
import {
  ed25519Certificate,
  impostorCertificate,
  leafCertificate,
  rootCertificate,
  rsaCertificate,
  shortKey,
} from './custom-signing-keys.testing.ts'
import { judgeKey } from './custom-signing-keys.ts'

const certificateOf = (encoded: string): X509Certificate =>
  new X509Certificate(Buffer.from(encoded, 'base64'))
const keyIn = (encoded: string): JsonObject =>
  certificateOf(encoded).publicKey.export({ format: 'jwk' }) as JsonObject
const curveKey = (namedCurve: string): JsonObject =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }) as JsonObject
const octetKey = (type: 'x25519' | 'x448' | 'ed448'): JsonObject => {
  // One overload for each type, none for their union.
  const pair = generateKeyPairSync(type as 'x25519')
  return pair.publicKey.export({ format: 'jwk' }) as JsonObject
}

const rsa = keyIn(rsaCertificate)
const ec = keyIn(leafCertificate)
const ed25519 = keyIn(ed25519Certificate)
const without = (key: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(key).filter(([name]) => !names.includes(name)))

/** The certificate with a key of an algorithm that nothing knows. */
const withUnknownKey = (encoded: string): string => {
  const bytes = Buffer.from(encoded, 'base64').toString('hex')
  return Buffer.from(bytes.replace('06072a8648ce3d0201', '06072a8648ce3d027f'), 'hex').toString('base64')
}

/** The clauses that `key` satisfies, and those that it does not, in order. */
const verdicts = (key: JsonObject): Readonly<Record<string, boolean>> =>
  Object.fromEntries(judgeKey(key).map(({ clause, problem }) => [clause, problem === null]))

const of = (clause: string, key: JsonObject): Observation | undefined =>
  judgeKey(key).find((observation) => observation.clause === clause)

test('a key that carries nothing gives no observation', () => {
  expect(judgeKey({})).toEqual([])
  expect(judgeKey({ kid: 'a', use: 'sig', kty: 'RSA', crv: 'P-256' })).toEqual([])
  expect(judgeKey({ x5t: 'a', 'x5t#S256': 'b' })).toEqual([])
})

describe('key material', () => {
  const material = (key: JsonObject): boolean | undefined => verdicts(key)['key-material']

  test('an observation names the members that were there', () => {
    const observed = (key: JsonObject) => of('key-material', key)
    expect(observed(rsa)).toEqual({ clause: 'key-material', problem: null, pointers: ['/n', '/e'] })
    expect(observed(ec)).toEqual({ clause: 'key-material', problem: null, pointers: ['/x', '/y'] })
    expect(observed(ed25519)).toEqual({ clause: 'key-material', problem: null, pointers: ['/x'] })
  })

  test.each<[string, JsonObject]>([
    ['RSA', rsa],
    ['P-256', ec],
    ['P-384', curveKey('P-384')],
    ['P-521', curveKey('P-521')],
    ['secp256k1', curveKey('secp256k1')],
    ['Ed25519', ed25519],
    ['Ed448', octetKey('ed448')],
    ['X25519', octetKey('x25519')],
    ['X448', octetKey('x448')],
  ])('%s is sound, with kty and without', (name, key) => {
    expect(material(key)).toBe(true)
    expect(material(without(key, 'kty'))).toBe(true)
    // The size of x tells the curve, but for the second of one size.
    if (name !== 'secp256k1') expect(material(without(key, 'kty', 'crv'))).toBe(true)
  })

  test('kty and crv that are not text are left to the clause of their type', () => {
    expect(material({ ...rsa, kty: 1 })).toBe(true)
    expect(material({ ...ec, kty: null, crv: 7 })).toBe(true)
    expect(material({ ...ed25519, kty: [], crv: {} })).toBe(true)
  })

  test.each(['n', 'e', 'x', 'y'])('%s that is not text is left to the clause of its type', (name) => {
    for (const value of [65_537, null, ['AQAB']] satisfies Json[]) {
      expect(material({ [name]: value })).toBeUndefined()
      expect(material({ ...(name in rsa ? rsa : ec), [name]: value })).toBeUndefined()
    }
  })

  test.each<[string, JsonObject]>([
    ['n alone', without(rsa, 'e')],
    ['e alone', without(rsa, 'n')],
    ['n beside x and y', { ...ec, n: rsa.n ?? '' }],
    ['e beside x and y', { ...ec, e: 'AQAB' }],
    ['y alone', without(ec, 'x')],
    ['x alone, of EC', without(ec, 'y')],
    ['x alone, of a curve with y', without(ec, 'y', 'kty')],
    ['x alone, of RSA', { kty: 'RSA', x: ed25519.x ?? '' }],
    ['x alone, of no known size', { x: 'AQAB' }],
    ['x alone, of an unknown curve', { x: ed25519.x ?? '', crv: 'Ed1' }],
  ])('%s is half a key', (_name, key) => {
    const observation = of('key-material', key)
    expect(observation?.problem?.expected).toBe('members that form a public key')
    expect(observation?.problem?.received).toMatch(/: the other half is missing$/)
  })

  const noBase64url = (name: string): string => `${name} is not base64url`
  const noKey = 'its members form none'
  test.each<[string, JsonObject, string]>([
    ['a point that is not on its curve', { ...ec, y: ec.x ?? '' }, noKey],
    ['a coordinate that is cut', { ...ec, x: String(ec.x).slice(0, 20) }, 'x is 15 bytes, P-256 needs 32'],
    ['coordinates of another curve', { ...curveKey('P-384'), crv: 'P-256' }, 'x is 48 bytes, P-256 needs 32'],
    ['a curve that is unknown', { ...ec, crv: 'P-1' }, noKey],
    ['coordinates of no known size', { x: 'AQAB', y: 'AQAB' }, 'x is 3 bytes, P-256 needs 32'],
    ['RSA members of an EC key', { ...rsa, kty: 'EC' }, noKey],
    ['EC members of an RSA key', { ...ec, kty: 'RSA' }, noKey],
    ['an octet key that is cut', { ...ed25519, x: String(ed25519.x).slice(0, 20) }, noKey],
    ['an octet key that is cut, without kty', { crv: 'Ed25519', x: 'AQAB' }, noKey],
    ['an octet key of no known size, without a curve', { kty: 'OKP', x: 'AQAB' }, noKey],
    ['an empty modulus', { ...rsa, n: '' }, 'its modulus has 0 bits'],
    ['an empty exponent', { ...rsa, e: '' }, 'its exponent is 0'],
    ['an exponent of 1', { ...rsa, e: 'AQ' }, 'its exponent is 1'],
    ['an even exponent', { ...rsa, e: 'AQAC' }, 'its exponent is 65538'],
    ['base64 instead of base64url', { ...rsa, e: '+/+/' }, noBase64url('e')],
    ['a character of no alphabet', { ...rsa, n: `${rsa.n}!` }, noBase64url('n')],
    ['a line break', { ...rsa, e: 'AQ\nAB' }, noBase64url('e')],
    ['padding inside', { ...rsa, e: 'AQ==AQAA' }, noBase64url('e')],
    ['bits beyond the last byte', { ...rsa, e: 'AQB' }, noBase64url('e')],
    ['one member of four that is not base64url', { ...rsa, y: '+' }, noBase64url('y')],
  ])('%s forms no key', (_name, key, reason) => {
    const observation = of('key-material', key)
    expect(observation?.problem?.expected).toBe('members that form a public key')
    expect(observation?.problem?.received.split(': ').at(-1)).toBe(reason)
    expect(observation?.problem?.says).toMatch(/^(?:Key .*|A key without kid) forms no public key: .*\.$/)
    // Nothing is compared with what is no key.
    expect(verdicts({ ...key, x5c: [rsaCertificate] })).toEqual({ 'key-material': false, certificates: true })
  })

  test('a coordinate without its leading zero is left to the reader', () => {
    expect(material(shortKey)).toBe(true)
    expect(material(without(shortKey, 'kty', 'crv'))).toBe(true)
  })

  test('padding is left to the reader', () => {
    expect(material({ ...rsa, n: `${rsa.n}==` })).toBe(true)
    expect(material({ ...ec, x: `${ec.x}=` })).toBe(true)
  })

  test('the least exponent is 3', () => {
    expect(material({ ...rsa, e: 'Aw' })).toBe(true)
  })

  test('a modulus has at least 512 bits', () => {
    const modulus = (bits: number): string => {
      const bytes = Buffer.alloc(64, 0xff)
      bytes[0] = 0xff >> (512 - bits)
      return bytes.toString('base64url')
    }
    expect(material({ ...rsa, n: modulus(511) })).toBe(false)
    expect(material({ ...rsa, n: modulus(512) })).toBe(true)
  })

  test('what was received is shown, long members cut', () => {
    const received = (key: JsonObject): string | undefined => of('key-material', key)?.problem?.received
    expect(received({ kid: 'a', kty: 'EC', crv: 'P-1', x: 'AQAB', y: 'A'.repeat(28) })).toBe(
      `key a: kty EC, crv P-1, x AQAB, y ${'A'.repeat(24)}: its members form none`,
    )
    expect(received({ kid: 7, e: 'AQAB' })).toBe('key 7: e AQAB: the other half is missing')
    expect(received({ n: 'AQAB' })).toBe('a key without kid: n AQAB: the other half is missing')
  })
})

describe('the address of a certificate', () => {
  const problem = (x5u: Json) => of('certificate-url', { x5u })

  test('it is an absolute URL', () => {
    const pointers = ['/x5u']
    expect(problem('https://a.example/c.pem')).toEqual({ clause: 'certificate-url', problem: null, pointers })
    expect(problem('/c.pem')).toEqual({
      clause: 'certificate-url',
      problem: {
        says: 'x5u of a key without kid is not a URL that protects what it transfers.',
        expected: 'an absolute URL of a protocol that protects what it transfers',
        received: '/c.pem',
      },
      pointers,
    })
    expect(problem('')?.problem?.received).toBe('')
    // RFC 7517, 4.6: HTTP only with TLS.
    expect(problem('http://a.example/c.pem')?.problem?.received).toBe('http://a.example/c.pem')
    expect(problem('/'.repeat(201))?.problem?.received).toBe('/'.repeat(200))
  })

  test('what is not text is left to the clause of its type', () => {
    expect(judgeKey({ x5u: null })).toEqual([])
    expect(judgeKey({ x5u: ['https://a.example/'] })).toEqual([])
  })
})

describe('certificates', () => {
  const certificates = (...x5c: readonly Json[]) => verdicts({ x5c })

  test('base64 of DER is one, whatever space is in it', () => {
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
  ])('%s is not one', (_name, item) => {
    const problem = {
      says: 'x5c of key a holds something that is not a certificate.',
      expected: 'base64-encoded X.509 certificates, at least one',
      received: 'an element of x5c that is not one in key a',
    }
    expect(judgeKey({ kid: 'a', x5c: [item] })).toEqual([
      { clause: 'certificates', problem, pointers: ['/x5c'] },
    ])
    // Nor beside one that is: the chain is broken then, and the first one still holds the key.
    expect(verdicts({ ...ec, x5c: [leafCertificate, item] })).toEqual({
      'key-material': true,
      certificates: false,
      'certificate-key': true,
    })
    expect(certificates(item, leafCertificate)).toEqual({ certificates: false })
    expect(certificates(leafCertificate, rootCertificate, item)).toEqual({ certificates: false })
  })

  test('base64 is padded', () => {
    // A length that takes padding.
    const encoded = [leafCertificate, rootCertificate, ed25519Certificate, rsaCertificate].find((text) =>
      text.endsWith('='),
    )
    expect(encoded).toBeDefined()
    expect(certificates(encoded ?? '')).toEqual({ certificates: true })
    expect(certificates((encoded ?? '').replace(/=+$/, ''))).toEqual({ certificates: false })
  })

  test('an empty x5c holds none', () => {
    expect(of('certificates', { kid: 'a', x5c: [] })?.problem?.received).toBe('an empty x5c in key a')
  })

  test('x5c that is not an array is left to the clause of its type', () => {
    expect(judgeKey({ x5c: leafCertificate })).toEqual([])
    expect(judgeKey({ x5c: { 0: leafCertificate } })).toEqual([])
  })
})

describe('a chain', () => {
  const chain = (...x5c: readonly string[]) => of('certificate-chain', { kid: 'a', x5c })
  const pointers = ['/x5c']

  test('each certificate is certified by the next one', () => {
    expect(chain(leafCertificate, rootCertificate)).toEqual({
      clause: 'certificate-chain',
      problem: null,
      pointers,
    })
    expect(chain(leafCertificate, rootCertificate, rootCertificate)?.problem).toBeNull()
    expect(chain(leafCertificate)).toBeUndefined()
  })

  test('of an issuer whose key cannot be read here, the name must do', () => {
    expect(chain(leafCertificate, withUnknownKey(rootCertificate))?.problem).toBeNull()
    expect(chain(rsaCertificate, withUnknownKey(rootCertificate))?.problem).not.toBeNull()
  })

  test.each([
    ['the issuer first', [rootCertificate, leafCertificate]],
    ['certificates that have nothing to do with each other', [leafCertificate, rsaCertificate]],
    ['a break at its end', [leafCertificate, rootCertificate, rsaCertificate]],
    ['a break at its begin', [rsaCertificate, leafCertificate, rootCertificate]],
    ['an issuer of the same name, but of another key', [leafCertificate, impostorCertificate]],
  ])('%s is not one', (_name, x5c) => {
    expect(chain(...x5c)).toEqual({
      clause: 'certificate-chain',
      problem: {
        says: 'x5c of key a holds a certificate that the next one did not issue.',
        expected: 'each certificate certified by the next one',
        received: 'a certificate in key a that the next one did not issue',
      },
      pointers,
    })
  })
})

describe('the key of the certificate', () => {
  test('it is the key itself', () => {
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

  test('another key is not', () => {
    for (const certificate of [rootCertificate, rsaCertificate])
      expect(of('certificate-key', { ...ec, kid: 'a', x5c: [certificate] })).toEqual({
        clause: 'certificate-key',
        problem: {
          says: 'The certificate of key a is one for another public key.',
          expected: 'a certificate for this key',
          received: 'another public key in the certificate of key a',
        },
        pointers: ['/x5c'],
      })
  })

  test('it is that of the first certificate', () => {
    expect(verdicts({ ...ec, x5c: [leafCertificate, rootCertificate] })['certificate-key']).toBe(true)
    expect(verdicts({ ...ec, x5c: [rootCertificate, leafCertificate] })['certificate-key']).toBe(false)
  })

  test('without material there is nothing to compare', () => {
    expect(verdicts({ x5c: [leafCertificate] })).toEqual({ certificates: true })
    expect(verdicts({ x: ec.x ?? '', kty: 'EC', x5c: [leafCertificate] })).toEqual({
      'key-material': false,
      certificates: true,
    })
  })

  test('where it cannot be read here it is compared with nothing', () => {
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

  test('without a certificate there is nothing to compare', () => {
    expect(judgeKey({ x5t: hex, 'x5t#S256': 'a' })).toEqual([])
    expect(verdicts({ x5c: ['!', leafCertificate], x5t: hex })).toEqual({ certificates: false })
    expect(verdicts({ x5c, x5t: 7, 'x5t#S256': null })).toEqual({
      certificates: true,
      'certificate-chain': true,
    })
  })
})
