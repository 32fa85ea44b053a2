// Tests variations. Each variation changes behaviour that the specification leaves open.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../base/package-root.ts'
import { type Session, streamBody, withTenant } from '../session.testing.ts'
import { declaredProfile } from './declared-profile.ts'
import { defaultVariation } from './default-variation.ts'
import type { Variation } from './variation.ts'

const path = (id: unknown): string => `/event-streams/${encodeURIComponent(String(id))}`
const refuse = (session: Session) => session.call('POST', '/event-streams', { body: [] })

const cases: readonly (readonly [string, Partial<Variation>, (session: Session) => Promise<void>])[] = [
  [
    'success codes',
    { success: { ...defaultVariation.success, 'event-streams.create': 200, 'phone-templates.update': 201 } },
    async ({ call }) => {
      expect((await call('POST', '/event-streams', { body: streamBody })).status).toBe(200)
    },
  ],
  [
    'problem+json and 422',
    { errorBody: 'problem', invalidBodyStatus: 422 },
    async (session) => {
      const { status, headers, body } = await refuse(session)
      expect([status, headers.get('content-type'), body.title]).toEqual([
        422,
        'application/problem+json',
        'Unprocessable Entity',
      ])
    },
  ],
  [
    'empty error bodies',
    { errorBody: 'empty' },
    async (session) => expect((await refuse(session)).text).toBe(''),
  ],
  [
    'plain error bodies',
    { errorBody: 'text' },
    async (session) => expect((await refuse(session)).text).toMatch(/^Bad Request: /),
  ],
  [
    'another state field, and new streams disabled',
    { stateField: 'forwarding', initialState: 'disabled' },
    async ({ call, stream }) => {
      const { id, forwarding } = await stream()
      expect(forwarding).toBe('disabled')
      const { body } = await call('PATCH', path(id), { body: { forwarding: 'enabled' } })
      expect(body.forwarding).toBe('enabled')
      expect((await call('PATCH', path(id), { body: { forwarding: 'on' } })).status).toBe(400)
    },
  ],
  [
    'further members, in alphabetical order',
    { furtherMembers: true, memberOrder: 'sorted' },
    async ({ stream }) => {
      const keys = Object.keys(await stream())
      expect(keys).toContain('revision')
      expect(keys).toEqual([...keys].sort())
    },
  ],
  [
    'whole seconds',
    { timestampDecimals: 0, emptyUpdateMovesUpdatedAt: true },
    async ({ call, stream }) => {
      const { id, updated_at } = await stream()
      expect(updated_at).toMatch(/T\d\d:\d\d:\d\dZ$/)
      const { body } = await call('PATCH', path(id), { body: {} })
      expect(String(body.updated_at) > String(updated_at)).toBe(true)
    },
  ],
  [
    'nine decimals',
    { timestampDecimals: 9 },
    async ({ stream }) => expect((await stream()).created_at).toMatch(/\.\d{9}Z$/),
  ],
  [
    'ids of any alphabet',
    {
      streamIds: { prefix: 'e~', alphabet: 'ä/\u{1f600}%' },
      policyIds: { prefix: '', alphabet: '01', length: 5 },
    },
    async ({ call, stream }) => {
      const { id } = await stream()
      expect([...String(id)]).toHaveLength(26)
      expect((await call('PATCH', path(id), { body: {} })).status).toBe(200)
      expect((await call('POST', '/rate-limit-policies', { body: {} })).body.id).toMatch(/^[01]{5}$/)
    },
  ],
  [
    'counted policy ids, and stream ids whose letter case does not count',
    {
      streamIds: { prefix: '', alphabet: '', order: 'ulid' },
      policyIds: { prefix: '', alphabet: '', length: 26, order: 'counted' },
      idCase: 'ignored',
    },
    async ({ call, stream }) => {
      const ids = [String((await stream()).id), String((await stream()).id)]
      for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      expect(ids).toEqual(ids.toSorted())
      expect((await call('PATCH', path(ids[0]?.toLowerCase()), { body: {} })).status).toBe(200)
      expect((await call('POST', '/rate-limit-policies', { body: {} })).body.id).toBe('1001')
    },
  ],
  [
    'a rejection of the current forwarding state',
    { sameState: 'refused', stateRequired: true },
    async ({ call, stream }) => {
      expect((await call('POST', '/event-streams', { body: streamBody })).status).toBe(400)
      const { id, status } = await stream({ status: 'disabled' })
      expect((await call('PATCH', path(id), { body: { status: status ?? null } })).status).toBe(409)
      expect((await call('PATCH', path(id), { body: { status: 'enabled' } })).status).toBe(200)
    },
  ],
  [
    'names that are trimmed and counted in bytes',
    { texts: 'trimmed', lengthUnit: 'bytes' },
    async ({ call, stream }) => {
      expect((await stream({ name: ' é ' })).name).toBe('é')
      const status = async (name: string) =>
        (await call('POST', '/event-streams', { body: { ...streamBody, name } })).status
      expect([await status('é'.repeat(64)), await status('é'.repeat(65))]).toEqual([201, 400])
    },
  ],
  [
    'two servers, one with a slow clock',
    { clockSkewMs: 500 },
    async ({ call, stream }) => {
      const { id, created_at } = await stream()
      const times = [String(created_at)]
      for (const name of ['one', 'two', 'three'])
        times.push(String((await call('PATCH', path(id), { body: { name } })).body.updated_at))
      expect(times).not.toEqual(times.toSorted())
      expect(new Set(times).size).toBe(4)
    },
  ],
  [
    'other statuses for rejected tokens',
    { refusedTokenStatus: 303, missingTokenStatus: 410, schemes: 'any' },
    async ({ call, tenant }) => {
      const keys = (authorization: string | null) => call('GET', '/keys/custom-signing', { authorization })
      const authorization = 'Bearer none'
      const { status, headers } = await fetch(`${tenant.baseUrl}/keys/custom-signing`, {
        headers: { authorization },
        redirect: 'manual',
      })
      expect([status, headers.get('location')]).toEqual([303, '/login'])
      expect((await keys(null)).status).toBe(410)
      expect((await keys(`Token ${tenant.environment.TENANT_ACCESS_TOKEN}`)).status).toBe(200)
      expect((await call('DELETE', '/rate-limit-policies/x', { authorization })).status).toBe(401)
    },
  ],
  [
    'a 503 response to one request',
    { unavailableAt: [2] },
    async ({ call }) => {
      const statuses: number[] = []
      for (let request = 0; request < 3; request++)
        statuses.push((await call('GET', '/keys/custom-signing')).status)
      expect(statuses).toEqual([200, 503, 200])
    },
  ],
  [
    'keys of two types with one kid, and thumbprints in hexadecimal',
    { keySet: 'shared-kid', thumbprints: 'hex', memberOrder: 'random', rateLimitNotation: 'with-window' },
    async ({ call }) => {
      const { body, headers } = await call('GET', '/keys/custom-signing')
      const keys = body.keys as readonly Record<string, unknown>[]
      expect(keys.map(({ kid }) => kid)).toEqual(['reference-1', 'reference-1', 'reference-rsa-2'])
      expect(keys[0]?.x5t).toMatch(/^[0-9a-f]{40}$/)
      expect(headers.get('x-ratelimit-limit')).toBe('40, 40;w=60')
    },
  ],
  [
    'an empty key set',
    { keySet: 'empty' },
    async ({ call }) => expect((await call('GET', '/keys/custom-signing')).body).toEqual({ keys: [] }),
  ],
  [
    'keys with only key material',
    { keySet: 'bare' },
    async ({ call }) => {
      const { body } = await call('GET', '/keys/custom-signing')
      expect(body.keys).toContainEqual({ kty: 'RSA', n: expect.anything(), e: 'AQAB' })
    },
  ],
  [
    'chunks, compression and closed connections',
    { chunked: true, gzip: true, connection: 'close' },
    async ({ call }) => {
      const plain = await call('GET', '/keys/custom-signing', { headers: { 'accept-encoding': 'identity' } })
      expect(plain.headers.get('connection')).toBe('close')
      expect(plain.headers.get('content-length')).toBeNull()
      const packed = await call('GET', '/keys/custom-signing', { headers: { 'accept-encoding': 'gzip' } })
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(packed.body).toEqual(plain.body)
    },
  ],
  [
    'rate headers with the seconds to wait',
    { rateLimit: { burst: 1, perSecond: 1 }, rateLimitReset: 'delta', rateLimitHeadersOnSuccess: false },
    async ({ call }) => {
      expect((await call('GET', '/keys/custom-signing')).headers.get('x-ratelimit-limit')).toBeNull()
      const { status, headers } = await call('GET', '/keys/custom-signing')
      expect([status, headers.get('x-ratelimit-reset')]).toEqual([429, '1'])
    },
  ],
  [
    'no token endpoint',
    { tokenEndpoint: false },
    async ({ call, tenant }) => {
      expect((await call('POST', '/oauth/token/', { body: {} })).status).toBe(404)
      expect(tenant.environment.TENANT_CLIENT_ID).toBeUndefined()
      const authorization = `Bearer ${tenant.environment.TENANT_LIMITED_ACCESS_TOKEN}`
      expect((await call('GET', '/keys/custom-signing', { authorization })).status).toBe(403)
    },
  ],
  ...(['post', 'basic', 'any'] as const).map((tokenAuth): (typeof cases)[number] => [
    `client authentication by ${tokenAuth}`,
    { tokenAuth },
    async ({ call, tenant: { environment } }) => {
      const [id = '', secret = ''] = [environment.TENANT_CLIENT_ID, environment.TENANT_CLIENT_SECRET]
      const ask = (authorization: string | null, more: Readonly<Record<string, string>>) =>
        call('POST', '/oauth/token/', {
          raw: new URLSearchParams({
            grant_type: 'client_credentials',
            audience: '/api/v2/',
            ...more,
          }).toString(),
          type: 'application/x-www-form-urlencoded',
          authorization,
        })
      const byBody = await ask(null, { client_id: id, client_secret: secret })
      expect(byBody.status).toBe(tokenAuth === 'basic' ? 401 : 200)
      const byBasic = await ask(`Basic ${btoa(`${id}:${secret}`)}`, {})
      expect(byBasic.status).toBe(tokenAuth === 'post' ? 401 : 200)
      // The challenge must name the scheme that the client used (RFC 6749, section 5.2).
      for (const { status, headers, body } of [byBasic, await ask(`Basic ${btoa(`${id}:x`)}`, {})])
        if (status === 401)
          expect([body.error, headers.get('www-authenticate')]).toEqual([
            'invalid_client',
            'Basic realm="tenant"',
          ])
    },
  ]),
  [
    'https addresses and known events only',
    { webhookAddresses: 'https', eventTypes: ['user.created'], unknownMembers: 'refused' },
    async ({ call, stream }) => {
      await stream()
      const http = { type: 'webhook', configuration: { webhook_endpoint: 'http://receiver.example/' } }
      for (const wrong of [
        { destination: http },
        { subscriptions: [{ event_type: 'other' }] },
        { further: 1 },
      ])
        expect((await call('POST', '/event-streams', { body: { ...streamBody, ...wrong } })).status).toBe(400)
    },
  ],
  [
    'https addresses, and http on this machine',
    { webhookAddresses: 'https-or-loopback' },
    async ({ call }) => {
      const status = async (webhook_endpoint: string) => {
        const destination = { type: 'webhook', configuration: { webhook_endpoint } }
        return (await call('POST', '/event-streams', { body: { ...streamBody, destination } })).status
      }
      expect(await status('http://127.0.0.1:1/')).toBe(201)
      expect(await status('http://receiver.example/')).toBe(400)
      expect(await status('https://receiver.example/')).toBe(201)
    },
  ],
  [
    'an ignored empty list of subscriptions, and another status for an unknown stream',
    { emptySubscriptions: 'kept', unknownStreamStatus: 400 },
    async ({ call, stream }) => {
      const { id, subscriptions } = await stream()
      const { status, body } = await call('PATCH', path(id), { body: { subscriptions: [] } })
      expect([status, body.subscriptions]).toEqual([200, subscriptions])
      expect((await call('PATCH', path('0'.repeat(26)), { body: {} })).status).toBe(400)
    },
  ],
  [
    'another credential field, which is required',
    { credentialField: 'secret', credentialRequired: true },
    async ({ call }) => {
      expect((await call('POST', '/event-streams', { body: streamBody })).status).toBe(400)
    },
  ],
  [
    'validation of the body before authentication',
    { order: 'validation-first' },
    async ({ call }) => {
      expect((await call('POST', '/event-streams', { body: [], authorization: null })).status).toBe(400)
      const valid = await call('POST', '/event-streams', { body: streamBody, authorization: null })
      expect(valid.status).toBe(401)
      const unknown = await call('PATCH', path('0'.repeat(26)), { body: {}, authorization: null })
      expect(unknown.status).toBe(401)
    },
  ],
]

