// Findings about the claims of a token.
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { nowMs } from '../base/clock.ts'
import { loadContract } from '../contract/index.ts'
import { tokenClaims } from './token-claims.ts'

const nowS = Math.floor(nowMs() / 1000)
const asked = { audience: '/api/v2/', contract: loadContract() }

const tokenOf = (payload: Record<string, unknown>): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))

const good = { aud: '/api/v2/', exp: nowS + 86_400, scope: 'read:users update:users' }

test.each<[string, Record<string, unknown>, string, RegExp]>([
  ['good', good, 'ok', /^for \/api\/v2\/; until .*; 2 scopes$/],
  ['for several', { ...good, aud: ['/userinfo', '/api/v2/'] }, 'ok', /for \/userinfo, \/api\/v2\//],
  ['over', { ...good, exp: nowS - 60 }, 'problem', /the token expired at/],
  ['not begun', { ...good, nbf: nowS + 3_600 }, 'problem', /is not valid before/],
  ['for another API', { ...good, aud: 'https://a.example/' }, 'warning', /TENANT_AUDIENCE is \/api\/v2\//],
  ['soon over', { ...good, exp: nowS + 60 }, 'warning', /until/],
  ['of no end', { aud: '/api/v2/' }, 'ok', /names no expiry; names no scopes/],
  ['of an end beyond all time', { ...good, exp: 1e300 }, 'ok', /until \+275760/],
  [
    'of nonsense',
    { aud: 7, exp: 'soon', scope: {}, iss: [] },
    'ok',
    /names no audience; names no expiry; names no scopes/,
  ],
])('a token that is %s', async (_, payload, state, found) => {
  const finding = tokenClaims('token', await tokenOf(payload), false, asked)
  expect(finding).toMatchObject({ state, found: expect.stringMatching(found) })
})

test('omits claims that may be secret, and shortens long ones', async () => {
  const payload = {
    ...good,
    password: 'a-secret-of-somebody',
    sub: 'somebody',
    aud: ['/api/v2/', 'x'.repeat(5_000)],
  }
  const { found } = tokenClaims('token', await tokenOf(payload), true, asked)
  expect(found).toContain('other claims: password, sub')
  expect(found).not.toContain('a-secret-of-somebody')
  expect(found.length).toBeLessThan(500)
})

test('accepts a token that expires soon if the run can renew it', async () => {
  const token = await tokenOf({ ...good, exp: nowS + 60 })
  expect(tokenClaims('token', token, true, asked).state).toBe('ok')
})

test('an opaque token is unknown, or accepted if the contract declares opaque tokens', () => {
  expect(tokenClaims('token', 'an-opaque-token', false, asked)).toMatchObject({
    state: 'unknown',
    remedy: expect.any(String),
  })
  const { contract } = asked
  const opaque = {
    ...contract,
    authentication: { tokenPath: null, audience: null, tokens: 'opaque' as const, schemes: new Map() },
  }
  expect(tokenClaims('token', 'an-opaque-token', false, { audience: '', contract: opaque }).state).toBe('ok')
})
