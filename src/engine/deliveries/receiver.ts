// Runs the HTTP server that receives deliveries. Each inbox has its own path.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { unguessable } from '../../base/chance.ts'
import { clip } from '../../base/clip.ts'
import { nowMs, sleep } from '../../base/clock.ts'
import { ConfigurationError } from '../../base/error.ts'
import type { Secret } from '../../base/secret.ts'
import { readBody } from './body.ts'
import { Inbox } from './inbox.ts'

export interface ReceiverPlace {
  readonly host: string
  readonly port: number
  /** The URL to which the tenant sends. Null if the tenant can use the address of the listener. */
  readonly url: string | null
  /** Certificate and key in PEM. Null or absent for plain HTTP. */
  readonly tls?: { readonly certificate: string; readonly key: Secret } | null
  readonly setting: string
}

export interface ReceiverLimits {
  readonly bodyBytesMax: number
  readonly readBytesMax: number
  readonly keptBytesMax: number
  readonly deliveriesMax: number
  /** The limit for all deliveries together. */
  readonly headerBytesMax: number
  readonly inboxesMax: number
  readonly connectionsMax: number
  readonly headersMsMax: number
  readonly requestMsMax: number
}

export const receiverLimits: ReceiverLimits = {
  bodyBytesMax: 262_144,
  readBytesMax: 8_388_608,
  keptBytesMax: 33_554_432,
  deliveriesMax: 20_000,
  headerBytesMax: 16_777_216,
  inboxesMax: 1_000,
  connectionsMax: 256,
  headersMsMax: 5_000,
  requestMsMax: 15_000,
}

const straysMax = 10
const targetCharactersMax = 200

// Only these methods are deliveries, because some senders first test an address with other methods.
const deliveringMethods: readonly string[] = ['POST', 'PUT', 'PATCH']

export class Receiver {
  readonly #server: Server
  readonly #limits: ReceiverLimits
  readonly #base: string
  readonly #inboxes = new Map<string, Inbox>()
  readonly #closing = new AbortController()
  #keptBytes = 0
  #recorded = 0
  #headerBytes = 0
  readonly #strays: string[] = []

  private constructor(server: Server, base: string, limits: ReceiverLimits) {
    this.#server = server
    this.#base = base
    this.#limits = limits
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#take(request, response).catch(() => request.destroy())
    })
  }

  /** @throws ConfigurationError if the server cannot listen on the address */
  static async start(place: ReceiverPlace, limits: Partial<ReceiverLimits> = {}): Promise<Receiver> {
    const all = { ...receiverLimits, ...limits }
    const { tls = null } = place
    const bounds = {
      headersTimeout: all.headersMsMax,
      requestTimeout: all.requestMsMax,
      connectionsCheckingInterval: Math.min(1_000, all.headersMsMax),
    }
    const server =
      tls === null
        ? createServer(bounds)
        : createSecureServer({
            ...{ ...bounds, handshakeTimeout: all.headersMsMax },
            ...{ cert: tls.certificate, key: tls.key.reveal() },
          })
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    server.maxConnections = all.connectionsMax
    server.on('clientError', (_error, socket) => socket.destroy())
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new ConfigurationError(
            `The receiver of events can't listen on ${place.host}:${place.port} (${error.code}): give another address with ${place.setting}.`,
          ),
        ),
      )
      server.listen(place.port, place.host, resolve)
    })
    server.unref()
    const { port } = server.address() as AddressInfo
    const scheme = tls === null ? 'http' : 'https'
    return new Receiver(server, place.url ?? `${scheme}://${hostOf(place.host)}:${port}`, all)
  }

  get url(): string {
    return this.#base
  }

  get strays(): readonly string[] {
    return this.#strays
  }

  get inboxes(): readonly Inbox[] {
    return [...this.#inboxes.values()]
  }

  open(): Inbox {
    const name = unguessable()
    const inbox = new Inbox(`${this.#base}/${name}`)
    this.#inboxes.set(name, inbox)
    const [oldest] = this.#inboxes.keys()
    if (this.#inboxes.size > this.#limits.inboxesMax && oldest !== undefined) this.#inboxes.delete(oldest)
    return inbox
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAtMs = nowMs()
    response.on('error', () => undefined)
    // Without this header, a sender could lose a request on a connection that is about to close.
    response.setHeader('connection', 'close')
    const inbox = this.#inboxOf(request.url ?? '')
    const isDelivery = deliveringMethods.includes(request.method ?? '')
    if (inbox === undefined || !isDelivery) {
      if (inbox === undefined && isDelivery && this.#strays.length < straysMax)
        this.#strays.push(clip(request.url ?? '', targetCharactersMax))
      request.resume()
      // Some senders first ask for permission (CloudEvents web hooks, 4.2).
      if (request.method === 'OPTIONS') response.setHeader('webhook-allowed-origin', '*')
      response.writeHead(inbox === undefined ? 404 : 200).end()
      return
    }
    const { bodyBytesMax, readBytesMax, keptBytesMax } = this.#limits
    const room = Math.max(0, Math.min(bodyBytesMax, keptBytesMax - this.#keptBytes))
    // Parallel requests share the limit, so the bytes are reserved before reading.
    this.#keptBytes += room
    const body = await readBody(request, room, readBytesMax)
    this.#keptBytes -= room - Buffer.byteLength(body?.text ?? '')
    if (body === null) return
    const { status, delayMs = 0, headers: answered = {} } = inbox.nextAnswer()
    const headers = headersOf(request)
    this.#recorded += 1
    this.#headerBytes += bytesOf(headers)
    const { deliveriesMax, headerBytesMax } = this.#limits
    if (this.#recorded > deliveriesMax || this.#headerBytes > headerBytesMax) inbox.drop()
    else {
      const { text, whole } = body
      inbox.record({ method: request.method ?? '', headers, body: text, whole, receivedAtMs, status })
    }
    await sleep(delayMs, this.#closing.signal)
    response.writeHead(status, answered).end()
  }

  // A proxy may change all segments of the path except the last.
  #inboxOf(target: string): Inbox | undefined {
    const path = target.split(/[?#]/, 1)[0] ?? ''
    return this.#inboxes.get(path.replace(/\/+$/, '').split('/').at(-1) ?? '')
  }
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

function bytesOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

// A listener on all addresses is reachable at the loopback address.
function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
