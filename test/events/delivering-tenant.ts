// A tiny tenant that only forwards events: as a tenant may, or with one fault. It shares no code with the reference tenant.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What a conforming tenant may do differently, and what none may do. */
export interface Manner {
  /** Before each delivery. */
  readonly delayMs?: number
  readonly copies?: number
  /** Waiting events of the last 200 ms go out in reverse. */
  readonly reversed?: boolean
  /** Waits before repeated attempts. */
  readonly retriesMs?: readonly number[]
  readonly payload?: 'json' | 'form'
  /** Only https endpoints are taken. */
  readonly strict?: boolean
  /** The trigger answers with this status and triggers nothing. */
  readonly triggerStatus?: number
  readonly fault?: Fault
}

export const faults = {
  never: 'any.event-delivered',
  'not-subscribed': 'any.event-not-subscribed',
  'when-disabled': 'any.event-disabled',
  'not-enabled-again': 'any.event-enabled-again',
  'old-subscriptions': 'any.event-subscriptions-updated',
  'new-subscriptions-late': 'any.event-subscriptions-updated',
  'old-endpoint': 'any.event-endpoint-updated',
  'both-endpoints': 'any.event-endpoint-updated',
  'no-authorization': 'any.event-authorization',
  'wrong-password': 'any.event-authorization',
  'credential-lost-on-update': 'any.event-authorization',
  'one-of-two': 'any.event-every-stream',
  'other-stream': 'any.event-own-stream',
} as const
export type Fault = keyof typeof faults

interface Stored {
  readonly id: string
  name: string
  status: string
  subscriptions: { event_type: string }[]
  destination: Destination
  /** The same as it was at creation. */
  readonly first: { readonly subscriptions: { event_type: string }[]; readonly destination: Destination }
  everDisabled: boolean
  updated: boolean
}

interface Destination {
  readonly type: string
  readonly configuration: {
    readonly webhook_endpoint: string
    readonly webhook_authorization?: {
      readonly method: string
      readonly username: string
      readonly password?: string
    }
  }
}

export interface DeliveringTenant {
  readonly baseUrl: string
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startDeliveringTenant(manner: Manner = {}): Promise<DeliveringTenant> {
  const streams = new Map<string, Stored>()
  const forward = forwarder(manner)
  const isFault = (fault: Fault): boolean => manner.fault === fault

  const matches = (stream: Stored, type: string): boolean => {
    const list =
      isFault('old-subscriptions') || (isFault('new-subscriptions-late') && stream.updated)
        ? [...stream.first.subscriptions, ...(isFault('old-subscriptions') ? stream.subscriptions : [])]
        : stream.subscriptions
    return isFault('not-subscribed') || list.some(({ event_type }) => event_type === type)
  }
  const active = (stream: Stored): boolean =>
    isFault('when-disabled') ||
    (stream.status === 'enabled' && !(isFault('not-enabled-again') && stream.everDisabled))
  const endpoints = (stream: Stored): Destination[] => {
    if (isFault('old-endpoint')) return [stream.first.destination]
    return isFault('both-endpoints') ? [stream.first.destination, stream.destination] : [stream.destination]
  }
  const publish = (type: string, only: string | null): { id: string } => {
    const event = { id: `evt_${randomBytes(12).toString('hex')}`, type, data: { object: { type } } }
    if (isFault('never')) return event
    const older = new Set<string>()
    for (const stream of streams.values()) {
      const meant = only === null || only === stream.id || isFault('other-stream')
      const twin =
        isFault('one-of-two') &&
        stream.subscriptions.length > 1 &&
        older.has(JSON.stringify(stream.subscriptions))
      older.add(JSON.stringify(stream.subscriptions))
      if (!meant || twin || !active(stream) || !matches(stream, type)) continue
      for (const destination of endpoints(stream))
        forward(event, authorized(destination, stream, manner.fault))
    }
    return event
  }

  const server = createServer(async (request, response) => {
    const body = await jsonOf(request)
    const [, , , resource = '', id = '', action] = (request.url ?? '').split('/')
    const answer = (status: number, value?: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(value === undefined ? '' : JSON.stringify(value))
    }
    const stream = streams.get(id)
    if (resource === 'keys') answer(200, { keys: [] })
    else if (action === 'test' || resource === 'events') {
      if (manner.triggerStatus !== undefined) answer(manner.triggerStatus, { message: 'no' })
      else answer(202, publish(String(body.event_type), resource === 'events' ? null : id))
    } else if (request.method === 'POST') {
      const endpoint = (body as { destination: Destination }).destination.configuration.webhook_endpoint
      if (manner.strict && !endpoint.startsWith('https:')) return answer(400, { message: 'https only' })
      const made = created(body as unknown as Stored)
      streams.set(made.id, made)
      answer(201, shown(made))
    } else if (stream === undefined) answer(404, { message: 'no such stream' })
    else if (request.method === 'DELETE') answer(streams.delete(id) ? 204 : 404)
    else {
      Object.assign(stream, body)
      if (body.status === 'disabled') stream.everDisabled = true
      stream.updated ||= Object.keys(body).length > 0
      answer(200, shown(stream))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v2`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function created(body: Stored): Stored {
  return {
    ...body,
    status: body.status ?? 'enabled',
    id: `est_${randomBytes(11).toString('hex')}`,
    first: { subscriptions: body.subscriptions, destination: body.destination },
    everDisabled: body.status === 'disabled',
    updated: false,
  }
}

function shown({ id, name, status, subscriptions, destination: { type, configuration } }: Stored): object {
  const { webhook_endpoint, webhook_authorization: authorization } = configuration
  const time = new Date().toISOString()
  return {
    ...{ id, name, status, subscriptions, created_at: time, updated_at: time },
    destination: {
      type,
      configuration: {
        webhook_endpoint,
        ...(authorization && {
          webhook_authorization: { method: authorization.method, username: authorization.username },
        }),
      },
    },
  }
}

interface Target {
  readonly url: string
  readonly authorization: string | null
}

function authorized(destination: Destination, stream: Stored, fault: Fault | undefined): Target {
  const { webhook_endpoint: url, webhook_authorization: basic } = destination.configuration
  const lost = fault === 'credential-lost-on-update' && stream.updated
  const password = fault === 'wrong-password' || lost ? 'another' : basic?.password
  if (basic === undefined || fault === 'no-authorization') return { url, authorization: null }
  return {
    url,
    authorization: `Basic ${Buffer.from(`${basic.username}:${password ?? ''}`).toString('base64')}`,
  }
}

function forwarder(manner: Manner): (event: object, target: Target) => void {
  const { delayMs = 0, copies = 1, reversed = false, retriesMs = [20, 40] } = manner
  const held: (() => void)[] = []
  const send = async (event: object, { url, authorization }: Target): Promise<void> => {
    await wait(delayMs)
    const form = manner.payload === 'form'
    for (const pauseMs of [0, ...retriesMs]) {
      await wait(pauseMs)
      const status = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/cloudevents+json',
          ...(authorization === null ? {} : { authorization }),
        },
        body: form ? 'event=1' : JSON.stringify(event),
      }).then(
        (response) => response.status,
        () => 0,
      )
      if (status >= 200 && status < 300) return
    }
  }
  return (event, target) => {
    const begin = (): void => {
      for (let copy = 0; copy < copies; copy += 1) void send(event, target)
    }
    if (!reversed) return begin()
    if (held.length === 0)
      void wait(200).then(async () => {
        for (const next of held.splice(0).reverse()) {
          next()
          await wait(10)
        }
      })
    held.push(begin)
  }
}

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
