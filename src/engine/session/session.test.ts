// Tests that the run renews a token if the end of the token explains a refusal.
import { expect, test } from 'vitest'
import { statusOf } from '../../base/exchange.ts'
import { Secret } from '../../base/secret.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import { serve } from '../../client/wire/loopback.testing.ts'
import { Inconclusive } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import type { Request } from '../requests/request.ts'
import { configOf, settingOf } from '../setting.testing.ts'
import type { SendOptions } from './session.ts'

const request: Request = {
  operation: 'custom-signing-keys.get',
  method: 'GET',
  path: '/keys/custom-signing',
  effect: 'none',
  intent: 'valid',
}

/** Starts a tenant that issues the tokens "token-1", "token-2" and so on. */
async function tenantThat(
  answer: (token: string) => number,
  expiresInS: number,
  given: Partial<RunConfig> = {},
) {
  let issued = 0
  const carried: string[] = []
  const client = { id: 'client', secret: new Secret('a-secret-of-the-client') }
  const origin = await serve((incoming, response) => {
    response.setHeader('content-type', 'application/json')
    if (incoming.url?.startsWith('/oauth/token') === true) {
      issued += 1
      response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: expiresInS }))
      return
    }
    const token = (incoming.headers.authorization ?? '').replace('Bearer ', '')
    carried.push(token)
    response.writeHead(answer(token)).end('{"keys":[]}')
  })
  const { session } = settingOf(
    configOf({
      baseUrl: `${origin}/api/v2`,
      tokenUrl: `${origin}/oauth/token/`,
      full: { accessToken: null, client },
      limited: { accessToken: null, client },
      nonGlobal: { accessToken: null, client },
      mask: new SecretMask(),
      ...given,
    }),
  )
  const send = async (changed: Partial<Request> = {}, options: SendOptions = {}): Promise<number> =>
    statusOf(await session.send({ ...request, ...changed }, options))
  return { send, carried, session, issued: () => issued }
}

const longLivedS = 3_600
const onlySecond = (status: number) => (token: string) => (token === 'token-2' ? 200 : status)

test.each([302, 400, 401, 404, 499])(
  'after %i for a token that may have expired, the run requests another token',
  async (status) => {
    const { send, carried } = await tenantThat(onlySecond(status), 0)
    expect(await send()).toBe(200)
    expect(carried).toEqual(['token-1', 'token-2'])
  },
)

test.each([500, 503])('%i is no refusal of a token', async (status) => {
  const { send, carried } = await tenantThat(onlySecond(status), 0)
  expect(await send()).toBe(status)
  expect(carried).toEqual(['token-1'])
})

test.each([400, 404])('if a token that has not expired gets %i, the response counts', async (status) => {
  const { send, carried } = await tenantThat(onlySecond(status), longLivedS)
  expect(await send()).toBe(status)
  expect(carried).toEqual(['token-1'])
})

test('401 may mean that the token was revoked before its expiry', async () => {
  const { send, carried } = await tenantThat(onlySecond(401), longLivedS)
  expect(await send()).toBe(200)
  expect(carried).toEqual(['token-1', 'token-2'])
})

test('401 to a token that is immediately accepted again does not mean expiry', async () => {
  let requests = 0
  const { send, carried, session } = await tenantThat(() => (++requests % 10 === 0 ? 401 : 200), longLivedS)
  for (let sent = 0; sent < 60; sent += 1) expect(await send()).toBe(200)
  expect(new Set(carried)).toEqual(new Set(['token-1']))
  expect(session.monitor.passingRefusals.conclude()).toEqual([])
  expect(session.monitor.passingRefusals.notes()).toEqual([
    'A valid token was refused with 401, but accepted when the request was repeated: 6 times in the run.',
  ])
  for (let sent = 0; sent < 30; sent += 1) expect(await send()).toBe(200)
  expect(session.monitor.passingRefusals.conclude()).toMatchObject([
    ...Array(3).fill({ clause: 'custom-signing-keys.get.accepts', says: 'violated' }),
  ])
  expect(session.monitor.passingRefusals.notes()).toEqual([])
})

