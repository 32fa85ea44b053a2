// What of a stream's member is compared, and what is left to the member's own clause.
import { describe, expect, test } from 'vitest'
import type { Json } from '../base/json.ts'
import { essenceOf } from './stream-essence.ts'

const essence = (member: string, value: Json | undefined): Json | undefined =>
  essenceOf(member, value, 'status')
const wide = '🙂' // one character, two UTF-16 units

describe('the forwarding state', () => {
  test.each<[Json | undefined, Json | undefined]>([
    ['enabled', 'enabled'],
    ['disabled', 'disabled'],
    ['Enabled', undefined],
    ['', undefined],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j', (value, expected) => {
    expect(essence('status', value)).toEqual(expected)
  })

  test('it has the name that the tenant gives it, and no other while that is not known', () => {
    expect(essenceOf('forwarding', 'on', 'forwarding')).toBeUndefined()
    expect(essenceOf('forwarding', 'on', null)).toBe('on')
    expect(essenceOf('status', 'on', 'forwarding')).toBe('on')
  })
})

describe('members of text', () => {
  test.each<[string, Json | undefined, boolean]>([
    ['id', 'x'.repeat(26), true],
    ['id', wide.repeat(26), true],
    ['id', 'x'.repeat(25), false],
    ['id', 'x'.repeat(27), false],
    ['id', 26, false],
    ['id', Array.from('x'.repeat(26)), false],
    ['name', 'a', true],
    ['name', 'x'.repeat(128), true],
    ['name', wide.repeat(128), true],
    ['name', 'x'.repeat(129), false],
    ['name', '', false],
    ['name', 7, false],
    ['name', ['a'], false],
    ['name', undefined, false],
    ['created_at', '2026-01-02T03:04:05Z', true],
    ['created_at', 'yesterday', false],
    ['created_at', 1_767_323_045, false],
    ['updated_at', '2026-01-02T03:04:05.678Z', true],
    ['updated_at', '2026-01-02T03:04:05+01:00', false],
    ['updated_at', null, false],
    ['updated_at', ['2026-01-02T03:04:05Z'], false],
  ])('%s %j is compared: %s', (member, value, compared) => {
    expect(essence(member, value)).toEqual(compared ? value : undefined)
  })

  test('a member that the specification does not list is compared as it is', () => {
    expect(essence('further', { a: [1] })).toEqual({ a: [1] })
    expect(essence('further', undefined)).toBeUndefined()
  })
})

describe('subscriptions', () => {
  test('they are compared in any order, without further members', () => {
    const sent = [{ event_type: 'b' }, { event_type: 'a', further: 1 }, { event_type: 'b' }]
    expect(essence('subscriptions', sent)).toEqual(['a', 'b', 'b'])
    expect(sent[0]).toEqual({ event_type: 'b' })
  })

  test.each<[string, Json | undefined]>([
    ['an empty array', []],
    ['an object', { event_type: 'a' }],
    ['text', 'a'],
    ['nothing', undefined],
    ['an element that is not an object', [{ event_type: 'a' }, 'b']],
    ['an element without a type', [{ event_type: 'a' }, {}]],
    ['a type that is not text', [{ event_type: 'a' }, { event_type: 7 }]],
  ])('%s is not compared', (_name, value) => {
    expect(essence('subscriptions', value)).toBeUndefined()
  })
})

describe('the destination', () => {
  const webhook = (configuration: Json, type: Json = 'webhook'): Json => ({ type, configuration })
  const endpoint = 'https://a.example/hook'
  const authorization = { method: 'basic', username: 'user' }

  test('an address is compared in its normal form, or as it is where it is not a URL', () => {
    const address = (text: string): Json | undefined =>
      essence('destination', webhook({ webhook_endpoint: text }))
    expect(address('https://A.example:443/x/../hook')).toEqual({ address: endpoint })
    expect(address('not a URL')).toEqual({ address: 'not a URL' })
    expect(address('https://a.example/Hook')).toEqual({ address: 'https://a.example/Hook' })
  })

  test('an authorization is compared by method and user name alone, and null is none', () => {
    const of = (webhook_authorization: Json): Json | undefined =>
      essence('destination', webhook({ webhook_endpoint: endpoint, webhook_authorization }))
    const whole = { address: endpoint, ...authorization }
    expect(of(authorization)).toEqual(whole)
    expect(of({ ...authorization, password: 'secret' })).toEqual(whole)
    expect(of(null)).toEqual({ address: endpoint })
    expect(of('basic')).toBeUndefined()
    expect(of([])).toBeUndefined()
    expect(of({ ...authorization, method: 'bearer' })).toBeUndefined()
    expect(of({ method: 'basic' })).toBeUndefined()
    expect(of({ method: 'basic', username: 7 })).toBeUndefined()
  })

  test.each<[string, Json | undefined]>([
    ['another variant', webhook({ webhook_endpoint: endpoint }, 'eventbridge')],
    ['no type', { configuration: { webhook_endpoint: endpoint } }],
    ['no configuration', { type: 'webhook' }],
    ['a configuration that is not an object', webhook([endpoint])],
    ['no address', webhook({})],
    ['an address that is not text', webhook({ webhook_endpoint: 7 })],
    ['text', endpoint],
    ['an array', [webhook({ webhook_endpoint: endpoint })]],
    ['nothing', undefined],
  ])('%s is not compared', (_name, value) => {
    expect(essence('destination', value)).toBeUndefined()
  })
})
