// How connections are made: straight or through a proxy's tunnel, by TLS where the URL says so, for HTTP/1.1 or else HTTP/2.
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls'
import type * as undici from 'undici'
import { buildConnector, Pool } from '../undici.ts'
import { ExchangeError, failureOf } from './failure.ts'
import type { Network, ProxyServer } from './network.ts'

type Connect = undici.buildConnector.connector
type Wanted = undici.buildConnector.Options

export interface Connector {
  readonly connect: Connect
  /** Gives up what is still being made. */
  close(): Promise<void>
}

/** What a connection to the server of an http(s) URL is asked for by. A resolver knows IPv6 addresses without brackets. */
export function wantedFor(url: string): Wanted {
  const { protocol, hostname, host, port } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  // An address is no name of a server (RFC 6066, 3).
  const servername = protocol === 'https:' && isIP(name) === 0 ? { servername: name } : {}
  return { protocol, hostname: name, host, port, ...servername }
}

/** @param timeoutMs limit of each step: a connection, the answer of a proxy, the handshake */
export function createConnector(network: Network, timeoutMs: number): Connector {
  const { clientCertificate, ca } = network
  const shown =
    clientCertificate === null
      ? {}
      : { cert: clientCertificate.certificate, key: clientCertificate.key.reveal() }
  const toTenant = ca === null ? shown : { secureContext: trusting(ca, shown) }
  const toProxy = ca === null ? {} : { secureContext: trusting(ca) }
  const own = negotiating({ timeout: timeoutMs, ...toTenant })
  const pools: Pool[] = []
  const ways = new Map(
    [...network.proxies].map(([origin, proxy]) => {
      const limits = { headersTimeout: timeoutMs, connect: { timeout: timeoutMs, ...toProxy } }
      const pool = new Pool(proxy.url, limits)
      pools.push(pool)
      return [origin, negotiating({ timeout: timeoutMs, ...toTenant }, tunnelBy(proxy, pool))]
    }),
  )
  return {
    connect: (wanted, then) => (ways.get(`${wanted.protocol}//${wanted.host}`) ?? own)(wanted, then),
    close: async () => void (await Promise.all(pools.map((pool) => pool.destroy()))),
  }
}

/** A context that trusts `ca` beside what Node.js trusts by itself, SSL_CERT_FILE too: the option `ca` would replace that. */
function trusting(ca: string, options: SecureContextOptions = {}): SecureContext {
  const made = createSecureContext(options)
  made.context.addCACert(ca)
  return made
}

/**
 * Connects for HTTP/1.1, and for HTTP/2 where the server takes nothing else (RFC 7301, 3.2): what most clients speak is
 * checked, and a server that offers both is not met by chance in one or the other.
 */
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

/** As `connect`, by a tunnel where there is one. */
function through(tunnel: Connect | null, connect: Connect): Connect {
  if (tunnel === null) return connect
  return (wanted, then) =>
    tunnel(wanted, (...made) => {
      const [error, socket] = made
      if (error !== null || wanted.protocol !== 'https:') return then(...made)
      connect({ ...wanted, httpSocket: socket }, then)
    })
}

/** Opens tunnels by a proxy. A failure of the proxy's says so: the tenant has nothing to do with it. */
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
      ? 'give a user and password that it takes, as in http://user:password@host'
      : 'have it let the tenant through, or name the tenant in NO_PROXY'
  return new ExchangeError(
    'refused',
    `The proxy at ${host} refuses a tunnel to ${path} with ${status}: ${todo}.`,
  )
}

function authorityOf({ hostname, port, protocol }: Wanted): string {
  const name = hostname.includes(':') ? `[${hostname}]` : hostname
  return `${name}:${port || (protocol === 'https:' ? 443 : 80)}`
}
