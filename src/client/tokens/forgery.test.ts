// Forged tokens: each differs from the genuine one in the one point it is named for, and a verifier refuses it.
import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { SecretMask } from '../../base/secret-mask.ts'
import { forgeries, sameLength } from './forgery.ts'
import { decodeToken, expiryOf } from './jwt.ts'
import { maskToken } from './token-mask.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const genuine = await new SignJWT({ scope: 'read:a', sub: 'me@clients' })
  .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT' })
  .setExpirationTime(4_000_000_000)
  .sign(privateKey)

function forged(name: string): string {
  return (
    forgeries(genuine)
      .find((forgery) => forgery.name === name)
      ?.token.reveal() ?? ''
  )
}

test('every forgery is refused by a verifier that accepts the genuine token', async () => {
  expect((await jwtVerify(genuine, publicKey)).payload.sub).toBe('me@clients')
  const all = forgeries(genuine)
  expect(forgeries(genuine)).toBe(all)
  expect(all.map(({ name }) => name)).toEqual([
    'not-a-jwt',
    'altered-signature',
    'altered-payload',
    'alg-none',
    'other-key',
  ])
  for (const { token } of all) await expect(jwtVerify(token.reveal(), publicKey)).rejects.toThrow()
})

test('an altered signature has other bytes, whatever its first character', () => {
  for (const first of ['A', 'B', '_', '-', '9']) {
    const token = `${genuine.split('.').slice(0, 2).join('.')}.${first}AAA`
    const signature =
      forgeries(token)
        .find(({ name }) => name === 'altered-signature')
        ?.token.reveal()
        .split('.')[2] ?? ''
    expect(Buffer.from(signature, 'base64url')).not.toEqual(Buffer.from(`${first}AAA`, 'base64url'))
  }
})

test('the others keep what they do not alter', () => {
  const [header, payload, signature] = genuine.split('.')
  expect(forged('altered-signature')).toContain(`${header}.${payload}.`)
  expect(forged('altered-payload').split('.')).toMatchObject([header, expect.anything(), signature])
  expect(decodeToken(forged('altered-payload'))?.payload).toMatchObject({
    scope: 'read:a forged:scope',
    exp: 4_000_000_000,
  })
  expect(decodeToken(forged('alg-none'))).toMatchObject({
    header: { alg: 'none', kid: 'k1' },
    parts: [expect.anything(), payload, ''],
  })
  expect(decodeToken(forged('other-key'))).toMatchObject({
    header: { alg: 'RS256', kid: 'k1' },
    payload: { sub: 'me@clients' },
  })
  expect(forged('not-a-jwt')).toMatch(/^not-a-jwt-[0-9a-f]{32}$/)
})

test('of an opaque token only the forgeries that need no claims are made', () => {
  const made = forgeries('0123456789abc')
  expect(made.map(({ name }) => name)).toEqual(['not-a-jwt', 'random'])
  expect(made[1]?.token.reveal()).toMatch(/^[0-9a-f]{13}$/)
  expect(sameLength('abc')).toHaveLength(3)
})

test('what is no JWT is not decoded', () => {
  for (const text of ['', 'a', 'a.b', 'a.b.c', 'e30.W10.x', `${genuine}.more`, `${genuine.split('.')[0]}..x`])
    expect(decodeToken(text)).toBeNull()
  expect(expiryOf(genuine)).toBe(4_000_000_000_000)
  expect(expiryOf('opaque')).toBeNull()
})

test('once a token is masked, no forgery of it shows its claims or all but one character of its signature', () => {
  const mask = new SecretMask()
  maskToken(mask, genuine)
  const [, payload = '', signature = ''] = genuine.split('.')
  for (const name of ['altered-signature', 'altered-payload', 'alg-none', 'other-key']) {
    const shown = mask.mask(`Authorization: Bearer ${forged(name)}`)
    expect(shown).toContain('[redacted]')
    expect(shown).not.toContain(payload)
    expect(shown).not.toContain(signature.slice(1))
  }
  expect(mask.mask(forged('not-a-jwt'))).toMatch(/^not-a-jwt-[0-9a-f]{32}$/)
})
