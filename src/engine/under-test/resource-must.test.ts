// Tests the comparison of members with sent values and with earlier values.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { resolvedSchema } from '../../contract/index.ts'
import { type Canonical, ConformanceFailure, canonicalOf, type Evidence } from '../../oracle/index.ts'
import { contract, exchangeOf, stream } from '../exchange.testing.ts'
import { createResourceMust } from './resource-must.ts'
import type { ResourceResponse } from './resource-response.ts'

const all = new Set(['name', 'subscriptions', 'destination', 'status', 'id', 'created_at', 'updated_at'])

const response = contract.operations.get('event-streams.update')?.response ?? {}
const resource = contract.resources.get('event-streams') ?? { compare: new Map(), normalises: new Map() }
const unnamed: Canonical = canonicalOf(response, resource)
const canonical: Canonical = canonicalOf(
  resolvedSchema(response, new Map([['forwarding-state-field', 'status']]), 'response'),
  resource,
)

const seenAs = (body: JsonObject, rest: Partial<ResourceResponse> = {}): ResourceResponse => ({
  exchange: exchangeOf({ body }),
  accepted: true,
  body,
  set: {},
  telling: all,
  canonical,
  ...rest,
})

const listening = () => {
  const evidence: Evidence[] = []
  const doubts: string[] = []
  const must = createResourceMust({
    observe: ({ kind, compared }) => evidence.push({ kind, compared }),
    doubt: (reason) => doubts.push(reason),
  })
  return { must, evidence, doubts }
}

const failureOf = (run: () => void): ConformanceFailure => {
  try {
    run()
  } catch (error) {
    if (error instanceof ConformanceFailure) return error
    throw error
  }
  throw new Error('it did not fail')
}

const operation = 'event-streams.update'
const unreadable = (member: string): string =>
  `${member} is missing or has another form than specified, so the check cannot compare ${member}`
const notShown = (member: string): string =>
  `a read does not show the set value of ${member}, so the check cannot detect a change of ${member}`

test('a response equal to the sent values is evidence of the compared members', () => {
  const { must, evidence, doubts } = listening()
  const { name = null, subscriptions = null, destination = null, status = null } = stream
  must.beAsSent(seenAs(stream), { name, subscriptions, destination, status })
  const place = '/destination/configuration'
  expect(evidence).toEqual([
    { kind: 'as-sent', compared: [`${operation} /name`] },
    {
      kind: 'as-sent',
      compared: ['/subscriptions', '/subscriptions/*', '/subscriptions/*/event_type'].map(
        (pointer) => `${operation} ${pointer}`,
      ),
    },
    {
      kind: 'as-sent',
      compared: [
        '/destination',
        '/destination/type',
        place,
        `${place}/webhook_endpoint`,
        `${place}/webhook_authorization`,
        `${place}/webhook_authorization/method`,
        `${place}/webhook_authorization/username`,
      ].map((pointer) => `${operation} ${pointer}`),
    },
    { kind: 'as-sent', compared: [`${operation} /status`] },
  ])
  expect(doubts).toEqual([])
})

test('a destination without an authorization is compared only by its address', () => {
  const { must, evidence } = listening()
  const destination = { type: 'webhook', configuration: { webhook_endpoint: 'https://a.example/' } }
  must.beAsSent(seenAs({ destination }), { destination })
  expect(evidence[0]?.compared).toHaveLength(4)
})

test('a value other than the sent one is a failure that shows both values, the control and the steps', () => {
  const { must, evidence } = listening()
  const [seen, control, step] = [seenAs(stream), exchangeOf(), exchangeOf()]
  const failure = failureOf(() => must.beAsSent(seen, { name: 'b' }, { control, steps: [step] }))
  expect(failure.message).toBe('name differs from the sent value.')
  expect(failure.detail).toEqual({
    expected: 'name "b"',
    received: 'name "a stream"',
    pointers: ['/name'],
    kind: 'as-sent',
    exchange: seen.exchange,
    control,
    steps: [step],
  })
  expect(failureOf(() => must.beAsSent(seen, { name: 'b' })).detail.control).toBeUndefined()
  expect(evidence).toEqual([])
})

test.each([
  ['missing', {}, { name: 'a' }],
  ['of another type', { name: 7 }, { name: 'a' }],
  ['sent in another form than its own', { name: 'a' }, { name: '' }],
])('a member that is %s raises a doubt, and the other members are still compared', (_, body, sent) => {
  const { must, evidence, doubts } = listening()
  must.beAsSent(seenAs({ ...body, status: 'enabled' }), { ...sent, status: 'enabled' })
  expect(doubts).toEqual([unreadable('name')])
  expect(evidence).toHaveLength(1)
  expect(() =>
    must.beAsSent(seenAs({ ...body, status: 'disabled' }), { ...sent, status: 'enabled' }),
  ).toThrow('status differs from the sent value.')
})

