// Tests runs through a proxy. A run must refuse unsafe or incomplete settings of proxies and client
// certificates before it sends a request.
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { plainNetwork } from '../../src/client/index.ts'
import { conformance, startTenant } from '../../src/index.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starts a proxy that connects all tunnels to this port. It records the requests for tunnels. */
async function startProxy(port: number): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request) => {
    asked.push(request)
    request.socket.destroy()
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const one of [socket, onward]) sockets.add(one.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://me:canary-of-a-proxy@127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const only = ['custom-signing-keys.get.accepts', 'any.client-credentials']

test('checks a tenant that only the proxy can reach, and shows the password of the proxy nowhere', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const { port } = new URL(tenant.baseUrl)
  const proxy = await startProxy(Number(port))
  const said: string[] = []
  const report = await conformance({
    depth: 'default',
    environment: {
      ...tenant.environment,
      TENANT_BASE_URL: `http://tenant.test:${port}/api/v2`,
      HTTP_PROXY: proxy.url,
    },
    only,
    onEvent: (event) => said.push(JSON.stringify(event)),
  })
  expect(report.summary.pass).toBeGreaterThan(0)
  expect(report.summary.fail).toBe(0)
  expect(new Set(proxy.asked.map(({ method, url }) => `${method} ${url}`))).toEqual(
    new Set([`CONNECT tenant.test:${port}`]),
  )
  const password = Buffer.from('me:canary-of-a-proxy').toString('base64')
  expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(`Basic ${password}`)
  expect(report.notes.join('\n')).toMatch(/go through the proxy http:\/\/127\.0\.0\.1:\d+\./)
  for (const text of [JSON.stringify(report), ...said]) {
    expect(text).not.toContain('canary-of-a-proxy')
    expect(text).not.toContain(password)
  }
})

test('uses no proxy for the embedded tenant, nor for one on this machine', async () => {
  const proxy = await startProxy(1)
  const embedded = await conformance({
    depth: 'default',
    environment: { HTTP_PROXY: proxy.url, NO_PROXY: '' },
    only,
  })
  expect(embedded.summary.pass).toBeGreaterThan(0)
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const local = await conformance({
    depth: 'default',
    environment: { ...tenant.environment, HTTP_PROXY: proxy.url },
    only,
  })
  expect(local.summary.pass).toBeGreaterThan(0)
  expect(proxy.asked).toEqual([])
})

const settings = (environment: Readonly<Record<string, string>>, insecureHttp = false) =>
  resolveSettings({ insecureHttp }, { TENANT_ACCESS_TOKEN: 'a-token-of-a-tenant', ...environment }, false)

test('sends credentials by plain http through a remote proxy only if the operator says so', () => {
  const environment = {
    TENANT_BASE_URL: 'http://127.0.0.1:3000/api/v2',
    HTTP_PROXY: 'http://proxy.example.com:3128',
    NO_PROXY: '',
  }
  expect(() => settings(environment)).toThrow(
    'The base URL is http://127.0.0.1:3000/api/v2, reached through the proxy http://proxy.example.com:3128, and credentials would travel unencrypted',
  )
  expect(settings(environment, true).notes.join()).toContain(
    'through the proxy http://proxy.example.com:3128',
  )
  expect(settings({ ...environment, NO_PROXY: '127.0.0.1' }).connection.network).toEqual(plainNetwork)
})

test('refuses a client certificate without its key before anything is sent', () => {
  const environment = { TENANT_BASE_URL: 'https://tenant.example/api/v2', TENANT_CLIENT_CERT: 'client.pem' }
  expect(() => settings(environment)).toThrow(
    'TENANT_CLIENT_CERT is set without TENANT_CLIENT_KEY: set both or neither.',
  )
})
