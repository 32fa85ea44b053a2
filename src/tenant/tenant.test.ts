// Tests the default behaviour of the reference tenant over HTTP (parts 2 to 9 of the specification).
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import { streamBody, withTenant } from './session.testing.ts'
import { startTenant } from './tenant.ts'

const form = 'application/x-www-form-urlencoded'

describe('rate limit policies', () => {
  it('are removed one at a time', () =>
    withTenant({}, async ({ call }) => {
      const [first, second] = [
        await call('POST', '/rate-limit-policies', { body: {} }),
        await call('POST', '/rate-limit-policies', { body: {} }),
      ]
      expect(String(first.body.id).length).toBeLessThanOrEqual(26)
      const deleted = await call('DELETE', `/rate-limit-policies/${first.body.id}`)
      expect([deleted.status, deleted.text]).toEqual([204, ''])
      expect((await call('DELETE', `/rate-limit-policies/${first.body.id}`)).status).toBe(404)
      expect((await call('DELETE', `/rate-limit-policies/${second.body.id}`)).status).toBe(204)
      expect((await call('DELETE', `/rate-limit-policies/${'x'.repeat(27)}`)).status).toBe(404)
    }))
})

describe('phone templates', () => {
  it('are returned as they were sent', () =>
    withTenant({}, async ({ call, tenant }) => {
      const body = { enrollment_message: ' {{code}}\r\n<b>&amp;\u{1f600}e\u0301 ', verification_message: '' }
      const path = '/guardian/factors/phone/templates'
      expect((await call('PUT', path, { body })).body).toEqual(body)
      expect((await call('GET', path)).body).toEqual(body)
      for (const wrong of [{ enrollment_message: 'a' }, { ...body, verification_message: 1 }, [body], null])
        expect((await call('PUT', path, { body: wrong })).status).toBe(400)
      expect(tenant.inspect().templates).toEqual(body)
      const sent = await call('PUT', path, {
        raw: 'enrollment_message=a+b&verification_message=%C3%BC',
        type: form,
      })
      expect(sent.body).toEqual({ enrollment_message: 'a b', verification_message: 'ü' })
    }))
})

describe('event streams', () => {
  it('are returned in full, without the credential', () =>
    withTenant({}, async ({ call, stream }) => {
      const made = await stream()
      expect(made).toEqual({
        id: expect.stringMatching(/^.{26}$/),
        name: 'a stream',
        subscriptions: [{ event_type: 'user.created' }],
        destination: {
          type: 'webhook',
          configuration: {
            webhook_endpoint: 'https://receiver.tenant.example/',
            webhook_authorization: { method: 'basic', username: 'somebody' },
          },
        },
        status: 'enabled',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: made.created_at,
      })
      expect((await call('PATCH', `/event-streams/${made.id}`, { body: {} })).body).toEqual(made)
    }))

  it('change their state, with a later updated_at each time', () =>
    withTenant({}, async ({ call, stream }) => {
      const made = await stream()
      const seen = [String(made.updated_at)]
      for (const status of ['disabled', 'enabled', 'disabled', 'enabled']) {
        const { body } = await call('PATCH', `/event-streams/${made.id}`, { body: { status } })
        expect(body.status).toBe(status)
        seen.push(String(body.updated_at))
      }
      expect(seen).toEqual([...new Set(seen)].sort())
    }))

  it('count the characters of a name', () =>
    withTenant({}, async ({ call }) => {
      const status = async (name: unknown) =>
        (await call('POST', '/event-streams', { body: { ...streamBody, name: name as string } })).status
      expect(await status('\u{1d4b3}'.repeat(128))).toBe(201)
      expect(await status('x'.repeat(129))).toBe(400)
      expect(await status('')).toBe(400)
      expect(await status(5)).toBe(400)
    }))

  it.each([
    ['no body', {}],
    ['malformed JSON', { raw: '{"name":' }],
    ['malformed UTF-8', { raw: Buffer.from([0x22, 0xff, 0x22]) }],
    ['an array', { body: [] }],
    ['null', { body: null }],
    ['no name', { body: { ...streamBody, name: undefined as never } }],
    ['no subscription', { body: { ...streamBody, subscriptions: [] } }],
    ['an event type of a wrong type', { body: { ...streamBody, subscriptions: [{ event_type: 1 }] } }],
    [
      'a destination of another type',
      { body: { ...streamBody, destination: { type: 'x', configuration: {} } } },
    ],
    ['another state', { body: { ...streamBody, status: 'paused' } }],
    ['members in a prototype', { raw: '{"__proto__":{"name":"a"}}' }],
    ['a form with too little', { raw: 'name=a', type: form }],
  ])('refuse %s and keep nothing', (_what, request) =>
    withTenant({}, async ({ call, tenant }) => {
      expect((await call('POST', '/event-streams', request)).status).toBe(400)
      expect(tenant.inspect().streams).toEqual([])
    }),
  )

  it('accept nested members of a form in brackets', () =>
    withTenant({}, async ({ call }) => {
      const raw =
        'name=a&subscriptions[0][event_type]=user.created&destination[type]=webhook&destination[configuration][webhook_endpoint]=https%3A%2F%2Fr.example'
      const { status, body } = await call('POST', '/event-streams', { raw, type: form })
      expect([status, body.name]).toEqual([201, 'a'])
    }))

  it('stay unchanged if an update is refused', () =>
    withTenant({}, async ({ call, stream, tenant }) => {
      const made = await stream()
      const before = tenant.inspect().streams
      const update = (body: object) => call('PATCH', `/event-streams/${made.id}`, { body: body as never })
      expect((await update({ name: 'b', subscriptions: [] })).status).toBe(400)
      expect((await update({ name: 'b', status: 'x' })).status).toBe(400)
      expect(tenant.inspect().streams).toEqual(before)
      expect((await call('PATCH', `/event-streams/${'0'.repeat(26)}`, { body: {} })).status).toBe(404)
      expect((await call('PATCH', `/event-streams/${'0'.repeat(25)}`, { body: {} })).status).toBe(400)
    }))
})

