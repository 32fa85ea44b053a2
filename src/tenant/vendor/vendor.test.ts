// Tests the variation `auth0`, in which the tenant behaves like the public vendor of the API.
import { describe, expect, it } from 'vitest'
import { at, type JsonObject } from '../../base/json.ts'
import { catalogue } from '../faults/catalogue.ts'
import { withTenant } from '../session.testing.ts'

const policy = (selector = 'default'): JsonObject => ({
  resource: 'oauth_authentication_api',
  consumer: 'client',
  consumer_selector: selector,
  configuration: { action: 'block', limit: 100 },
})
const like = { like: 'auth0' }

describe('rate limit policies', () => {
  it('are unique by resource, consumer and selector, with times in microseconds', () =>
    withTenant(like, async ({ call }) => {
      const made = await call('POST', '/rate-limit-policies', { body: policy() })
      expect([made.status, made.body]).toEqual([
        201,
        {
          ...policy(),
          id: expect.stringMatching(/^rlp_\w{21}$/),
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,5}[1-9])?Z$/),
          updated_at: made.body.created_at,
        },
      ])
      const again = await call('POST', '/rate-limit-policies', { body: policy() })
      expect([again.status, again.body.error]).toEqual([409, 'Conflict'])
      expect((await call('POST', '/rate-limit-policies', { body: policy('client_id:a') })).status).toBe(201)
      expect((await call('DELETE', `/rate-limit-policies/${made.body.id}`)).status).toBe(204)
      expect((await call('POST', '/rate-limit-policies', { body: policy() })).status).toBe(201)
    }))

  it.each<[string, JsonObject]>([
    ['no resource', { ...policy(), resource: null }],
    ['another resource', { ...policy(), resource: 'another' }],
    ['another consumer', { ...policy(), consumer: 'user' }],
    ['a further member', { ...policy(), name: 'x' }],
    [
      'no configuration',
      { resource: 'oauth_authentication_api', consumer: 'client', consumer_selector: 'a' },
    ],
    ['no limit', { ...policy(), configuration: { action: 'block' } }],
    ['a limit of what is allowed', { ...policy(), configuration: { action: 'allow', limit: 1 } }],
    ['an unknown action', { ...policy(), configuration: { action: 'constructor' } }],
    ['no address', { ...policy(), configuration: { action: 'redirect', limit: 1 } }],
  ])('refuse %s', (_, body) =>
    withTenant(like, async ({ call, tenant }) => {
      const { status, body: said } = await call('POST', '/rate-limit-policies', { body })
      expect([status, said.errorCode]).toEqual([400, 'invalid_body'])
      expect(tenant.inspect().policies).toEqual([])
    }),
  )

  it('are read, and only their configuration can be changed', () =>
    withTenant(like, async ({ call }) => {
      const { id } = (await call('POST', '/rate-limit-policies', { body: policy() })).body
      const configuration = { action: 'log', limit: 7 }
      const changed = await call('PATCH', `/rate-limit-policies/${id}`, { body: { configuration } })
      expect(changed.status).toBe(200)
      expect(changed.body).toMatchObject({ id: String(id), configuration })
      expect((await call('GET', `/rate-limit-policies/${id}`)).body).toEqual(changed.body)
      expect((await call('PATCH', `/rate-limit-policies/${id}`, { body: policy() })).status).toBe(400)
      expect((await call('GET', '/rate-limit-policies/rlp_none')).status).toBe(404)
    }))
})

