// Tests which faults a token must have if the tenant must refuse it.
import { describe, expect, test } from 'vitest'
import { nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'
import { type RefusedPrincipal, unfitnessOf, variableOf } from './supplied-token.ts'

const hourS = 3_600
const nowS = Math.floor(nowMs() / 1_000)
const claims = { iss: 'https://a.example/', aud: '/api/v2/', exp: nowS + hourS }

const part = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (payload: JsonObject): string => `${part({ alg: 'RS256' })}.${part(payload)}.c2lnbmF0dXJl`
const encrypted = `${part({ alg: 'dir', enc: 'A128GCM' })}..aXY.dGV4dA.dGFn`

const served = jwt(claims)
const fit: Readonly<Record<RefusedPrincipal, string>> = {
  expired: jwt({ ...claims, exp: nowS - hourS }),
  'other-audience': jwt({ ...claims, aud: ['/other/'] }),
  'not-yet-valid': jwt({ ...claims, nbf: nowS + hourS, exp: nowS + 2 * hourS }),
  'other-issuer': jwt({ ...claims, iss: 'https://b.example/' }),
  limited: jwt({ ...claims, scope: '' }),
  nonGlobal: jwt({ ...claims, sub: 'another client' }),
}
const all = Object.keys(fit) as readonly RefusedPrincipal[]

describe.each(all)('a token for %s', (principal) => {
  test('is accepted if its claims show the fault', () => {
    expect(unfitnessOf(principal, fit[principal], [served])).toBeNull()
  })

  test.each([
    ['no JWT', 'abcdef', 'contains no JWT, although the tenant accepts JWTs'],
    ['the served one', served, 'contains a token that the tenant accepts'],
    ['the second served one', jwt({ ...claims, sub: 'x' }), 'contains a token that the tenant accepts'],
    ['in quotation marks', `"${fit[principal]}"`, 'is in quotation marks'],
    ['with its scheme', `Bearer ${fit[principal]}`, 'begins with the word Bearer'],
    ['on two lines', `${fit[principal]} x`, 'contains blanks or non-ASCII characters'],
    ['encrypted', encrypted, 'contains an encrypted JWT'],
  ])('is rejected if it is %s', (_, token, says) => {
    expect(unfitnessOf(principal, token, [served, jwt({ ...claims, sub: 'x' })])).toContain(says)
  })

  test('is rejected if it is a token of another kind', () => {
    for (const other of all.filter((one) => one !== principal && !['limited', 'nonGlobal'].includes(one)))
      expect(unfitnessOf(principal, fit[other], [served])).toMatch(/^contains a token that /)
  })

  test('is rejected if it has also expired', () => {
    if (principal === 'expired') return
    const [, payload = ''] = fit[principal].split('.')
    const ended = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject), exp: 1 }
    expect(unfitnessOf(principal, jwt(ended), [served])).toMatch(/^contains a token that has expired/)
  })

  test('is accepted in any form if the accepted tokens show no claims', () => {
    expect(unfitnessOf(principal, 'abcdef', ['opaque'])).toBeNull()
    expect(unfitnessOf(principal, encrypted, [encrypted.replace('dGFn', 'dGFu')])).toBeNull()
  })

  test('has its own variable', () => {
    expect(variableOf(principal)).toMatch(/^TENANT_[A-Z_]+_ACCESS_TOKEN$/)
  })
})

test('claims are compared only with those of an accepted token', () => {
  expect(unfitnessOf('other-audience', jwt({ ...claims, aud: ['/other/', '/api/v2/'] }), [served])).toBe(
    'contains a token that has the audience of accepted tokens',
  )
  expect(unfitnessOf('other-issuer', served, ['opaque'])).toBeNull()
  expect(unfitnessOf('expired', served, ['opaque'])).toBe(
    'contains a token that has not expired according to its claim exp',
  )
  expect(unfitnessOf('limited', jwt({ sub: 'x' }), [jwt({})])).toBeNull()
})
