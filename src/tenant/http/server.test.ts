// Tests the limits for clients without a valid token. Each test uses the limit and one more than the limit.
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { HTTPException } from 'hono/http-exception'
import { expect, onTestFinished, test, vi } from 'vitest'
import { leaveEarly } from '../../base/leaving.testing.ts'
import { Journal } from '../journal.ts'
import { withTenant } from '../session.testing.ts'
import { bodyBytesMax, readBody, strangersBodyBytesMax } from './body-reader.ts'
import { serverLimits } from './server.ts'

/** Sends `text`, and returns the response until the connection ends or the response matches `enough`. */
function sent(baseUrl: string, text: string, enough = /$^/): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve) => {
    let received = ''
    const socket: Socket = connect(Number(port), hostname, () => socket.write(text))
    const end = (): void => {
      socket.destroy()
      resolve(received)
    }
    socket.on('data', (bytes) => {
      received += String(bytes)
      if (enough.test(received)) end()
    })
    socket.on('error', end).on('close', end)
  })
}

const get = 'GET /api/v2/keys/custom-signing HTTP/1.1\r\nhost: x\r\n\r\n'

test('the limit of waiting requests on one connection is allowed; one more closes the connection', () =>
  withTenant({}, async ({ tenant }) => {
    const { pipelinedMax } = serverLimits
    const all = new RegExp(`(?:HTTP/1\\.1 401[^]*){${pipelinedMax}}`)
    expect(await sent(tenant.baseUrl, get.repeat(pipelinedMax), all)).toMatch(all)
    expect(await sent(tenant.baseUrl, get.repeat(pipelinedMax + 1))).not.toMatch(all)
  }))

test('a body is read up to a limit, which is lower without a valid token', () =>
  withTenant({}, async ({ tenant, call }) => {
    const raw = (bytes: number): string => JSON.stringify({ name: 'x'.repeat(bytes - 11) })
    const status = async (bytes: number, authorization?: null): Promise<number> =>
      (
        await call('POST', '/event-streams', {
          raw: raw(bytes),
          ...(authorization === null ? { authorization } : {}),
        })
      ).status
    expect(await status(bodyBytesMax)).toBe(400)
    expect(await status(bodyBytesMax + 1)).toBe(413)
    for (const bytes of [strangersBodyBytesMax, strangersBodyBytesMax + 1, bodyBytesMax + 1])
      expect(await status(bytes, null)).toBe(401)
    const kept = tenant.inspect().requests.map(({ body, status: answered }) => [answered, body.length])
    expect(kept.filter(([answered]) => answered === 401).map(([, length]) => length)).toEqual([4_000, 0, 0])
  }))

test('a connection without complete headers is closed after a time limit', () => {
  expect(serverLimits.headersMsMax).toBeLessThanOrEqual(10_000)
  expect(serverLimits.requestMsMax).toBeLessThanOrEqual(60_000)
})

test('the journal keeps a limited part of each body, and of all bodies together', () => {
  const journal = new Journal()
  const entry = { method: 'POST', path: '/', operation: null, status: 400 }
  for (let count = 0; count < 20_000; count += 1) journal.note({ ...entry, body: 'x'.repeat(4_001) })
  const kept = journal.entries.reduce((sum, { body }) => sum + body.length, 0)
  expect(kept).toBeLessThanOrEqual(33_554_432)
  expect(kept).toBeGreaterThan(16_000_000)
})

test('connections beyond the limit are closed at once', () =>
  withTenant({}, async ({ tenant }) => {
    const { hostname, port } = new URL(tenant.baseUrl)
    const beyond = 8
    let closed = 0
    const sockets = Array.from({ length: serverLimits.connectionsMax + beyond }, () =>
      connect(Number(port), hostname)
        .on('error', () => undefined)
        .on('close', () => {
          closed += 1
        })
        .resume(),
    )
    await expect.poll(() => closed, { timeout: 5_000 }).toBe(beyond)
    for (const socket of sockets) socket.destroy()
  }))

test('each response is written once, even if another module replaces the global Response', async () => {
  const own = { Request: globalThis.Request, Response: globalThis.Response }
  onTestFinished(() => {
    vi.restoreAllMocks()
    for (const [name, value] of Object.entries(own)) Object.defineProperty(globalThis, name, { value })
  })
  getRequestListener(() => new Response())
  expect(globalThis.Response).not.toBe(own.Response)
  const errors = vi.spyOn(console, 'error')
  await withTenant({}, async ({ call }) => {
    expect((await call('GET', '/keys/custom-signing')).status).toBe(200)
    expect((await call('DELETE', '/rate-limit-policies/none')).status).toBe(404)
  })
  expect(errors).not.toHaveBeenCalled()
})

test('a client that disconnects within a body causes no error, and nothing is carried out', () =>
  withTenant({}, async ({ tenant }) => {
    const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const authorization = `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`
    const headers = { authorization, 'content-type': 'application/json' }
    await leaveEarly(`${tenant.baseUrl}/event-streams`, headers)
    await leaveEarly(`${tenant.authUrl}/oauth/token`, headers)
    expect(errors).not.toHaveBeenCalled()
    expect(tenant.inspect()).toMatchObject({ streams: [], requests: [] })
  }))

test('a client that disconnects after its body, before the body is read, causes no error', async () => {
  const incoming = Object.assign(new Readable({ read: () => undefined }), { complete: true })
  incoming.push('{')
  setImmediate(() => incoming.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
  const reading = readBody(new Request('http://x/'), { incoming: incoming as unknown as IncomingMessage }, 10)
  await expect(reading).rejects.toBeInstanceOf(HTTPException)
})