test('if a fresh token also gets 401, the response counts', async () => {
  const { send, carried } = await tenantThat(() => 401, longLivedS)
  expect(await send()).toBe(401)
  expect(carried).toEqual(['token-1', 'token-2'])
})

test('401 is the response if the request had to be refused', async () => {
  const { send, carried } = await tenantThat(onlySecond(401), longLivedS)
  expect(await send({ intent: 'unauthorised' })).toBe(401)
  expect(carried).toEqual(['token-1'])
})

test('the token of a principal that must be refused is renewed once before its 401 is judged', async () => {
  const { send, carried, session } = await tenantThat(
    (token) => (token === 'token-1' ? 401 : 403),
    longLivedS,
  )
  expect(await send({ intent: 'unauthorised' }, { as: 'limited' })).toBe(403)
  expect(carried).toEqual(['token-1', 'token-2'])
  expect(session.principals.refusals.endedEarly).toBe(true)
})

test('a token that is refused after renewal is not renewed again until a token was accepted', async () => {
  let isServed = false
  const { send, carried, session, issued } = await tenantThat(() => (isServed ? 403 : 401), longLivedS)
  const ask = () => send({ intent: 'unauthorised' }, { as: 'nonGlobal' })
  for (const _ of [1, 2, 3]) expect(await ask()).toBe(401)
  expect(carried).toEqual(['token-1', 'token-2', 'token-2', 'token-2'])
  expect(session.principals.refusals.endedEarly).toBe(false)
  isServed = true
  expect(await ask()).toBe(403)
  isServed = false
  expect(await ask()).toBe(401)
  expect(issued()).toBe(3)
})

test('if tokens expire early, the replacement token may have expired too', async () => {
  let good = 'token-2'
  const { send, carried, session } = await tenantThat((token) => (token === good ? 200 : 401), longLivedS)
  expect(await send()).toBe(200)
  expect(session.principals.refusals.endedEarly).toBe(true)
  good = 'token-5'
  expect(await send()).toBe(200)
  expect(new Set(carried)).toEqual(new Set(['token-1', 'token-2', 'token-3', 'token-4', 'token-5']))
})

test('the 401 of a user’s token proves nothing if the tenant revoked other tokens', async () => {
  const limited = { accessToken: new Secret('a-token-that-was-given'), client: null }
  const { send } = await tenantThat((token) => (token === 'token-2' ? 200 : 401), longLivedS, { limited })
  const ask = () => send({ intent: 'unauthorised' }, { as: 'limited' })
  expect(await ask()).toBe(401)
  expect(await send()).toBe(200)
  await expect(ask()).rejects.toThrow(
    'the tenant ended tokens during the run, perhaps also the token of limited: supply a fresh TENANT_LIMITED',
  )
})

test('after tokens expire one after another the run gives up and judges no response', async () => {
  const { send, carried } = await tenantThat(() => 404, 0)
  await expect(send()).rejects.toThrow(Inconclusive)
  expect(carried).toEqual([1, 2, 3, 4, 5, 6].map((number) => `token-${number}`))
})

test('in the clean-up, the 401 counts, because the run must report the remaining resources', async () => {
  const { send, carried } = await tenantThat(() => 404, 0)
  expect(await send({}, { cleaning: true })).toBe(404)
  expect(carried).toHaveLength(6)
})

test('a revoked token from the user is not sent again', async () => {
  let requests = 0
  const origin = await serve((_, response) => {
    requests += 1
    response.writeHead(401).end()
  })
  const { session } = settingOf(configOf({ baseUrl: `${origin}/api/v2` }))
  expect(statusOf(await session.send(request))).toBe(401)
  expect(requests).toBe(1)
})

test('a forged token is never replaced, because the tenant must refuse it', async () => {
  const { send, carried } = await tenantThat(() => 401, 0)
  expect(await send({}, { as: 'wrong-scheme' })).toBe(401)
  expect(carried).toEqual(['Basic token-1'])
})
