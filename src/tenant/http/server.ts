// The server: hono on node, listening, with the connection and header style of the variation.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import type { Variation } from '../variations/variation.ts'

/** What the server grants to whoever connects. */
export const serverLimits = {
  connectionsMax: 512,
  /** Requests on one connection that wait for their answer; a client that sends one after the other has a single one. */
  pipelinedMax: 16,
  headersMsMax: 10_000,
  requestMsMax: 60_000,
}

/** A certificate with its chain, and its key, both PEM. */
export interface ServerCertificate {
  readonly certificate: string
  readonly key: string
}

/** Sees a request before the application does. Returns whether it has answered it. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

export interface Listening {
  readonly port: number
  /** Requests are answered by this application from now on; before the first one they wait. */
  answerWith(app: Hono, front?: Front): void
  /** Resolves when no connection is left; open ones are cut. */
  close(): Promise<void>
}

/**
 * A server whose port is known before its application is, since tokens name their issuer by it.
 * @param port 0 for any free one
 * @throws ConfigurationError where the port is none, or can't be listened on
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

// Says that a handler has written its response itself. The adapter has a response that says so, but does not know it again where the
// global Response was replaced, as the adapter does by default in whoever else uses it in this process.
const written = new Error('the response was written already')

function errorHandler(error: unknown): Response | undefined {
  return error === written ? undefined : new Response(null, { status: 500 })
}

const waiting = new WeakMap<Socket, number>()

/** Counts a request among those of its connection that wait for an answer; ends the connection where they are too many. */
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
            ? `Port ${port} on ${host} is in use: choose another one, or 0 for any that is free.`
            : `The tenant can't listen on ${host}:${port} (${messageOf(error)}): choose another address.`,
        ),
      )
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

// Field names mean the same in any letter case (RFC 9110, 5.1); the adapter writes them in lower case.
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
