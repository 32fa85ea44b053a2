// Tests the normal form in which the oracle compares members.
import { describe, expect, test } from 'vitest'
import { equal, type Json } from '../base/json.ts'
import { type Comparison, loadContract, resolvedSchema } from '../contract/index.ts'
import { type Canonical, canonicalOf, pointersOf } from './canonical.ts'

const { operations, resources } = loadContract()
const response = operations.get('event-streams.update')?.response ?? {}
const resource = resources.get('event-streams') ?? { compare: new Map(), normalises: new Map() }
/** @param field name of the member with the tenant's state, or null if the name is unknown */
const canonicalWith = (field: string | null): Canonical =>
  canonicalOf(
    resolvedSchema(response, new Map(field === null ? [] : [['forwarding-state-field', field]]), 'response'),
    resource,
  )
const canonical = canonicalWith('status')
const comparing = (schema: Json, compare: Readonly<Record<string, Comparison>> = {}): Canonical =>
  canonicalOf(
    { properties: { a: schema } },
    { normalises: new Map(), compare: new Map(Object.entries(compare)) },
  )

const wide = '🙂' // one character, which is two UTF-16 units
const authorization = { method: 'basic', username: 'user' }
const webhook = (configuration: Json, type: Json = 'webhook'): Json => ({ type, configuration })
const endpoint = 'https://a.example/hook'
const authorized = (webhook_authorization: Json): Json =>
  webhook({ webhook_endpoint: endpoint, webhook_authorization })

const whole = authorized(authorization)
const sent = [{ event_type: 'b' }, { event_type: 'a', further: 1 }, { event_type: 'b' }]

interface Samples {
  readonly alike: readonly (readonly Json[])[]
  readonly incomparable: readonly Json[]
}

const samples: Readonly<Record<string, Samples>> = {
  id: {
    alike: [['x'.repeat(26)], [wide.repeat(26)]],
    incomparable: ['x'.repeat(25), 'x'.repeat(27), 26, Array.from('x'.repeat(26)), null],
  },
  name: {
    alike: [['a'], ['x'.repeat(128)], [wide.repeat(128)]],
    incomparable: ['x'.repeat(129), '', 7, ['a'], null],
  },
  created_at: {
    alike: [['2026-01-02T03:04:05Z'], ['2026-01-02T03:04:05.0Z']],
    incomparable: ['2026-02-31T03:04:05Z', 'yesterday', 1_767_323_045, null],
  },
  updated_at: {
    alike: [['2026-01-02T03:04:05.678Z']],
    incomparable: ['2026-01-02T03:04:05+01:00', null, ['2026-01-02T03:04:05Z']],
  },
  status: {
    alike: [['enabled'], ['disabled']],
    incomparable: ['Enabled', '', true, null],
  },
  // The specification does not contain this member.
  further: { alike: [[{ a: [1] }], [null], [7]], incomparable: [] },
  subscriptions: {
    alike: [
      [sent, [{ event_type: 'a' }, { event_type: 'b' }, { event_type: 'b' }]],
      [[{ event_type: 'a' }, { event_type: 'b' }]],
    ],
    incomparable: [
      [],
      [{ event_type: 'a' }, 'b'],
      [{ event_type: 'a' }, {}],
      [{ event_type: 'a' }, { event_type: 7 }],
      { event_type: 'a' },
      'a',
    ],
  },
  destination: {
    alike: [
      [
        webhook({ webhook_endpoint: endpoint }),
        webhook({ webhook_endpoint: 'https://A.example:443/x/../hook', further: 1 }),
        authorized(null),
      ],
      [webhook({ webhook_endpoint: 'https://a.example/Hook' })],
      [webhook({ webhook_endpoint: 'not a URL' })],
      [whole, authorized({ ...authorization, password: 'secret' })],
    ],
    incomparable: [
      webhook({ webhook_endpoint: 7 }),
      webhook({}),
      webhook([endpoint]),
      webhook({ webhook_endpoint: endpoint }, 'eventbridge'),
      { configuration: { webhook_endpoint: endpoint } },
      { type: 'webhook' },
      authorized({ ...authorization, method: 'bearer' }),
      authorized({ method: 'basic' }),
      authorized({ method: 'basic', username: 7 }),
      authorized('basic'),
      authorized([]),
      [webhook({ webhook_endpoint: endpoint })],
      endpoint,
    ],
  },
}

test.each(Object.entries(samples))('%s: two values with the same meaning are equal', (member, known) => {
  const { alike, incomparable } = known
  const places = alike.flatMap((values, place) => values.map((value): [Json, number] => [value, place]))
  for (const [one, place] of places) {
    expect(canonical(member, one), JSON.stringify(one)).toBeDefined()
    for (const [other, elsewhere] of places)
      expect(equal(canonical(member, one), canonical(member, other)), JSON.stringify([one, other])).toBe(
        place === elsewhere,
      )
  }
  for (const value of [...incomparable, undefined])
    expect(canonical(member, value), JSON.stringify(value)).toBeUndefined()
})