describe('pages', () => {
  it('have a limited size, and continue to the end of the list', () =>
    withTenant(like, async ({ call, stream }) => {
      const made: string[] = []
      for (let index = 0; index < 7; index += 1) made.push(String((await stream({ name: `n${index}` })).id))
      const seen: string[] = []
      let next: unknown = ''
      let pages = 0
      while (next !== undefined) {
        const from = next === '' ? '' : `&from=${next}`
        const { body } = await call('GET', `/event-streams?take=3${from}`)
        const shown = body.eventStreams as readonly JsonObject[]
        expect(shown.length).toBeLessThanOrEqual(3)
        seen.push(...shown.map(({ id }) => String(id)))
        next = body.next
        pages += 1
      }
      expect([seen, pages]).toEqual([made, 3])
      const numbered = await call('GET', '/event-streams?page=1&per_page=5&include_totals=true')
      expect(numbered.body).toMatchObject({ start: 5, limit: 5, length: 2, total: 7 })
      expect(at(numbered.body, '/eventStreams/0/id')).toBe(made[5])
    }))

  it.each(['take=0', 'take=101', 'take=x', 'from=unknown', 'per_page=101', 'page=-1'])('refuse %s', (query) =>
    withTenant(like, async ({ call }) => {
      const { status, body } = await call('GET', `/rate-limit-policies?${query}`)
      expect([status, body.errorCode]).toEqual([400, 'invalid_query_string'])
    }),
  )

  it("contain policies under the vendor's member name, filtered by selector", () =>
    withTenant(like, async ({ call }) => {
      for (const selector of ['a', 'b'])
        await call('POST', '/rate-limit-policies', { body: policy(selector) })
      const { body } = await call('GET', '/rate-limit-policies?take=100')
      expect(body).toEqual({
        rate_limit_policies: [policy('a'), policy('b')].map((one) => expect.objectContaining(one)),
      })
      const one = await call('GET', '/rate-limit-policies?consumer_selector=b')
      expect(one.body).toEqual({ rate_limit_policies: [expect.objectContaining(policy('b'))] })
    }))
})

describe('event streams', () => {
  it('can be deleted repeatedly', () =>
    withTenant(like, async ({ call, stream }) => {
      const { id } = await stream()
      for (const _ of [1, 2]) expect((await call('DELETE', `/event-streams/${id}`)).status).toBe(204)
      expect((await call('GET', `/event-streams/${id}`)).status).toBe(404)
    }))

  it('keep an omitted credential of the same method, and require the credential of another method', () =>
    withTenant(like, async ({ call, stream, tenant }) => {
      const { id, destination } = await stream()
      const sent = { destination: { ...(destination as JsonObject) } }
      expect((await call('PATCH', `/event-streams/${id}`, { body: sent })).status).toBe(200)
      const kept = (): unknown => tenant.inspect().streams[0]?.destination.authorization?.secret
      expect(kept()).toBe('never-returned')
      const bearer = structuredClone(sent) as { destination: { configuration: JsonObject } }
      bearer.destination.configuration = {
        ...bearer.destination.configuration,
        webhook_authorization: { method: 'bearer' },
      }
      expect((await call('PATCH', `/event-streams/${id}`, { body: bearer as never })).status).toBe(400)
      expect(kept()).toBe('never-returned')
    }))

  it('report the outcome of their deliveries, and deliver again', () =>
    withTenant(like, async ({ call, stream, tenant }) => {
      const configuration = { webhook_endpoint: 'http://127.0.0.1:1/' }
      const { id } = await stream({
        destination: { type: 'webhook', configuration },
      })
      const { body: event } = await call('POST', `/event-streams/${id}/test`, {
        body: { event_type: 'user.created' },
      })
      await expect.poll(() => tenant.inspect().deliveries.length).toBe(1)
      const { body } = await call('GET', `/event-streams/${id}/deliveries`)
      expect(body.deliveries).toEqual([
        {
          ...{ id: event.id, event_stream_id: id, event_type: 'user.created', event: event.event },
          status: 'failed',
          attempts: [{ status: 'failed', timestamp: expect.any(String), error_message: 'No response' }],
        },
      ])
      const one = await call('GET', `/event-streams/${id}/deliveries/${event.id}`)
      expect(one.body).toEqual(at(body, '/deliveries/0'))
      expect((await call('POST', `/event-streams/${id}/redeliver/${event.id}`, { body: {} })).status).toBe(
        202,
      )
      expect((await call('POST', `/event-streams/${id}/redeliver`, { body: {} })).status).toBe(202)
      expect((await call('GET', `/event-streams/${id}/deliveries/evt_none`)).status).toBe(404)
    }))
})

