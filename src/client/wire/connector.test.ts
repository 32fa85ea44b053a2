// Opens connections to real servers: TLS, HTTP/2, IPv6 and tunnels through proxies.
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Secret } from '../../base/secret.ts'
import { type Authority, createAuthority } from '../tokens/authority.testing.ts'
import { clientFor, closeAfterTest, get, listen, post, serve, serveTcp } from './loopback.testing.ts'
import { type Network, type ProxyServer, plainNetwork } from './network.ts'

const local = 'DNS:localhost,IP:127.0.0.1,IP:::1,DNS:tenant.test'
const answer: RequestListener = (request, response) => void response.end(request.httpVersion)

async function serveTls(authority: Authority, options: object = {}): Promise<number> {
  const server = createHttpsServer({ ...authority.issue('server', local), ...options }, answer)
  closeAfterTest(() => server.closeAllConnections())
  return listen(server)
}

const failureAt = async (url: string, network: Partial<Network>) => {
  const { response, failure } = await clientFor(url, { network: { ...plainNetwork, ...network } }).send(get)
  expect(response).toBeNull()
  return failure
}
const bodyAt = async (url: string, network: Partial<Network>) => {
  const { response, failure } = await clientFor(url, { network: { ...plainNetwork, ...network } }).send(post)
  expect(failure).toBeNull()
  return response?.body
}

/** Only this proxy can resolve the name of the tenant. */
async function serveProxy(port: number, refusal = 0) {
  const asked: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server = createHttpServer((request, response) => {
    asked.push(request)
    response.writeHead(400).end()
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request)
    sockets.add(socket.on('error', () => undefined))
    if (refusal !== 0) return socket.end(`HTTP/1.1 ${refusal} Refused\r\ncontent-length: 0\r\n\r\n`)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    sockets.add(onward.on('error', () => socket.destroy()))
    return onward
  })
  closeAfterTest(() => {
    for (const socket of sockets) socket.destroy()
  })
  return { asked, url: `http://127.0.0.1:${await listen(server)}` }
}

const by = (origin: string, url: string, authorization: string | null = null): Partial<Network> => {
  const proxy: ProxyServer = { url, authorization: authorization === null ? null : new Secret(authorization) }
  return { proxies: new Map([[origin, proxy]]) }
}

test('reports a certificate of an unknown authority, for another name, or expired', async () => {
  const authority = createAuthority()
  const { ca } = authority
  const url = `https://127.0.0.1:${await serveTls(authority)}`
  expect(await bodyAt(url, { ca })).toBe('1.1')
  expect(await failureAt(url, {})).toMatchObject({
    kind: 'tls',
    message: expect.stringContaining('not trusted'),
  })
  for (const [issued, why] of [
    [authority.issue('other', 'DNS:other.example'), 'is for another host (ERR_TLS_CERT_ALTNAME_INVALID)'],
    [authority.issue('old', local, -1), 'has expired (CERT_HAS_EXPIRED)'],
  ] as const) {
    const port = await serveTls(authority, issued)
    expect(await failureAt(`https://127.0.0.1:${port}`, { ca })).toMatchObject({
      kind: 'tls',
      message: expect.stringContaining(why),
    })
  }
})

test('a client certificate is sent to a tenant that requests one', async () => {
  const authority = createAuthority()
  const { ca } = authority
  const { cert, key } = authority.issue('client', 'DNS:client')
  const port = await serveTls(authority, { requestCert: true, rejectUnauthorized: true, ca })
  const clientCertificate = { certificate: cert, key: new Secret(key) }
  expect(await bodyAt(`https://127.0.0.1:${port}`, { ca, clientCertificate })).toBe('1.1')
  const failure = await failureAt(`https://127.0.0.1:${port}`, { ca })
  // The server sends a TLS alert, or closes the connection.
  expect(failure?.message).toContain('TENANT_CLIENT_CERT')
})

test('a tenant without HTTP/1.1 gets HTTP/2, and a tenant with both gets HTTP/1.1', async () => {
  const authority = createAuthority()
  const { ca } = authority
  for (const [allowHTTP1, version] of [
    [false, '2.0'],
    [true, '1.1'],
  ] as const) {
    const server = createSecureServer(
      { ...authority.issue('server', local), allowHTTP1 },
      (request, response) => {
        response.end(request.httpVersion)
      },
    )
    const sessions = new Set<{ destroy(): void }>()
    server.on('session', (session) => sessions.add(session))
    closeAfterTest(() => {
      for (const session of sessions) session.destroy()
    })
    const port = await listen(server)
    expect(await bodyAt(`https://127.0.0.1:${port}`, { ca })).toBe(version)
    const proxy = await serveProxy(port)
    expect(await bodyAt('https://tenant.test', { ca, ...by('https://tenant.test', proxy.url) })).toBe(version)
  }
})

test('a tenant with only an IPv6 address is reached', async () => {
  const server = createHttpServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve))
  closeAfterTest(() => server.close())
  closeAfterTest(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const url = `http://[::1]:${port}`
  expect(await bodyAt(url, {})).toBe('1.1')
  const expecting = { ...post, headers: { expect: '100-continue' } }
  expect((await clientFor(url).send(expecting)).response?.body).toBe('1.1')
})

test('a proxy opens a tunnel to the tenant, and sees only its name', async () => {
  const authority = createAuthority()
  const { ca } = authority
  const proxy = await serveProxy(await serveTls(authority))
  const url = 'https://tenant.test'
  expect(await bodyAt(url, { ca, ...by(url, proxy.url, 'Basic abc') })).toBe('1.1')
  expect(proxy.asked.map(({ method, url }) => [method, url])).toEqual([['CONNECT', 'tenant.test:443']])
  expect(proxy.asked[0]?.headers).toMatchObject({ 'proxy-authorization': 'Basic abc' })
  const heard: (string | undefined)[] = []
  const plain = await serve((request, response) => {
    heard.push(request.headers['proxy-authorization'])
    response.end()
  })
  const tunnelled = await serveProxy(Number(new URL(plain).port))
  await bodyAt('http://tenant.test:81', by('http://tenant.test:81', tunnelled.url, 'Basic abc'))
  expect(tunnelled.asked.map(({ method, url }) => [method, url])).toEqual([['CONNECT', 'tenant.test:81']])
  expect(heard).toEqual([undefined])
})

test("messages do not blame the tenant for a proxy's errors", async () => {
  const refusing = await serveProxy(0, 407)
  const forbidding = await serveProxy(0, 403)
  const garbled = await serveTcp((socket) => socket.end('nonsense\r\n\r\n'))
  const silent = await serveTcp(() => undefined)
  const url = 'https://tenant.test'
  for (const [proxy, kind, words] of [
    [refusing.url, 'refused', 'tenant.test:443 with 407: give a user and password'],
    [forbidding.url, 'refused', 'tenant.test:443 with 403: let the proxy allow the tenant'],
    ['http://127.0.0.1:1', 'refused', 'accepts no connection (ECONNREFUSED)'],
    [garbled, 'malformed', 'not an HTTP/1.1 response'],
  ] as const)
    expect(await failureAt(url, by(url, proxy))).toMatchObject({
      kind,
      message: expect.stringMatching(`^The proxy at 127.0.0.1:\\d+ .*${words.replace(/[()]/g, '\\$&')}`),
    })
  const network = { ...plainNetwork, ...by(url, silent) }
  expect((await clientFor(url, { network, timeoutMs: 200 }).send(post)).failure?.kind).toBe('timeout')
})