test('comparable values stay unchanged, without further members; a URL gets its normal form', () => {
  for (const member of ['id', 'name', 'created_at', 'updated_at', 'status', 'further'])
    for (const [value = null] of samples[member]?.alike ?? []) expect(canonical(member, value)).toEqual(value)
  const types = [{ event_type: 'a' }, { event_type: 'b' }, { event_type: 'b' }]
  expect(canonical('subscriptions', sent)).toEqual(types)
  expect(sent).toEqual([{ event_type: 'b' }, { event_type: 'a', further: 1 }, { event_type: 'b' }])
  const place = (webhook_endpoint: string): Json | undefined =>
    canonical('destination', webhook({ webhook_endpoint }))
  expect(place('https://A.example:443/x/../hook')).toEqual(webhook({ webhook_endpoint: endpoint }))
  expect(place('not a URL')).toEqual(webhook({ webhook_endpoint: 'not a URL' }))
  expect(canonical('destination', authorized({ ...authorization, password: 'secret' }))).toEqual(whole)
  expect(canonical('destination', authorized(null))).toEqual(webhook({ webhook_endpoint: endpoint }))
})

test("the forwarding state is compared only under the tenant's name for it", () => {
  expect(canonicalWith('forwarding')('forwarding', 'on')).toBeUndefined()
  expect(canonicalWith('forwarding')('forwarding', 'enabled')).toBe('enabled')
  expect(canonicalWith(null)('forwarding', 'on')).toBe('on')
  expect(canonicalWith('forwarding')('status', 'on')).toBe('on')
})

test('a comparison depends on the members of the canonical form', () => {
  const form = canonical('destination', whole) ?? null
  const configuration = '/destination/configuration'
  expect(pointersOf(form, '/destination')).toEqual([
    '/destination',
    '/destination/type',
    configuration,
    `${configuration}/webhook_endpoint`,
    `${configuration}/webhook_authorization`,
    `${configuration}/webhook_authorization/method`,
    `${configuration}/webhook_authorization/username`,
  ])
  expect(pointersOf([{ event_type: 'a' }, { event_type: 'b' }], '/subscriptions')).toEqual([
    '/subscriptions',
    '/subscriptions/*',
    '/subscriptions/*/event_type',
  ])
})

describe('a contract says how members are compared', () => {
  const alike = (schema: Json, how: Comparison, one: Json, other: Json): boolean => {
    const form = comparing(schema, { '/a': how })
    return equal(form('a', one), form('a', other))
  }

  test.each<[Comparison, Json, Json, boolean]>([
    ['set', [1, 2], [2, 1], true],
    ['set', [{ x: 1, y: 2 }, 3], [3, { y: 2, x: 1 }], true],
    ['set', [1, 1], [1], false],
    ['instant', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z', true],
    ['instant', '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z', false],
    // Two timestamps are equal even if their trailing zeros or their offsets differ.
    ['instant', '2026-01-02T03:04:05.0001-00:00', '2026-01-02T03:04:05.000100000Z', true],
    ['instant', '2026-01-02T03:04:05.0001+02:00', '2026-01-02T01:04:05.0001Z', true],
    ['instant', '2026-01-02T03:04:05.0001+02:00', '2026-01-02T01:04:05.0002Z', false],
    ['instant', '2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05Z', true],
    ['instant', '2026-01-02T03:04:05.0000000000010Z', '2026-01-02T04:34:05.000000000001+01:30', true],
    ['instant', '2026-01-02T03:04:05.000000000001Z', '2026-01-02T03:04:05.000000000002Z', false],
    ['instant', '1969-12-31T23:59:59.5Z', '1970-01-01T00:59:59.50+01:00', true],
    ['instant', '2026-01-02t03:04:05z', '2026-01-02T03:04:05Z', true],
    ['instant', '2026-01-02T03:04:05+0000', '2026-01-02T03:04:05Z', true],
    ['instant', '2017-01-01T01:59:60+02:00', '2017-01-01T00:00:00Z', true],
    ['instant', '2026-02-31T00:00:00Z', '2026-03-03T00:00:00Z', false],
    ['second', '1969-12-31T23:59:59.5Z', '1970-01-01T00:59:59+01:00', true],
    ['second', '2026-01-02T03:04:05.999Z', '2026-01-02T03:04:05Z', true],
    ['second', '2026-01-02T03:04:05.999Z', '2026-01-02T03:04:06Z', false],
    ['instant', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z', true],
    ['ignore-case', 'A', 'a', true],
    ['ignore', 'A', 'b', true],
    ['url', 'https://a.example', 'https://A.example/', true],
  ])('%s: %j and %j are equal: %s', (how, one, other, expected) => {
    expect(alike({}, how, one, other)).toBe(expected)
  })

  test('an ignored member is not compared, and ignored inner members are omitted', () => {
    expect(comparing({}, { '/a': 'ignore' })('a', 1)).toBeUndefined()
    expect(comparing({}, { '/a/b': 'ignore' })('a', { b: 1, c: 2 })).toEqual({ c: 2 })
    expect(comparing({}, { '/a/*/b': 'ignore' })('a', [{ b: 1, c: 2 }])).toEqual([{ c: 2 }])
  })
})
