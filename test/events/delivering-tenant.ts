// A very small tenant that only forwards events. It conforms or has a fault. It shares no code with the
// reference tenant.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The behaviour of the tenant: conforming variations, and one fault. */
export interface Manner {
  readonly delayMs?: number
  readonly copies?: number
  /** True reverses the order of the events of the last 200 ms. */
  readonly reversed?: boolean
  /** The pauses before repeated attempts. */
  readonly retriesMs?: readonly number[]
  readonly payload?: 'json' | 'form'
  /** Joins all events of 200 ms in one body. */
  readonly batch?: 'array' | 'object'
  /** True forwards the event to every stream that subscribes to its type. */
  readonly wide?: boolean
  /** True ignores the subscriptions and the state of the stream when an event is triggered. */
  readonly test?: boolean
  /** True if the tenant cannot reach the receiver. */
  readonly unreached?: boolean
  /** True sends the credentials only after a 401 response. */
  readonly whenAsked?: boolean
  /** True accepts only endpoints with https. */
  readonly strict?: boolean
  /** The maximum number of subscriptions. The tenant refuses longer lists. */
  readonly subscriptionsMax?: number
  /** The status of the response to each trigger. The trigger then raises no event. */
  readonly triggerStatus?: number
  readonly fault?: Fault
}

export const faults = {
  'one-type-lost': 'any.event-delivered',
  'one-event-alone': 'any.event-each-event',
  'third-event-lost': 'any.event-each-event',
  'first-subscription-alone': 'any.event-each-subscription',
  'not-subscribed': 'any.event-not-subscribed',
  'when-disabled': 'any.event-disabled',
  'when-born-disabled': 'any.event-disabled',
  'not-enabled-later': 'any.event-enabled-later',
  'not-when-renamed': 'any.event-renamed',
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
  'given-up-after-failure': 'any.event-after-failure',
} as const
export type Fault = keyof typeof faults

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
  const givenUp = new Set<string>()
  const held: (() => void)[] = []
  const batches = new Map<string, object[]>()
  const post = async (body: string, { url }: Target, authorization: string | null): Promise<number> =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type':
          manner.payload === 'form' ? 'application/x-www-form-urlencoded' : 'application/cloudevents+json',
        ...(authorization === null ? {} : { authorization }),
      },
      body,
    }).then(
      (response) => response.status,
      () => 0,
    )
  const send = async (body: string, target: Target): Promise<void> => {
    await wait(delayMs)
    for (const pauseMs of [0, ...retriesMs]) {
      await wait(pauseMs)
      if (givenUp.has(target.url)) return
      let status = await post(body, target, manner.whenAsked ? null : target.authorization)
      if (status === 401 && manner.whenAsked) status = await post(body, target, target.authorization)
      if (status >= 200 && status < 300) return
      if (status >= 500 && manner.fault === 'given-up-after-failure') givenUp.add(target.url)
    }
  }
  const sendBatch = async (target: Target): Promise<void> => {
    await wait(200)
    const events = batches.get(target.url) ?? []
    batches.delete(target.url)
    await send(JSON.stringify(manner.batch === 'array' ? events : { events }), target)
  }
  return (event, target) => {
    if (manner.batch !== undefined) {
      const open = batches.get(target.url)
      if (open !== undefined) return void open.push(event)
      batches.set(target.url, [event])
      return void sendBatch(target)
    }
    const begin = (): void => {
      const body = manner.payload === 'form' ? 'event=1' : JSON.stringify(event)
      for (let copy = 0; copy < copies; copy += 1) void send(body, target)
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
