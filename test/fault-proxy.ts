// A proxy that disturbs connections in the same way as networks and gateways.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { sleep } from '../src/base/clock.ts'

export interface Passage {
  /** The number of the request. The first request has the number 1. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly socket: Socket
  /** @returns the complete response as bytes of HTTP/1.1 */
  forward(): Promise<Buffer>
  /** Returns immediately if the connection is already closed. */
  write(bytes: Buffer | string): Promise<void>
}

/** A function that handles a request. */
export type Fate = (passage: Passage) => Promise<unknown> | unknown

export interface FaultProxy {
  readonly baseUrl: string
  /** The number of requests that the proxy disturbed. */
  readonly faults: number
  /** Closes all connections, and refuses new ones for the given number of milliseconds. */
  interrupt(durationMs: number): Promise<void>
  close(): Promise<void>
}

export const passOn: Fate = async ({ forward, write }) => write(await forward())

/** Returns an HTML error page like the pages of gateways. */
export const gatewayPage = (status: number): string => {
  const page = `<html><h1>${status}</h1><hr>gateway</html>`
  return `HTTP/1.1 ${status} Out of reach\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\n\r\n${page}`
}

/** @param fateOf returns the handler of a request; for most requests, it should return `passOn` */
export async function startFaultProxy(
  baseUrl: string,
  fateOf: (passage: Passage) => Fate,
): Promise<FaultProxy> {
  const { origin, pathname } = new URL(baseUrl)
  let [number, faults] = [0, 0]
  const server = createServer(async (incoming) => {
    number += 1
    // The proxy may have reset the connection while the client sent its next request. Then the proxy cannot
    // answer this request.
    const passage = await passageOf(incoming, number, origin).catch(() => null)
    if (passage === null) return
    const fate = fateOf(passage)
    if (fate !== passOn) faults += 1
    await fate(passage)
  })
  server.on('connection', (socket) => socket.on('error', () => undefined))
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    get faults() {
      return faults
    },
    async interrupt(durationMs) {
      await stop()
      await sleep(durationMs)
      await listen(port)
    },
    close: stop,
  }
}

async function passageOf(incoming: IncomingMessage, number: number, origin: string): Promise<Passage> {
  const { method = 'GET', url: path = '/', socket, headers } = incoming
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return {
    number,
    method,
    path,
    headers,
    body: bytes.toString(),
    socket,
    forward: () =>
      new Promise((resolve, reject) => {
        const onward = send(`${origin}${path}`, { method, headers, agent: false }, async (answer) => {
          const parts: Buffer[] = []
          for await (const part of answer) parts.push(part as Buffer)
          resolve(rawOf(answer, Buffer.concat(parts)))
        })
        onward.on('error', reject).end(bytes)
      }),
    write: (text) =>
      new Promise((resolve) => {
        if (socket.writable) socket.write(text, () => resolve())
        else resolve()
      }),
  }
}

function rawOf({ statusCode, statusMessage, headers }: IncomingMessage, body: Buffer): Buffer {
  const { 'transfer-encoding': _coding, connection: _connection, 'keep-alive': _alive, ...rest } = headers
  const lines = Object.entries({
    ...rest,
    ...(statusCode === 204 ? {} : { 'content-length': String(body.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`),
    body,
  ])
}
