// Tests the model of a resource: the values that it learns, and the values that it expects.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { resolvedSchema } from '../../contract/index.ts'
import { canonicalOf } from '../../oracle/index.ts'
import { contract } from '../exchange.testing.ts'
import { Model } from './model.ts'

const answer: JsonObject = {
  id: 'x'.repeat(26),
  name: 'a',
  subscriptions: [{ event_type: 'one' }],
  destination: { type: 'webhook', configuration: { webhook_endpoint: 'https://a.example' } },
  status: 'enabled',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
}

const response = contract.operations.get('event-streams.update')?.response ?? {}
const resource = contract.resources.get('event-streams') ?? { compare: new Map(), normalises: new Map() }

const newModel = (field: string | null): Model =>
  new Model({
    canonical: canonicalOf(
      resolvedSchema(
        response,
        new Map(field === null ? [] : [['forwarding-state-field', field]]),
        'response',
      ),
      resource,
    ),
    compared: [
      ...['id', 'created_at', 'name', 'subscriptions', 'destination'],
      ...(field === null ? [] : [field]),
    ],
    state: field === null ? null : { member: field, values: ['enabled', 'disabled'] },
  })

const modelOf = (body: JsonObject, field: string | null = 'status'): Model => {
  const model = newModel(field)
  model.compare(body)
  return model
}

test('accepted values are expected, and all others unchanged', () => {
  const model = modelOf(answer)
  model.take({ name: 'b', status: 'disabled' })
  expect(model.state).toBe('disabled')
  expect(model.compare({ ...answer, name: 'b', status: 'disabled', updated_at: 'later' })).toBeNull()
  expect(model.compare({ ...answer, name: 'b' })).toEqual({
    member: 'status',
    expected: 'disabled',
    received: 'enabled',
  })
})

test('a different spelling of the same address and a different order of subscriptions are no differences', () => {
  const model = modelOf({ ...answer, subscriptions: [{ event_type: 'one' }, { event_type: 'two' }] })
  const destination = { type: 'webhook', configuration: { webhook_endpoint: 'https://A.example:443/' } }
  const subscriptions = [{ event_type: 'two' }, { event_type: 'one', further: 1 }]
  expect(model.compare({ ...answer, destination, subscriptions })).toBeNull()
})

test('another clause judges a malformed member', () => {
  const model = modelOf({ ...answer, name: 7 })
  expect(model.compare({ ...answer, name: null })).toBeNull()
  expect(model.compare(answer)).toBeNull()
  expect(model.compare({ ...answer, name: 'b' })).toMatchObject({ member: 'name' })
})

test('an unknown state field is no state', () => {
  const model = modelOf(answer, null)
  expect([model.state, model.otherState]).toEqual([null, null])
  expect(model.compare({ ...answer, status: 'disabled' })).toBeNull()
})

test('`mayBe` knows the current values, and a forgotten member may have any value', () => {
  const model = modelOf(answer)
  expect(model.mayBe({ status: 'enabled' })).toBe(true)
  expect(model.mayBe({ status: 'enabled', name: 'b' })).toBe(false)
  model.forget()
  expect(model.mayBe({ status: 'disabled', name: 'b' })).toBe(true)
  expect(model.compare({ ...answer, name: 'c' })).toBeNull()
})

test.each([
  ['id', 'y'.repeat(26)],
  ['created_at', '2026-01-02T03:04:06Z'],
  ['name', 'b'],
  ['subscriptions', [{ event_type: 'two' }]],
  ['destination', { type: 'webhook', configuration: { webhook_endpoint: 'https://b.example' } }],
  ['status', 'disabled'],
])('%s is compared', (member, value) => {
  expect(modelOf(answer).compare({ ...answer, [member]: value })).toMatchObject({ member })
})

test('updated_at and further members are not compared', () => {
  expect(
    modelOf({ ...answer, further: 1 }).compare({ ...answer, further: 2, updated_at: 'later' }),
  ).toBeNull()
})

test('the first difference is reported with the expected and the received value', () => {
  expect(modelOf(answer).compare({ ...answer, status: 'disabled', name: 'b' })).toEqual({
    member: 'name',
    expected: 'a',
    received: 'b',
  })
})

test('a sent value without a valid form is not expected, and learnt from the next response', () => {
  const model = modelOf(answer)
  model.take({ name: 7 })
  expect(model.mayBe({ name: 'whatever' })).toBe(true)
  expect(model.compare({ ...answer, name: 'c' })).toBeNull()
  expect(model.compare({ ...answer, name: 'd' })).toMatchObject({ expected: 'c', received: 'd' })
})

test('a state is one of two values, and unknown until a response shows it', () => {
  const model = newModel('status')
  expect(model.state).toBeNull()
  model.compare({ ...answer, status: 'paused' })
  expect([model.state, model.otherState]).toEqual([null, null])
  model.compare(answer)
  expect([model.state, model.otherState]).toEqual(['enabled', 'disabled'])
  model.take({ status: 'disabled' })
  expect([model.state, model.otherState]).toEqual(['disabled', 'enabled'])
  model.forget()
  expect([model.state, model.otherState]).toEqual([null, null])
})

test('an empty update requests no change', () => {
  expect(modelOf(answer).mayBe({})).toBe(true)
  expect(modelOf(answer).mayBe({ name: 'b' })).toBe(false)
})

test('a member that one read omits is no difference and stays known', () => {
  const model = modelOf(answer)
  expect(model.compare({ ...answer, name: 7 })).toBeNull()
  expect(model.compare({ ...answer, name: 'b' })).toMatchObject({ expected: 'a', received: 'b' })
})

test('the members of a response are divided into comparable ones and others', () => {
  const { created_at: _, ...undated } = answer
  const read = ['id', 'subscriptions', 'destination', 'status']
  expect(modelOf(answer).readable({ ...undated, name: 7 })).toEqual({ read, unread: ['created_at', 'name'] })
  expect(modelOf(answer, null).readable(answer)).toEqual({
    read: ['id', 'created_at', 'name', 'subscriptions', 'destination'],
    unread: [],
  })
})