describe('a tenant with', () => {
  it.each(cases)('%s', (_what, variation, use) => withTenant({ variation }, use))

  it.each([
    ['lower', 'x-ratelimit-limit'],
    ['canonical', 'X-RateLimit-Limit'],
    ['upper', 'X-RATELIMIT-LIMIT'],
  ] as const)('%s-case header names', (headerCase, name) =>
    withTenant({ variation: { headerCase } }, async ({ tenant }) => {
      const raw = await new Promise<readonly string[]>((resolve) => {
        const authorization = `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`
        request(`${tenant.baseUrl}/keys/custom-signing`, { headers: { authorization } }, (response) => {
          response.resume()
          resolve(response.rawHeaders)
        }).end()
      })
      expect(raw).toContain(name)
    }),
  )
})

describe('like auth0', () => {
  it("accepts the vendor's requests, and two more destination types", () =>
    withTenant({ like: 'auth0' }, async ({ call, stream, tenant }) => {
      const { id, status } = await stream()
      expect([id, status]).toEqual([expect.stringMatching(/^est_[1-9A-HJ-NP-Za-km-z]{22}$/), 'enabled'])
      const eventbridge = { aws_account_id: '123456789012', aws_region: 'eu-west-1' }
      const made = await stream({ destination: { type: 'eventbridge', configuration: eventbridge } })
      expect(made.destination).toMatchObject({ type: 'eventbridge', configuration: eventbridge })
      const bearer = { method: 'bearer', token: 'never-returned' }
      const configuration = {
        webhook_endpoint: 'https://receiver.example/',
        webhook_authorization: bearer,
      }
      const reply = await call('POST', '/event-streams', {
        body: { destination: { type: 'webhook', configuration } },
      })
      expect(reply.status).toBe(201)
      expect(reply.text).not.toContain('never-returned')
      expect(tenant.environment.TENANT_PROFILE).toBe('auth0')
      const emptied = await call('PATCH', path(id), { body: { subscriptions: [] } })
      expect([emptied.status, emptied.body.subscriptions]).toEqual([200, []])
      expect(
        (await call('PUT', '/guardian/factors/phone/templates', { body: { enrollment_message: '' } })).status,
      ).toBe(400)
    }))

  it('requires the scopes of a token, and reports a header without a JWT as malformed', () =>
    withTenant({ like: 'auth0' }, async ({ call, token }) => {
      const get = (authorization: string | null) => call('GET', '/keys/custom-signing', { authorization })
      expect((await get(`Bearer ${await token('nonGlobal')}`)).status).toBe(200)
      expect((await get(`Bearer ${await token('limited')}`)).status).toBe(403)
      const full = await token('full')
      for (const malformed of ['Bearer not-a-jwt', 'Bearer', `Basic ${full}`, 'nonsense']) {
        const { status, body } = await get(malformed)
        expect([malformed, status, body.errorCode]).toEqual([malformed, 400, 'Bearer'])
      }
      const altered = full.replace(
        /\.(.)([^.]*)$/,
        (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
      )
      for (const authorization of [null, `Bearer ${altered}`])
        expect((await get(authorization)).status).toBe(401)
    }))
})

describe('profiles/reference.json', () => {
  it('declares the default behaviour of the tenant', () => {
    const shipped = JSON.parse(readFileSync(join(packageRoot, 'profiles/reference.json'), 'utf8')) as unknown
    expect(shipped).toMatchObject(declaredProfile(defaultVariation))
  })
})
