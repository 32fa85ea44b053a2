// Runs the hono application on a Node.js server.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import type { Variation } from '../variations/variation.ts'

export const serverLimits = {
  connectionsMax: 512,
  /** Limits the waiting requests of a connection. A client that waits for each response has only one. */
  pipelinedMax: 16,
  headersMsMax: 10_000,
  requestMsMax: 60_000,
}

/** PEM texts. The certificate includes its chain. */
export interface ServerCertificate {
  readonly certificate: string
  readonly key: string
}

/** Returns true if it sent a response. The tenant then sends none. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

export interface Listening {
  readonly port: number
  /** The server does not respond to requests that arrive before the first call. */
  answerWith(app: Hono, front?: Front): void
  /** Closes the server and all open connections. */
  close(): Promise<void>
}

/**
 * Opens the port before the tenant starts, because the issuer in the tenant's tokens contains the port.
 * @param port 0 for any free port
 * @throws ConfigurationError for an unusable port
 */
export async function listen(
  host: string,
  port: number,
  variation: Pick<Variation, 'connection' | 'headerCase'>,
  tls: ServerCertificate | null = null,
): Promise<Listening> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigurationError(`--port is ${port}: a port is a whole number from 0 to 65535.`)
  const { connectionsMax, headersMsMax, requestMsMax } = serverLimits
  const limits = {
    headersTimeout: headersMsMax,
    requestTimeout: requestMsMax,
    connectionsCheckingInterval: 1_000,
  }
  const server =
    tls === null
      ? createServer(limits)
      : createSecureServer({
          ...{ ...limits, cert: tls.certificate, key: tls.key },
          handshakeTimeout: headersMsMax,
        })
  server.maxConnections = connectionsMax
  return {
    port: await open(server, host, port),
    answerWith(app, front) {
      const answer = getRequestListener(
        async (request, connection) => {
          const response = await app.fetch(request, connection)
          if (connection.outgoing.headersSent) throw written
          return response
        },
        { overrideGlobalObjects: false, errorHandler },
      )
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        if (!mayWait(request, response)) return
        if (front?.(request, response)) return
        if (variation.connection === 'close') response.shouldKeepAlive = false
        if (variation.headerCase !== 'lower') recase(response, variation.headerCase)
        void answer(request, response)
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// The adapter's own signal for a written response fails if a library replaced the global Response.
const written = new Error('the response was written already')

function errorHandler(error: unknown): Response | undefined {
  return error === written ? undefined : new Response(null, { status: 500 })
}

const waiting = new WeakMap<Socket, number>()

/** Returns whether the request may wait. If too many requests wait, closes the connection. */
function mayWait({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const count = (waiting.get(socket) ?? 0) + 1
  waiting.set(socket, count)
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  if (count > serverLimits.pipelinedMax) socket.destroy()
  return count <= serverLimits.pipelinedMax
}

function open(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new ConfigurationError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} on ${host} is in use: choose another port, or 0 for any free port.`
            : `The tenant can't listen on ${host}:${port} (${messageOf(error)}): choose another address.`,
        ),
      )
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

// Changes the letter case of header names. Clients must ignore the case (RFC 9110, section 5.1).
function recase(response: ServerResponse, style: 'canonical' | 'upper'): void {
  const write = response.writeHead.bind(response) as (status: number, headers?: object) => ServerResponse
  const rename = (name: string): string =>
    style === 'upper'
      ? name.toUpperCase()
      : name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace('Ratelimit', 'RateLimit')
  response.writeHead = (status: number, headers: unknown) =>
    typeof headers === 'object' && headers !== null && !Array.isArray(headers)
      ? write(
          status,
          Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value])),
        )
      : write(status, headers as object)
}
