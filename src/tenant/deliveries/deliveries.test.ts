// Tests the forwarding of events (part 6 of the specification) to a working receiver and to faulty receivers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { withTenant } from '../session.testing.ts'
import { startStub } from '../stubs/index.ts'
import type { Tenant } from '../tenant.ts'

interface Received {
  readonly path: string
  readonly authorization: string | undefined
  readonly event: JsonObject
}

async function withReceiver(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void,
  use: (url: string, received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject
      received.push({ path: request.url ?? '', authorization: request.headers.authorization, event })
      answer(response, received.length, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, received)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const to = (webhook_endpoint: string): JsonObject => ({
  type: 'webhook',
  configuration: {
    webhook_endpoint,
    webhook_authorization: { method: 'basic', username: 'me', password: 'secret' },
  },
})
const ok = (response: ServerResponse): void => void response.writeHead(204).end()
const quick = {
  delivery: {
    waitsMs: [20, 40],
    delayMs: 0,
    // The time limit is longer than a test, so that a slow receiver on a busy machine does not time out.
    timeoutMs: 600_000,
    copies: 1,
    order: 'oldest-first',
    batch: 'none',
    authorization: 'at-once',
    reach: 'all',
    vendorMembers: false,
  },
} as const
const arriving = { timeout: 20_000 }
const trigger = { body: { event_type: 'user.created' } }
/** Waits until no delivery is left. A busy machine can take long. */
const settled = (tenant: Tenant): Promise<void> =>
  vi.waitFor(() => expect(tenant.stored().deliveries ?? []).toEqual([]), arriving)

describe('an event', () => {
  it('is forwarded as a CloudEvent, with the configured authorization', () =>
    withReceiver(ok, (url, received) =>
      withTenant({}, async ({ call, stream }) => {
        const { id } = await stream({ destination: to(`${url}/one`) })
        const { status, body } = await call('POST', `/event-streams/${id}/test`, trigger)
        expect([status, body.status]).toEqual([202, 'pending'])
        await vi.waitFor(() => expect(received).toHaveLength(1), arriving)
        expect(received[0]).toEqual({
          path: '/one',
          authorization: `Basic ${btoa('me:secret')}`,
          event: expect.anything(),
        })
        expect(received[0]?.event).toMatchObject({
          specversion: '1.0',
          type: 'user.created',
          id: String(body.id),
        })
      }),
    ))

  it('goes only to enabled streams that subscribe to it', () =>
    withReceiver(ok, (url, received) =>
      withTenant({}, async ({ call, stream, tenant }) => {
        await stream({ destination: to(`${url}/one`) })
        await stream({ destination: to(`${url}/two`) })
        await stream({ destination: to(`${url}/off`), status: 'disabled' })
        await stream({ destination: to(`${url}/other`), subscriptions: [{ event_type: 'user.deleted' }] })
        await call('POST', '/events', trigger)
        await settled(tenant)
        expect(received.map(({ path }) => path).sort()).toEqual(['/one', '/two'])
      }),
    ))

  it('is sent again after a 5xx and not after a 4xx; a redirect is not followed', () =>
    withReceiver(
      (response, _count, { url }) => {
        if (url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end()
        else response.writeHead(Number(url?.slice(1))).end()
      },
      (url, received) =>
        withTenant({ variation: quick }, async ({ call, stream, tenant }) => {
          for (const path of ['/500', '/410', '/moved']) await stream({ destination: to(url + path) })
          await call('POST', '/events', trigger)
          await settled(tenant)
          expect(received.map(({ path }) => path).sort()).toEqual([
            ...['/410', '/500', '/500', '/500', '/moved', '/moved', '/moved'],
          ])
        }),
    ))

  it('is not sent again after its stream is disabled or deleted', () =>
    withReceiver(
      (response) => void response.writeHead(500).end(),
      (url, received) =>
        withTenant({}, async ({ call, stream, tenant }) => {
          const off = await stream({ destination: to(`${url}/off`) })
          const gone = await stream({ destination: to(`${url}/gone`) })
          await call('POST', '/events', trigger)
          await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(2), arriving)
          await call('PATCH', `/event-streams/${off.id}`, { body: { status: 'disabled' } })
          await call('DELETE', `/event-streams/${gone.id}`)
          const sent = received.length
          await settled(tenant)
          expect(received).toHaveLength(sent)
        }),
    ))

  it('goes to loopback addresses only', () =>
    withTenant({ variation: quick }, async ({ call, stream, tenant }) => {
      for (const url of [
        'http://192.0.2.1/',
        'http://receiver.tenant.example/',
        'ftp://127.0.0.1/',
        'no address',
      ])
        await stream({ destination: to(url) })
      await call('POST', '/events', trigger)
      await settled(tenant)
      expect(tenant.inspect().deliveries).toEqual([])
    }))
})

describe('a faulty receiver', () => {
  it.each([
    'hangs',
    'endless-body',
    'dripping-body',
    'closes',
    'resets',
    'tls-on-plain-port',
    'dead-port',
    'no-http',
  ])('(%s) delays neither the API, nor other streams, nor the stop of the tenant', async (name) => {
    const stub = await startStub(name)
    try {
      await withReceiver(ok, (url, received) =>
        withTenant({ variation: quick }, async ({ call, stream, tenant }) => {
          await stream({ destination: to(stub.baseUrl) })
          await stream({ destination: to(`${url}/well`) })
          for (let n = 0; n < 3; n++) expect((await call('POST', '/events', trigger)).status).toBe(202)
          await vi.waitFor(() => expect(received).toHaveLength(3), arriving)
          await tenant.close()
        }),
      )
    } finally {
      await stub.close()
    }
  })
})
