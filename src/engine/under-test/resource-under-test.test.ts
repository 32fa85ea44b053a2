// Tests a resource under test: its sent values, its returned values, and its state.
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { eventStreams } from '../../../suites/resources/event-streams.ts'
import { type Json, type JsonObject, parse } from '../../base/json.ts'
import { serve } from '../../client/wire/loopback.testing.ts'
import { operationOf } from '../../contract/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import { stream as body, exchangeOf } from '../exchange.testing.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { configOf, contextIn, profile, type Setting, settingOf } from '../setting.testing.ts'
import { ResourceUnderTest } from './resource-under-test.ts'

/** @param field the name of the field for the state. Null if it is unknown */
const declaring = (field: string | null): typeof profile => {
  const { forwardingStateField: _, ...eventStream } = profile.eventStream ?? {}
  return {
    ...profile,
    eventStream: { ...eventStream, ...(field === null ? {} : { forwardingStateField: field }) },
  }
}

const telling = new Set(['name'])

interface Asked {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly token: string
  readonly body: string
}

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

/** Returns the stream and the requests that the tenant received. */
const handled = async (
  answer: (asked: Asked) => readonly [status: number, body: JsonObject],
  { sent = {} as Json, shown = body, field = 'status' as string | null } = {},
): Promise<{ stream: ResourceUnderTest; asked: Asked[]; setting: Setting }> => {
  const asked: Asked[] = []
  const origin = await serve(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const { 'content-type': type = '', authorization: token = '' } = headers
    const one = { method, path, type, token, body: await textOf(incoming) }
    asked.push(one)
    const [status, answered] = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
  })
  const setting = settingOf(configOf({ baseUrl: `${origin}/api/v2`, profile: declaring(field) }))
  const { session } = setting
  const created = exchangeOf({ operation: 'event-streams.create', status: 201, body: shown })
  const { resource, state } = contextIn(setting).context.resource(eventStreams)
  const stream = new ResourceUnderTest(resource, String(body.id), created, sent, {
    session,
    call: (request, options) => session.send(request, options),
    state: () => state,
    telling,
  })
  return { stream, asked, setting }
}

const storing = () => {
  let stored: JsonObject = body
  return (asked: Asked): readonly [number, JsonObject] => {
    const parsed = parse(asked.body)
    stored = { ...stored, ...(parsed.ok ? (parsed.value as JsonObject) : {}) }
    return [200, stored]
  }
}

test('the members that requests can set', () => {
  const settable = (field: string | null) =>
    contextIn(settingOf(configOf({ profile: declaring(field) }))).context.resource(eventStreams).settable
  expect(settable(null)).toEqual(['name', 'subscriptions', 'destination'])
  expect(settable('status')).toEqual(['name', 'subscriptions', 'destination', 'status'])
})

test('a new stream has the sent values as set, and the returned values as shown', async () => {
  const sent = { name: 'a', status: 'disabled', id: 'mine', further: 1 }
  const { stream } = await handled(storing(), { sent })
  expect(stream.id).toBe(body.id)
  expect(stream.last).toBe(stream.first)
  expect(stream.first).toMatchObject({ exchange: stream.created, accepted: true, body, telling })
  expect(stream.first.body).toEqual(body)
  expect(stream.first.set).toEqual({ name: 'a', status: 'disabled', further: 1 })
})

test('members outside the contract are not shown', async () => {
  const { stream } = await handled(storing(), { shown: { ...body, further: 1 } })
  expect(stream.first.body).toEqual(body)
})

test('a request without members sets nothing, and there is no state while its field is unknown', async () => {
  expect((await handled(storing(), { sent: 'text' })).stream.first.set).toEqual({})
  const { stream } = await handled(storing(), { sent: { name: 'a', status: 'disabled' }, field: null })
  expect(stream.first.set).toEqual({ name: 'a', status: 'disabled' })
  expect(stream.first.body).not.toHaveProperty('status')
  expect(stream.state).toBeNull()
  expect(() => stream.otherState).toThrow(NotRun)
})

test('an accepted update is a PATCH of the stream and adds to the set values', async () => {
  const { stream, asked } = await handled(storing(), { sent: { name: 'a', status: 'enabled' } })
  const seen = await stream.update({ name: 'b', id: 'mine' })
  expect(asked).toEqual([
    {
      method: 'PATCH',
      path: `/api/v2/event-streams/${body.id}`,
      type: 'application/json',
      token: 'Bearer a-token',
      body: '{"name":"b","id":"mine"}',
    },
  ])
  expect(seen).toMatchObject({ accepted: true, set: { name: 'b', status: 'enabled' }, telling })
  expect(seen.body).toMatchObject({ name: 'b' })
  expect(seen.exchange.response?.status).toBe(200)
  expect(seen.set).not.toHaveProperty('id')
  expect(stream.last).toBe(seen)
  expect(stream.first.body).toEqual(body)
  expect(stream.first.set).toEqual({ name: 'a', status: 'enabled' })
})

