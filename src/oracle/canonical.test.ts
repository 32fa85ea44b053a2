// What of a member is compared, and what is left to the member's own clause.
import { describe, expect, test } from 'vitest'
import { equal, type Json } from '../base/json.ts'
import { applyOverlay, type Comparison, loadContract } from '../contract/index.ts'
import { type Canonical, canonicalOf, pointersOf } from './canonical.ts'
import { essenceOf } from './stream-essence.ts'

const { operations, resources } = loadContract()
const response = operations.get('event-streams.update')?.response ?? {}
const resource = resources.get('event-streams') ?? { compare: new Map() }
const canonical = canonicalOf(
  applyOverlay(response, new Map([['forwarding-state-field', 'status']]), 'response'),
  resource,
)
const comparing = (schema: Json, compare: Readonly<Record<string, Comparison>> = {}): Canonical =>
  canonicalOf({ properties: { a: schema } }, { compare: new Map(Object.entries(compare)) })

const wide = '🙂' // one character, two UTF-16 units
const authorization = { method: 'basic', username: 'user' }
const webhook = (configuration: Json, type: Json = 'webhook'): Json => ({ type, configuration })
const endpoint = 'https://a.example/hook'
const authorized = (webhook_authorization: Json): Json =>
  webhook({ webhook_endpoint: endpoint, webhook_authorization })

const samples: Readonly<Record<string, readonly Json[]>> = {
  id: ['x'.repeat(26), wide.repeat(26), 'x'.repeat(25), 'x'.repeat(27), 26, null],
  name: ['a', 'x'.repeat(128), wide.repeat(128), 'x'.repeat(129), '', 7, ['a'], null],
  created_at: ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.0Z', '2026-02-31T03:04:05Z', 'now', 1, null],
  status: ['enabled', 'disabled', 'Enabled', '', true, null],
  further: [{ a: [1] }, null, 7],
  subscriptions: [
    [{ event_type: 'b' }, { event_type: 'a', further: 1 }, { event_type: 'b' }],
    [{ event_type: 'a' }, { event_type: 'b' }, { event_type: 'b' }],
    [{ event_type: 'a' }, { event_type: 'b' }],
    [],
    [{ event_type: 'a' }, 'b'],
    [{ event_type: 'a' }, {}],
    [{ event_type: 7 }],
    { event_type: 'a' },
    'a',
  ],
  destination: [
    webhook({ webhook_endpoint: endpoint }),
    webhook({ webhook_endpoint: 'https://A.example:443/x/../hook', further: 1 }),
    webhook({ webhook_endpoint: 'https://a.example/Hook' }),
    webhook({ webhook_endpoint: 'not a URL' }),
    webhook({ webhook_endpoint: 7 }),
    webhook({}),
    webhook([endpoint]),
    webhook({ webhook_endpoint: endpoint }, 'eventbridge'),
    { configuration: { webhook_endpoint: endpoint } },
    { type: 'webhook' },
    authorized(authorization),
    authorized({ ...authorization, password: 'secret' }),
    authorized({ ...authorization, method: 'bearer' }),
    authorized({ method: 'basic' }),
    authorized({ method: 'basic', username: 7 }),
    authorized('basic'),
    authorized([]),
    authorized(null),
    endpoint,
  ],
}

test.each(Object.entries(samples))('%s: two values are alike as their meanings are', (member, values) => {
  for (const one of values) {
    const comparable = essenceOf(member, one, 'status') !== undefined
    expect(canonical(member, one) !== undefined, JSON.stringify(one)).toBe(comparable)
    for (const other of values)
      expect(equal(canonical(member, one), canonical(member, other)), JSON.stringify([one, other])).toBe(
        equal(essenceOf(member, one, 'status'), essenceOf(member, other, 'status')),
      )
  }
  expect(canonical(member, undefined)).toBeUndefined()
})

test('the members that a comparison decides by are those of the canonical form', () => {
  const form = canonical('destination', authorized(authorization)) ?? null
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
    ['ignore-case', 'A', 'a', true],
    ['ignore', 'A', 'b', true],
    ['url', 'https://a.example', 'https://A.example/', true],
  ])('%s: %j and %j are alike: %s', (how, one, other, expected) => {
    expect(alike({}, how, one, other)).toBe(expected)
  })

  test('what is ignored can not be compared, and what is ignored inside is left out', () => {
    expect(comparing({}, { '/a': 'ignore' })('a', 1)).toBeUndefined()
    expect(comparing({}, { '/a/b': 'ignore' })('a', { b: 1, c: 2 })).toEqual({ c: 2 })
    expect(comparing({}, { '/a/*/b': 'ignore' })('a', [{ b: 1, c: 2 }])).toEqual([{ c: 2 }])
  })
})