describe('signing keys', () => {
  it('are uploaded, read and removed together', () =>
    withTenant(like, async ({ call }) => {
      const path = '/keys/custom-signing'
      const keys = [{ kty: 'EC', kid: 'a', use: 'sig', crv: 'P-256', x: 'eA', y: 'eQ' }]
      expect((await call('PUT', path, { body: { keys } })).body).toEqual({ keys })
      expect((await call('GET', path)).body).toEqual({ keys })
      for (const wrong of [[], Array(11).fill(keys[0]), [{ kty: 'oct' }], [{ ...keys[0], d: 'private' }]])
        expect((await call('PUT', path, { body: { keys: wrong } })).status).toBe(400)
      expect((await call('DELETE', path)).status).toBe(204)
      expect((await call('GET', path)).status).toBe(404)
    }))
})

describe("further operations for the vendor's tools", () => {
  it('contain the phone templates under the path of text messages', () =>
    withTenant(like, async ({ call }) => {
      const path = '/guardian/factors/sms/templates'
      const templates = { enrollment_message: '', verification_message: '{{code}}' }
      expect((await call('PUT', path, { body: templates })).body).toEqual(templates)
      expect((await call('GET', '/guardian/factors/phone/templates')).body).toEqual(templates)
      expect((await call('PUT', path, { body: { enrollment_message: '' } })).status).toBe(400)
      expect((await call('GET', path)).body).toEqual(templates)
    }))

  it('contain empty lists, and settings that stay as sent', () =>
    withTenant(like, async ({ call, tenant }) => {
      expect((await call('GET', '/actions/actions?page=0&per_page=100&include_totals=true')).body).toEqual({
        ...{ start: 0, limit: 100, length: 0, total: 0 },
        actions: [],
      })
      expect((await call('GET', '/log-streams')).text).toBe('[]')
      await call('PATCH', '/tenants/settings', { body: { support_email: 'a@tenant.example' } })
      expect((await call('GET', '/tenants/settings')).body).toEqual({
        friendly_name: 'Reference tenant',
        support_email: 'a@tenant.example',
      })
      await call('PUT', '/prompts/login/custom-text/en', { body: { login: { title: 'Hello' } } })
      expect((await call('GET', '/prompts/login/custom-text/en')).body).toEqual({ login: { title: 'Hello' } })
      expect((await call('GET', '/prompts/login/custom-text/de')).body).toEqual({})
      expect((await call('PUT', '/guardian/policies', { body: {} })).status).toBe(400)
      expect(Object.keys(tenant.stored().settings ?? {})).toEqual([
        '/tenants/settings',
        '/prompts/login/custom-text/en',
      ])
    }))

  it('require a scope for each operation', () =>
    withTenant(like, async ({ call, token }) => {
      const authorization = `Bearer ${await token('limited')}`
      const { status, body } = await call('PATCH', '/tenants/settings', { body: {}, authorization })
      expect([status, body.message]).toEqual([
        403,
        'Insufficient scope, expected any of: update:tenant_settings',
      ])
    }))
})

it("the vendor's operations do not exist by default", () =>
  withTenant({}, async ({ call }) => {
    const { vendor, undocumented } = await catalogue()
    const known = new Set(undocumented.map(({ method, path }) => `${method} ${path}`))
    const further = vendor.filter(({ method, path }) => !known.has(`${method} ${path}`))
    expect(further.length).toBeGreaterThan(60)
    for (const { method, path } of further)
      expect(
        (
          await call(
            method,
            path.replaceAll(/\{\w+\}/g, 'x'),
            method === 'GET' || method === 'DELETE' ? {} : { body: {} },
          )
        ).status,
        path,
      ).toBe(404)
    expect((await call('GET', '/rate-limit-policies?take=0')).body).toEqual({ rateLimitPolicies: [] })
    expect((await call('DELETE', '/event-streams/none')).status).toBe(404)
  }))

it("the vendor's operations have unique names, and scopes that the specification shows", async () => {
  const { vendor } = await catalogue()
  const names = vendor.map(({ operation }) => operation)
  expect(new Set(names).size).toBe(names.length)
  for (const { scope } of vendor)
    if (scope !== undefined) expect(scope).toMatch(/^(?:create|read|update|delete):[a-z_]+$/)
})
