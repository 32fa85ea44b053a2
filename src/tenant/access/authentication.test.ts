// Tests tokens and their scopes (part 5 of the specification), and the rate limit (parts 7 and 8).
import { importJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { nowMs } from '../../base/clock.ts'
import { withTenant } from '../session.testing.ts'
import { developmentKey } from './development-key.ts'

const keys = '/keys/custom-signing'

describe('a token', () => {
  it.each(['/oauth/token', '/oauth/token/'])('is issued at %s for a form, JSON or Basic', (path) =>
    withTenant({}, async ({ call, tenant }) => {
      const { TENANT_CLIENT_ID: id = '', TENANT_CLIENT_SECRET: secret = '' } = tenant.environment
      const grant = { grant_type: 'client_credentials', audience: 'https://some.example/api/v2/' }
      const credentials = { client_id: id, client_secret: secret }
      const form = (body: Record<string, string>) => ({
        raw: new URLSearchParams(body).toString(),
        type: 'application/x-www-form-urlencoded',
        authorization: null,
      })
      const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      for (const request of [
        form({ ...grant, ...credentials }),
        { body: { ...grant, ...credentials }, authorization: null },
        { ...form(grant), authorization: basic },
      ]) {
        const { status, body, headers } = await call('POST', path, request)
        expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 86_400])
        expect(headers.get('cache-control')).toBe('no-store')
        const used = await call('GET', keys, { authorization: `Bearer ${body.access_token}` })
        expect(used.status).toBe(200)
      }
      const refusals: [Record<string, string>, number, string][] = [
        [{ ...grant, ...credentials, client_secret: 'wrong' }, 401, 'invalid_client'],
        [{ ...grant, ...credentials, grant_type: 'password' }, 400, 'unsupported_grant_type'],
        [{ ...credentials, grant_type: 'client_credentials' }, 400, 'invalid_request'],
        [{ ...grant, ...credentials, audience: '/api/v1/' }, 400, 'invalid_target'],
      ]
      for (const [body, status, error] of refusals) {
        const reply = await call('POST', path, form(body))
        expect([reply.status, reply.body.error]).toEqual([status, error])
      }
    }),
  )

  it('is refused with 401 if it is invalid', () =>
    withTenant({}, async ({ call, tenant, token }) => {
      const full = await token('full')
      const [head = '', payload = '', signature = ''] = full.split('.')
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
      const hmac = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(String(developmentKey.n)))
      const elsewhere = await new SignJWT({ ...claims, aud: '/api/v1/' })
        .setProtectedHeader({ alg: 'RS256' })
        .sign(await importJWK(developmentKey, 'RS256'))
      for (const wrong of [
        'no.jwt',
        'x',
        `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
        `${head}.${encode({ ...claims, scope: 'all' })}.${signature}`,
        `${encode({ alg: 'none' })}.${payload}.`,
        hmac,
        elsewhere,
        tenant.environment.TENANT_EXPIRED_ACCESS_TOKEN,
        await token('nonGlobal'),
      ]) {
        const reply = await call('GET', keys, { authorization: `Bearer ${wrong}` })
        expect(reply.status, wrong).toBe(401)
        expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer realm=/)
      }
      for (const authorization of [null, `Basic ${full}`, full, 'Bearer', ''])
        expect((await call('GET', keys, { authorization })).status, String(authorization)).toBe(401)
      for (const authorization of [`bearer ${full}`, `BEARER   ${full}`])
        expect((await call('GET', keys, { authorization })).status).toBe(200)
    }))

  it('is refused with 403 without the scope, before the id and the body are checked', () =>
    withTenant({}, async ({ call, token }) => {
      const authorization = `Bearer ${await token('limited')}`
      for (const [method, path] of [
        ['DELETE', '/rate-limit-policies/none'],
        ['PUT', '/guardian/factors/phone/templates'],
        ['GET', keys],
        ['POST', '/event-streams'],
        ['PATCH', '/event-streams/none'],
      ] as const)
        expect((await call(method, path, { authorization })).status).toBe(403)
    }))
})

describe('the rate limit', () => {
  it('sends 429 with its three headers, separately for each client and operation', () =>
    withTenant({ rateLimit: { burst: 3, perSecond: 0.5 } }, async ({ call, token }) => {
      const replies = []
      for (let n = 0; n < 4; n++) replies.push(await call('GET', keys))
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      const headers = replies.at(-1)?.headers
      expect(headers?.get('x-ratelimit-limit')).toBe('3')
      expect(headers?.get('x-ratelimit-remaining')).toBe('0')
      const waitS = Number(headers?.get('x-ratelimit-reset')) - nowMs() / 1000
      expect(waitS).toBeGreaterThan(0)
      expect(waitS).toBeLessThan(4)
      const limited = `Bearer ${await token('limited')}`
      expect((await call('GET', keys, { authorization: limited })).status).toBe(403)
      expect((await call('GET', '/guardian/factors/phone/templates')).status).toBe(200)
    }))
})
