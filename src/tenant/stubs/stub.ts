// Starts servers that are not tenants. A run against such a server must never pass.

import { createServer } from 'node:http'
import type { Server, Socket } from 'node:net'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { ConfigurationError } from '../../base/error.ts'
import { didYouMean } from '../../base/text/nearest.ts'
import { bodies } from './broken-bodies.ts'
import { fixedResponses, type StubHandler } from './fixed-responses.ts'

export interface StubServer {
  /** The base URL, including the path of the API. */
  readonly baseUrl: string
  close(): Promise<void>
}

type Starter = () => Server

const web =
  (answer: StubHandler): Starter =>
  () =>
    createServer((request, response) => {
      // The client may disconnect while the server writes.
      response.on('error', () => undefined)
      answer(request, response)
    })

const starters: ReadonlyMap<string, Starter> = new Map([
  ...[...fixedResponses, ...bodies].map(([name, answer]) => [name, web(answer)] as const),
  ['closes', () => createRawServer((socket) => void socket.destroy())],
  [
    'closes-after-request',
    () => createRawServer((socket) => void socket.once('data', () => socket.destroy())),
  ],
  ['resets', () => createRawServer((socket) => void socket.once('data', () => socket.resetAndDestroy()))],
  ['hangs', () => createRawServer(() => undefined)],
  ['no-http', () => createRawServer((socket) => void socket.end('220 mail.tenant.example ESMTP\r\n'))],
  // This server needs no certificate, because a plain HTTP request fails before the TLS handshake.
  ['tls-on-plain-port', () => createTlsServer({}).on('tlsClientError', () => undefined)],
])

/** The names of all stubs. The stub `dead-port` is an address on which no server listens. */
export const stubNames: readonly string[] = ['dead-port', ...starters.keys()]

/** @throws ConfigurationError for an unknown name */
export async function startStub(name: string): Promise<StubServer> {
  const starter = name === 'dead-port' ? () => createRawServer() : starters.get(name)
  if (starter === undefined)
    throw new ConfigurationError(
      `Unknown stub server "${name}"${didYouMean(name, stubNames)}: the stub servers are ${stubNames.join(', ')}.`,
    )
  const server = starter()
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  if (name === 'dead-port') await close()
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v2`,
    close: name === 'dead-port' ? async () => undefined : close,
  }
}