test('an unchanged member is evidence if it shows the set value', () => {
  const { must, evidence, doubts } = listening()
  const before = seenAs(stream, { set: { name: 'a stream' } })
  must.beUnchanged(before, seenAs({ ...stream, updated_at: 'later' }), ['name', 'id'])
  expect(evidence).toEqual([
    { kind: 'unchanged', compared: [`${operation} /name`] },
    { kind: 'unchanged', compared: [`${operation} /id`] },
  ])
  expect(doubts).toEqual([])
})

test('a change that no request sent is a failure of the later response', () => {
  const { must } = listening()
  const [before, after] = [seenAs(stream), seenAs({ ...stream, name: 'b' })]
  const failure = failureOf(() =>
    must.beUnchanged(before, after, ['id', 'name'], { steps: [before.exchange] }),
  )
  expect(failure.message).toBe('name changed, but must not change.')
  expect(failure.detail).toEqual({
    expected: 'name "a stream"',
    received: 'name "b"',
    pointers: ['/name'],
    kind: 'unchanged',
    exchange: after.exchange,
    steps: [before.exchange],
  })
})

test('a member that is not observable, or does not show its set value, raises a doubt instead of evidence', () => {
  const { must, evidence, doubts } = listening()
  must.beUnchanged(seenAs(stream, { telling: new Set(['id']) }), seenAs(stream), ['name'])
  must.beUnchanged(seenAs(stream, { set: { name: 'another' } }), seenAs(stream), ['name'])
  expect(doubts).toEqual([notShown('name'), notShown('name')])
  expect(evidence).toEqual([])
  // If a set value has no valid form, it raises no doubt.
  must.beUnchanged(seenAs(stream, { set: { name: '' } }), seenAs(stream), ['name'])
  expect(evidence).toHaveLength(1)
})

test.each([
  ['before', { ...stream, name: null }, stream],
  ['after', stream, { ...stream, name: null }],
])('a malformed member %s raises a doubt, and the other members are still compared', (_, was, is) => {
  const { must, evidence, doubts } = listening()
  must.beUnchanged(seenAs(was), seenAs(is), ['name', 'status'])
  expect(doubts).toEqual([unreadable('name')])
  expect(evidence).toEqual([{ kind: 'unchanged', compared: [`${operation} /status`] }])
})

test('a service-set value must differ from the sent value', () => {
  const { must, evidence, doubts } = listening()
  const seen = seenAs(stream)
  const control = exchangeOf()
  const failure = failureOf(() => must.notAdopt(seen, 'id', stream.id ?? null, { control }))
  expect(failure.message).toBe('The tenant adopted a value that was sent for id.')
  expect(failure.detail).toEqual({
    expected: 'id is set by the service',
    received: `id ${JSON.stringify(stream.id)}`,
    pointers: ['/id'],
    exchange: seen.exchange,
    control,
  })
  must.notAdopt(seen, 'id', 'es000000000000000000000000')
  expect(evidence).toEqual([{ kind: 'condition', compared: [`${operation} /id`] }])
  expect(doubts).toEqual([])
})

test('a service-set value that is not distinctive, or malformed, raises a doubt', () => {
  const { must, evidence, doubts } = listening()
  must.notAdopt(seenAs(stream, { telling: new Set() }), 'id', 'es000000000000000000000000')
  must.notAdopt(seenAs({ ...stream, id: 7 }), 'id', 7)
  expect(doubts).toEqual([
    'id is equal in different resources, so the value does not identify the resource',
    unreadable('id'),
  ])
  expect(evidence).toEqual([])
})

test('`showsAsSent` is a precondition: it adds neither evidence nor doubt', () => {
  const { must, evidence, doubts } = listening()
  const shows = (sent: JsonObject, body: JsonObject = stream): boolean =>
    must.showsAsSent({ body, canonical }, sent)
  expect(shows({})).toBe(true)
  expect(shows({ name: 'a stream', status: 'enabled' })).toBe(true)
  expect(shows({ name: 'a stream', status: 'disabled' })).toBe(false)
  expect(shows({ name: 'b', status: 'enabled' })).toBe(false)
  expect(shows({ name: '' }, { name: '' })).toBe(false)
  expect([...evidence, ...doubts]).toEqual([])
})

test('while its name is unknown the state field is a member like any other', () => {
  const { must, evidence } = listening()
  const sent = { status: 'paused', further: null }
  must.beAsSent(seenAs(sent, { canonical: unnamed }), sent)
  expect(evidence.map(({ compared }) => compared)).toEqual([
    [`${operation} /status`],
    [`${operation} /further`],
  ])
})
