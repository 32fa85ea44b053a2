// A very small tenant that only forwards events. It conforms or has a fault. It shares no code with the
// reference tenant.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { textOf } from '../forward.ts'
import { forwarder, type Target } from './forwarder.ts'
import type { Fault, Manner } from './manner.ts'

interface Stored {
  readonly id: string
  name: string
  status: string
  subscriptions: { event_type: string }[]
  destination: Destination
  /** The values of the stream at its creation. */
  readonly first: {
    readonly name: string
    readonly status: string
    readonly subscriptions: { event_type: string }[]
    readonly destination: Destination
  }
  everDisabled: boolean
  matched: number
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

export async function startDeliveringTenant(manner: Manner = {}): Promise<DeliveringTenant> {
  const streams = new Map<string, Stored>()
  const forward = forwarder(manner)
  const isFault = (fault: Fault): boolean => manner.fault === fault

  const matches = (stream: Stored, type: string): boolean => {
    const list =
      isFault('old-subscriptions') || (isFault('new-subscriptions-late') && stream.updated)
        ? [...stream.first.subscriptions, ...(isFault('old-subscriptions') ? stream.subscriptions : [])]
        : stream.subscriptions
    const counting = isFault('first-subscription-alone') ? list.slice(0, 1) : list
    return isFault('not-subscribed') || counting.some(({ event_type }) => event_type === type)
  }
  const active = (stream: Stored): boolean => {
    const bornDisabled = stream.first.status === 'disabled'
    if (isFault('when-disabled') || (isFault('when-born-disabled') && bornDisabled)) return true
    if (stream.status !== 'enabled') return false
    if (isFault('not-enabled-later') && bornDisabled) return false
    if (isFault('not-when-renamed') && stream.name !== stream.first.name) return false
    return !(isFault('not-enabled-again') && stream.everDisabled)
  }
  const isLost = (stream: Stored): boolean => {
    stream.matched += 1
    return isFault('one-event-alone')
      ? stream.matched > 1
      : isFault('third-event-lost') && stream.matched === 3
  }
  const endpoints = (stream: Stored): Destination[] => {
    if (isFault('old-endpoint')) return [stream.first.destination]
    return isFault('both-endpoints') ? [stream.first.destination, stream.destination] : [stream.destination]
  }
  const publish = (type: string, only: string | null): { id: string } => {
    const event = { id: `evt_${randomBytes(12).toString('hex')}`, type, data: { object: { type } } }
    if (manner.unreached || (isFault('one-type-lost') && type === 'user.updated')) return event
    const older = new Set<string>()
    for (const stream of streams.values()) {
      const meant = only === null || only === stream.id || isFault('other-stream')
      const twin =
        isFault('one-of-two') &&
        stream.subscriptions.length > 1 &&
        older.has(JSON.stringify(stream.subscriptions))
      older.add(JSON.stringify(stream.subscriptions))
      const tried = manner.test === true && only === stream.id
      if (!tried && (!meant || twin || !active(stream) || !matches(stream, type) || isLost(stream))) continue
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
      else answer(202, publish(String(body.event_type), resource === 'events' || manner.wide ? null : id))
    } else if (request.method === 'POST') {
      const endpoint = (body as { destination: Destination }).destination.configuration.webhook_endpoint
      if (manner.strict && !endpoint.startsWith('https:')) return answer(400, { message: 'https only' })
      const { length } = (body as unknown as Stored).subscriptions
      if (length > (manner.subscriptionsMax ?? length)) return answer(400, { message: 'too many' })
      const made = created(body as unknown as Stored)
      streams.set(made.id, made)
      answer(201, shown(made))
    } else if (stream === undefined) answer(404, { message: 'no such stream' })
    else if (request.method === 'DELETE') answer(streams.delete(id) ? 204 : 404)
    else {
      Object.assign(stream, body)
      if (body.status === 'disabled' && stream.first.status !== 'disabled') stream.everDisabled = true
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
    matched: 0,
    id: `est_${randomBytes(11).toString('hex')}`,
    first: {
      name: body.name,
      status: body.status ?? 'enabled',
      subscriptions: body.subscriptions,
      destination: body.destination,
    },
    everDisabled: false,
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

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await textOf(request)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