test('after `takeAsItIs`, the stream is not compared with earlier values, but its state is still known', async () => {
  const { status: _, ...shown } = body
  const { stream } = await handled(() => [200, shown], { sent: { name: 'a', status: 'disabled' }, shown })
  stream.takeAsItIs()
  expect((await stream.read()).set).toEqual({})
  expect((await stream.update({ name: 'b' })).set).toEqual({ name: 'b' })
  expect(stream.set).toEqual({ name: 'b', status: 'disabled' })
  expect(stream.state).toBe('disabled')
})

test('`latest` includes a change by another check, which the stream’s own last response does not', async () => {
  const { stream, setting } = await handled(storing())
  const updated = await stream.update({ name: 'one' })
  expect(stream.latest).toBe(updated)
  const { session } = setting
  const operation = operationOf(session.contract, 'event-streams.update')
  await session.send(operationRequest(session.contract, operation, stream.key, { name: 'other' }))
  expect(stream.latest.body).toMatchObject({ name: 'other' })
  expect(stream.last).toBe(updated)
})

test('a refused update sets nothing, and shows nothing', async () => {
  const { stream } = await handled(() => [400, { message: 'no' }], { sent: { name: 'a' } })
  const seen = await stream.update({ name: 'b' })
  expect(seen).toMatchObject({ accepted: false, body: {}, set: { name: 'a' }, telling })
  expect(stream.last).toBe(stream.first)
})

test('a response without a stream is not accepted', async () => {
  const { stream } = await handled(() => [200, { hello: 'world' }])
  expect(await stream.update({ name: 'b' })).toMatchObject({ accepted: false, body: {}, set: {} })
})

test('a read is an empty update, and sets nothing', async () => {
  const { stream, asked } = await handled(storing(), { sent: { name: 'a' } })
  const seen = await stream.read()
  expect(asked.map((one) => one.body)).toEqual(['{}'])
  expect(seen).toMatchObject({ accepted: true, set: { name: 'a' }, body: { name: 'a stream' } })
})

test('a stream that cannot be read proves nothing', async () => {
  const { stream } = await handled(() => [409, { message: 'busy' }])
  const reading = stream.read()
  await expect(reading).rejects.toBeInstanceOf(Inconclusive)
  await expect(reading).rejects.toThrow('the event stream could not be read: 409 {"message":"busy"}')
})

test('an update is sent with the given principal, media type and intent', async () => {
  const { stream, asked, setting } = await handled(() => [401, { message: 'who?' }])
  await stream.update({ name: 'b c' }, { as: 'none', intent: 'unauthorised' })
  await stream.update({ name: 'b c' }, { mediaType: 'application/x-www-form-urlencoded', intent: 'invalid' })
  expect(asked.map(({ token, type, body: text }) => [token, type, text])).toEqual([
    ['', 'application/json', '{"name":"b c"}'],
    ['Bearer a-token', 'application/x-www-form-urlencoded', 'name=b+c'],
  ])
  expect(setting.findings.of('event-streams.update.no-server-error').satisfied).toBe(2)
  await stream.update({ name: 'b' })
  expect(setting.findings.of('event-streams.update.no-server-error').satisfied).toBe(2)
})

test('the state is the last returned state or, without one, the last sent state', async () => {
  const { status: _, ...stateless } = body
  const states = async (status: unknown, set: JsonObject = {}) => {
    const shown = status === undefined ? stateless : ({ ...body, status } as JsonObject)
    const { stream } = await handled(storing(), { sent: set, shown })
    return [stream.state, stream.otherState]
  }
  expect(await states('enabled')).toEqual(['enabled', 'disabled'])
  expect(await states('disabled')).toEqual(['disabled', 'enabled'])
  expect(await states('disabled', { status: 'enabled' })).toEqual(['disabled', 'enabled'])
  expect(await states('paused', { status: 'disabled' })).toEqual(['disabled', 'enabled'])
  expect(await states(undefined, { status: 'enabled' })).toEqual(['enabled', 'disabled'])
  expect(await states(undefined, { status: 'paused' })).toEqual([null, 'disabled'])
  expect(await states(undefined)).toEqual([null, 'disabled'])
})

test('the state follows accepted updates', async () => {
  const { stream } = await handled(storing())
  await stream.update({ status: 'disabled' })
  expect(stream.state).toBe('disabled')
  await stream.update({ status: 'enabled' })
  expect(stream.state).toBe('enabled')
})
