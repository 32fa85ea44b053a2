// Each forged token differs from a valid token in one point, and verifiers reject it.
import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, importX509, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { SecretMask } from '../../base/secret-mask.ts'
import { type ForgeryName, forgedToken, forgeryNames, isDerived } from './forgery.ts'
import { decodeToken, expiryOf } from './jwt.ts'
import { maskToken } from './token-mask.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const genuine = await new SignJWT({ scope: 'read:a', sub: 'me@clients' })
  .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT' })
  .setExpirationTime(4_000_000_000)
  .sign(privateKey)

const publicKeys = [`${await exportSPKI(publicKey)}\n`, 'another key\n']
const other = await new SignJWT({ scope: '', sub: 'somebody@clients' })
  .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT' })
  .sign(privateKey)
const forged = (name: ForgeryName, token = genuine): string =>
  forgedToken(name, token, { publicKeys, other })?.reveal() ?? ''
const [head, payload, signature = ''] = genuine.split('.')

test('every forgery is refused by a verifier that accepts the genuine token, and no two are the same', async () => {
  expect((await jwtVerify(genuine, publicKey)).payload.sub).toBe('me@clients')
  const all = forgeryNames.map((name) => forged(name))
  expect(forgeryNames.filter((_, index) => all.indexOf(all[index] ?? '') !== index)).toEqual([])
  for (const token of all) await expect(jwtVerify(token, publicKey), token).rejects.toThrow()
  for (const name of forgeryNames) expect(forged(name), name).toBe(forged(name))
})

test('every forgery of an HS256 token is refused and differs from the token', async () => {
  for (const word of ['a secret of its own', 'secret']) {
    const key = new TextEncoder().encode(word)
    const token = await new SignJWT({ sub: 'me' }).setProtectedHeader({ alg: 'HS256' }).sign(key)
    for (const name of forgeryNames) {
      const text = forged(name, token)
      if (text === '') expect([word, name]).toEqual(['secret', 'guessable-secret'])
      // The forgery `kid-quote` is signed with the secret "secret". If the word is "secret", this
      // forgery is valid.
      else if (word !== 'secret' || name !== 'kid-quote')
        await expect(jwtVerify(text, key), name).rejects.toThrow()
    }
  }
})

test('an altered signature has other bytes, whatever its characters', () => {
  for (const first of ['A', 'B', '_', '-', '9']) {
    const old = first.repeat(86)
    for (const name of ['altered-signature', 'altered-signature-end'] as const) {
      const altered = forged(name, `${head}.${payload}.${old}`).split('.')[2] ?? ''
      expect(altered).toHaveLength(86)
      expect(Buffer.from(altered, 'base64url')).not.toEqual(Buffer.from(old, 'base64url'))
    }
  }
})

test('each forgery changes only one point of the token', () => {
  const keepsHeadAndPayload = ['altered-signature', 'signature-empty', 'signature-cut'] as const
  for (const name of keepsHeadAndPayload) expect(forged(name)).toContain(`${head}.${payload}.`)
  expect(signature.startsWith(forged('signature-cut').split('.')[2] ?? 'none')).toBe(true)
  expect(forged('altered-payload').split('.')).toMatchObject([head, expect.anything(), signature])
  expect(forged('swapped-signature')).toBe(`${head}.${payload}.${other.split('.')[2]}`)
  expect(decodeToken(forged('altered-payload'))?.payload).toMatchObject({
    scope: 'read:a forged:scope',
    exp: 4_000_000_000,
  })
  expect(decodeToken(forged('alg-none'))).toMatchObject({
    header: { alg: 'none', kid: 'k1' },
    parts: [expect.anything(), payload, ''],
  })
  expect(decodeToken(forged('unknown-crit'))?.parts.slice(1)).toEqual([payload, signature])
  expect(decodeToken(forged('other-key'))).toMatchObject({
    header: { alg: 'RS256', kid: 'k1' },
    payload: { sub: 'me@clients' },
  })
  expect(forged('not-a-jwt')).toMatch(/^not-a-jwt-[0-9a-f]{32}$/)
})

test('a token with an embedded untrusted key verifies by that key', async () => {
  const header = decodeToken(forged('embedded-key'))?.header as unknown as { x5c: readonly string[] }
  const certificate = `-----BEGIN CERTIFICATE-----\n${header.x5c[0]}\n-----END CERTIFICATE-----`
  const strangers = await importX509(certificate, 'RS256')
  for (const name of ['embedded-key', 'key-address', 'other-key', 'other-key-no-kid'] as const)
    expect((await jwtVerify(forged(name), strangers)).payload.sub).toBe('me@clients')
  const jku = decodeToken(forged('key-address'))?.header.jku
  const { keys } = (await (await fetch(String(jku))).json()) as { keys: readonly { n: string }[] }
  expect(keys[0]?.n).toBe((await crypto.subtle.exportKey('jwk', strangers)).n)
})

test('a token signed by HMAC verifies by a public value', () => {
  const secrets = {
    'public-key-secret': publicKeys[0],
    'public-key-secret-trimmed': publicKeys[0]?.trimEnd(),
    'second-public-key-secret': publicKeys[1],
    'empty-secret': '',
    'kid-path': '',
    'guessable-secret': 'secret',
    'kid-quote': 'secret',
  } as const
  for (const [name, secret = 'none'] of Object.entries(secrets)) {
    const [header, claims, mac] = forged(name as ForgeryName).split('.')
    expect(createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url'), name).toBe(mac)
  }
  expect(forgedToken('public-key-secret', genuine.replace(/.$/, ''))).toBeNull()
})

test('an opaque token has only forgeries without any of its parts', () => {
  const made = forgeryNames.filter((name) => forged(name, '0123456789abc') !== '')
  expect(made).toEqual(['not-a-jwt', 'non-ascii', 'null-header', 'null-text', 'long-token'])
  expect(made.some(isDerived)).toBe(false)
})

test('a text that is no JWT is not decoded', () => {
  for (const text of ['', 'a', 'a.b', 'a.b.c', 'e30.W10.x', `${genuine}.more`, `${genuine.split('.')[0]}..x`])
    expect(decodeToken(text)).toBeNull()
  expect(expiryOf(genuine)).toBe(4_000_000_000_000)
  expect(expiryOf('opaque')).toBeNull()
})

test('after masking a token, no forgery shows its claims, or its signature without the first character', () => {
  const mask = new SecretMask()
  maskToken(mask, genuine)
  for (const name of forgeryNames.filter(isDerived)) {
    const shown = mask.mask(`Authorization: Bearer ${forged(name)}`)
    // A JWT in lower case cannot be decoded, so the mask does not recognise it.
    if (name !== 'lower-case') expect(shown, name).toContain('[redacted]')
    expect(shown).not.toContain(payload)
    expect(shown).not.toContain(signature.slice(1))
  }
  expect(mask.mask(forged('not-a-jwt'))).toMatch(/^not-a-jwt-[0-9a-f]{32}$/)
})
