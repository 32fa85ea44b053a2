// Tests the members n, e, x and y of keys.
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { judgeKey } from './key-material.ts'
import {
  curveKey,
  ec,
  ed25519,
  octetKey,
  of,
  rsa,
  rsaCertificate,
  shortKey,
  verdicts,
  without,
} from './keys.testing.ts'

test('a key without members gives no observation', () => {
  expect(judgeKey({})).toEqual([])
  expect(judgeKey({ kid: 'a', use: 'sig', kty: 'RSA', crv: 'P-256' })).toEqual([])
  expect(judgeKey({ x5t: 'a', 'x5t#S256': 'b' })).toEqual([])
})

describe('key material', () => {
  const material = (key: JsonObject): boolean | undefined => verdicts(key)['key-material']

  test('an observation names the existing members', () => {
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
  ])('%s forms a key, with kty and without', (name, key) => {
    expect(material(key)).toBe(true)
    expect(material(without(key, 'kty'))).toBe(true)
    // secp256k1 and P-256 have coordinates of the same length, so the length does not show the curve.
    if (name !== 'secp256k1') expect(material(without(key, 'kty', 'crv'))).toBe(true)
  })

  test('leaves kty and crv that are not text to the clause of the type', () => {
    expect(material({ ...rsa, kty: 1 })).toBe(true)
    expect(material({ ...ec, kty: null, crv: 7 })).toBe(true)
    expect(material({ ...ed25519, kty: [], crv: {} })).toBe(true)
  })

  test.each(['n', 'e', 'x', 'y'])('leaves %s that is not text to the clause of the type', (name) => {
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
    expect(observation?.problem?.received).toMatch(/: one member of the pair .* is missing$/)
  })

  const noBase64url = (name: string): string => `${name} is not base64url`
  const noKey = 'the members do not form a public key'
  test.each<[string, JsonObject, string]>([
    ['a point that is not on its curve', { ...ec, y: ec.x ?? '' }, noKey],
    [
      'a coordinate that is cut',
      { ...ec, x: String(ec.x).slice(0, 20) },
      'x has 15 bytes, but the curve P-256 needs 32',
    ],
    [
      'coordinates of another curve',
      { ...curveKey('P-384'), crv: 'P-256' },
      'x has 48 bytes, but the curve P-256 needs 32',
    ],
    ['a curve that is unknown', { ...ec, crv: 'P-1' }, noKey],
    ['coordinates of no known size', { x: 'AQAB', y: 'AQAB' }, 'x has 3 bytes, but the curve P-256 needs 32'],
    ['RSA members of an EC key', { ...rsa, kty: 'EC' }, noKey],
    ['EC members of an RSA key', { ...ec, kty: 'RSA' }, noKey],
    ['an octet key that is cut', { ...ed25519, x: String(ed25519.x).slice(0, 20) }, noKey],
    ['an octet key that is cut, without kty', { crv: 'Ed25519', x: 'AQAB' }, noKey],
    ['an octet key of no known size, without a curve', { kty: 'OKP', x: 'AQAB' }, noKey],
    ['an empty modulus', { ...rsa, n: '' }, 'the modulus has 0 bits'],
    ['an empty exponent', { ...rsa, e: '' }, 'the exponent is 0'],
    ['an exponent of 1', { ...rsa, e: 'AQ' }, 'the exponent is 1'],
    ['an even exponent', { ...rsa, e: 'AQAC' }, 'the exponent is 65538'],
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
    expect(verdicts({ ...key, x5c: [rsaCertificate] })).toEqual({ 'key-material': false, certificates: true })
  })

  test('accepts a coordinate without its leading zero', () => {
    expect(material(shortKey)).toBe(true)
    expect(material(without(shortKey, 'kty', 'crv'))).toBe(true)
  })

  test('accepts padding', () => {
    expect(material({ ...rsa, n: `${rsa.n}==` })).toBe(true)
    expect(material({ ...ec, x: `${ec.x}=` })).toBe(true)
  })

  test('the lowest exponent is 3', () => {
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

  test('shows the received key, with long members cut', () => {
    const received = (key: JsonObject): string | undefined => of('key-material', key)?.problem?.received
    expect(received({ kid: 'a', kty: 'EC', crv: 'P-1', x: 'AQAB', y: 'A'.repeat(28) })).toBe(
      `key a: kty EC, crv P-1, x AQAB, y ${'A'.repeat(24)}: the members do not form a public key`,
    )
    expect(received({ kid: 7, e: 'AQAB' })).toBe(
      'key 7: e AQAB: one member of the pair (n and e, or x and y) is missing',
    )
    expect(received({ n: 'AQAB' })).toBe(
      'a key without kid: n AQAB: one member of the pair (n and e, or x and y) is missing',
    )
  })
})
