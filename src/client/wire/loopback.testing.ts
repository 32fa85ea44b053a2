// Starts real servers on port 0 and closes them after each test.
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import { SecretMask } from '../../base/secret-mask.ts'
import type { Client, ClientOptions } from '../client.ts'
import { createClient } from '../run-client.ts'
import type { Call } from './call.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

export function closeAfterTest(close: () => unknown): void {
  closers.push(close)
}

interface Listening {
  listen(port: number, host: string, then: () => void): unknown
  address(): string | AddressInfo | null
  close(): unknown
}

export async function listen(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const port = await listen(server)
  closers.push(() => server.closeAllConnections())
  return `http://127.0.0.1:${port}`
}

export async function serveTcp(onBytes: (socket: Socket, text: string) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('data', (bytes) => onBytes(socket, bytes.toString('latin1')))
  })
  const port = await listen(server)
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${port}`
}

export function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ baseUrl, mask: new SecretMask(), ...options })
  closers.push(() => client.close())
  return client
}

export const get: Call = { method: 'GET', path: '/x', principal: 'none', operation: 'test', writes: false }
export const post: Call = { ...get, method: 'POST', body: '{}', writes: true }