describe('bodies', () => {
  it('are refused if they are too large or of another type', () =>
    withTenant({}, async ({ call }) => {
      const large = await call('POST', '/event-streams', { raw: 'x'.repeat(1_100_000) })
      expect(large.status).toBe(413)
      expect((await call('POST', '/event-streams', { raw: '<a/>', type: 'text/xml' })).status).toBe(415)
      expect((await call('GET', '/nowhere')).status).toBe(404)
    }))
})

describe('starting', () => {
  it('suggests similar names for an unknown fault', async () => {
    await expect(startTenant({ faults: ['create-name-length-129'] })).rejects.toThrow(
      /There is no fault .*"create-name-length-129-accepted".*`npx tenant-conformance serve --list-faults` lists them/,
    )
    // The message suggests no name, because no fault has a similar name.
    await expect(startTenant({ faults: ['nope'] })).rejects.toThrow(/^There is no fault "nope": `/)
    await expect(startTenant({ like: 'auth1' })).rejects.toThrow(
      /^There is no variation "auth1" \(did you mean "auth0"\?\): known: auth0\.$/,
    )
    await expect(startTenant({ like: 'auth1' })).rejects.toThrow(ConfigurationError)
  })

  it.each([-1, 1.5, 65_536, 70_000, Number.NaN])('rejects %d as a port', async (port) => {
    await expect(startTenant({ port })).rejects.toThrow(ConfigurationError)
    await expect(startTenant({ port })).rejects.toThrow(
      /^--port is .+: a port is a whole number from 0 to 65535/,
    )
  })

  it('reports that a port is in use', () =>
    withTenant({}, async ({ tenant }) => {
      const port = Number(new URL(tenant.baseUrl).port)
      await expect(startTenant({ port })).rejects.toThrow(/Port \d+ on 127.0.0.1 is in use/)
    }))

  it('shares nothing between two tenants', () =>
    withTenant({}, async (one) =>
      withTenant({}, async (other) => {
        const { id } = await one.stream()
        const authorization = `Bearer ${one.tenant.environment.TENANT_ACCESS_TOKEN}`
        const reply = await other.call('PATCH', `/event-streams/${id}`, { body: {}, authorization })
        expect(reply.status).toBe(401)
        expect((await other.call('PATCH', `/event-streams/${id}`, { body: {} })).status).toBe(404)
      }),
    ))
})
