// Opens connections, directly or through a proxy. Prefers HTTP/1.1 to HTTP/2.
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls'
import type * as undici from 'undici'
import type { ConnectionOptions } from '../client.ts'
import { buildConnector, Pool } from '../undici.ts'
import { ExchangeError, failureOf } from './failure.ts'
import type { ProxyServer } from './network.ts'

type Connect = undici.buildConnector.connector
type Wanted = undici.buildConnector.Options

export interface Connector {
  readonly connect: Connect
  close(): Promise<void>
}

export function wantedFor(url: string): Wanted {
  const { protocol, hostname, host, port } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  // TLS does not allow an IP address as a server name (RFC 6066, section 3).
  const servername = protocol === 'https:' && isIP(name) === 0 ? { servername: name } : {}
  return { protocol, hostname: name, host, port, ...servername }
}

/** The time limit holds for each step: connection, response of the proxy, and TLS handshake. */
export function createConnector({ network, timeoutMs: timeout }: ConnectionOptions): Connector {
  const { clientCertificate, ca } = network
  const shown =
    clientCertificate === null
      ? {}
      : { cert: clientCertificate.certificate, key: clientCertificate.key.reveal() }
  const toTenant = ca === null ? shown : { secureContext: trusting(ca, shown) }
  const toProxy = ca === null ? {} : { secureContext: trusting(ca) }
  const own = negotiating({ timeout, ...toTenant })
  const pools: Pool[] = []
  const ways = new Map(
    [...network.proxies].map(([origin, proxy]) => {
      const limits = { headersTimeout: timeout, connect: { timeout, ...toProxy } }
      const pool = new Pool(proxy.url, limits)
      pools.push(pool)
      return [origin, negotiating({ timeout, ...toTenant }, tunnelBy(proxy, pool))]
    }),
  )
  return {
    connect: (wanted, then) => (ways.get(`${wanted.protocol}//${wanted.host}`) ?? own)(wanted, then),
    close: async () => void (await Promise.all(pools.map((pool) => pool.destroy()))),
  }
}

/** Adds a certificate authority. The option `ca` of TLS would replace the authorities of Node.js. */
function trusting(ca: string, options: SecureContextOptions = {}): SecureContext {
  const made = createSecureContext(options)
  made.context.addCACert(ca)
  return made
}

/** Prefers HTTP/1.1 (RFC 7301, section 3.2), so all connections to one server use the same protocol. */
function negotiating(options: undici.buildConnector.BuildOptions, tunnel: Connect | null = null): Connect {
  const http1 = through(tunnel, buildConnector(options))
  const http2 = through(tunnel, buildConnector({ ...options, allowH2: true }))
  const http2Only = new Set<string>()
  return (wanted, then) => {
    const { hostname, port } = wanted
    const server = `${hostname}:${port}`
    if (http2Only.has(server)) return http2(wanted, then)
    http1(wanted, (...made) => {
      if (!takesNoHttp1(made[0])) return then(...made)
      http2Only.add(server)
      http2(wanted, then)
    })
  }
}

function takesNoHttp1(error: Error | null): boolean {
  return error !== null && 'code' in error && error.code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'
}

function through(tunnel: Connect | null, connect: Connect): Connect {
  if (tunnel === null) return connect
  return (wanted, then) =>
    tunnel(wanted, (...made) => {
      const [error, socket] = made
      if (error !== null || wanted.protocol !== 'https:') return then(...made)
      connect({ ...wanted, httpSocket: socket }, then)
    })
}

/** Opens a tunnel through a proxy. Error messages name the proxy instead of the tenant. */
function tunnelBy({ url, authorization }: ProxyServer, pool: Pool): Connect {
  const { host, protocol } = new URL(url)
  return (wanted, then) => {
    const path = authorityOf(wanted)
    const headers = {
      host: path,
      ...(authorization === null ? {} : { 'proxy-authorization': authorization.reveal() }),
    }
    pool.connect({ path, headers }).then(
      ({ socket, statusCode }) => {
        if (statusCode >= 200 && statusCode < 300) return then(null, socket as never)
        socket.on('error', () => undefined).destroy()
        then(refusalOf(host, statusCode, path), null)
      },
      (error: unknown) => {
        const place = { server: 'proxy', host, secure: protocol === 'https:', answered: false } as const
        const { kind, message } = failureOf(error, place)
        then(new ExchangeError(kind, message), null)
      },
    )
  }
}

function refusalOf(host: string, status: number, path: string): ExchangeError {
  const todo =
    status === 407
      ? 'give a user and password that the proxy accepts, as in http://user:password@host'
      : 'let the proxy allow the tenant, or name the tenant in NO_PROXY'
  return new ExchangeError(
    'refused',
    `The proxy at ${host} refuses a tunnel to ${path} with ${status}: ${todo}.`,
  )
}

function authorityOf({ hostname, port, protocol }: Wanted): string {
  const name = hostname.includes(':') ? `[${hostname}]` : hostname
  return `${name}:${port || (protocol === 'https:' ? 443 : 80)}`
}
