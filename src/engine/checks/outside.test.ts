// Tests the choice of invalid values, and how operations share the wrong types.
import { expect, test } from 'vitest'
import { at, type Json, typeOf } from '../../base/json.ts'
import { operationOf, resolvedSchema } from '../../contract/index.ts'
import { boundary } from '../../generate/index.ts'
import { clauseNamed } from '../exchange.testing.ts'
import { casesFor, sharing, spread } from '../plan/case-distribution.ts'
import { configOf } from '../setting.testing.ts'
import { outsideOf, type Refusal } from './outside.ts'

const stream = {
  name: 'a stream',
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: {
      webhook_endpoint: 'https://receiver.example/',
      webhook_authorization: { method: 'basic', username: 'user' },
    },
  },
  status: 'enabled',
}
const templates = { enrollment_message: 'one', verification_message: 'other' }

function sentBy(id: string, depth: 'default' | 'deep' = 'default'): readonly Refusal[] {
  const config = configOf({ depth })
  const { contract } = config
  const clause = clauseNamed(id)
  const operation = operationOf(contract, clause.operation)
  const schema = resolvedSchema(
    operation.request ?? {},
    new Map([['forwarding-state-field', 'status']]),
    'request',
  )
  const valid = operation.resource === 'event-streams' ? stream : templates
  return outsideOf(
    {
      clause,
      contract,
      cases: (all, of) => casesFor(all, of, clause, config, () => true),
      sharing: (of) => sharing(of, clause, config),
      spread: (all, place, places) => spread(all, place, places, config),
    },
    { operation, schema, valid },
    boundary(schema, { base: valid }),
  )
}

const typeAt = (value: Json, pointer: string): string => `${pointer} ${typeOf(at(value, pointer))}`
const typesOf = (all: readonly Refusal[]): string[] =>
  all.map(({ item, value }) => typeAt(value, item.pointer)).sort()

const [creation, update] = ['event-streams.create', 'event-streams.update']

test.each(['destination-type', 'subscriptions-type', 'name-type'])(
  '%s: one operation sends each wrong type',
  (name) => {
    const [first, second] = [sentBy(`${creation}.${name}`), sentBy(`${update}.${name}`)]
    const all = new Set(typesOf(sentBy(`${creation}.${name}`, 'deep')))
    expect(new Set(typesOf([...first, ...second]))).toEqual(all)
    // Every operation sends null, which is special for optional members, and two values that look like
    // arrays.
    const shared = typesOf(first).filter((one) => typesOf(second).includes(one))
    expect(shared.filter((one) => !/^\/\w+ null$|webhook_authorization null$|object$/.test(one))).toEqual([])
    const places = (sent: readonly Refusal[]): Set<string> => new Set(sent.map(({ item }) => item.pointer))
    expect(places(first)).toEqual(places(second))
  },
)

test('wrong types and locations are mixed', () => {
  for (const operation of [creation, update]) {
    const types = typesOf(sentBy(`${operation}.destination-type`)).map((one) => one.split(' ')[1])
    expect(new Set(types)).toEqual(new Set(['array', 'boolean', 'null', 'number', 'object', 'string']))
  }
})

test('an element of a list is replaced in its position', () => {
  const lists = sentBy(`${update}.subscriptions-type`, 'deep')
    .map(({ value }) => at(value, '/subscriptions/0'))
    .filter(Array.isArray)
  expect(lists).toEqual([stream.subscriptions, []])
})

test('values other than objects are distributed among operations with a body, but every operation gets an array', () => {
  const hands = [creation, update, 'phone-templates.update'].map((name) =>
    typesOf(sentBy(`${name}.body-object`)),
  )
  expect(hands.map(({ length }) => length)).toEqual([3, 2, 2])
  expect(hands.flat().sort()).toEqual([...Array(3).fill(' array'), ' boolean', ' null', ' number', ' string'])
})

test('members with the same schema share the wrong types; a deep run tries all at each member', () => {
  const id = 'phone-templates.update.message-type'
  const types = (sent: readonly Refusal[]): number => sent.length
  expect(types(sentBy(id))).toBe(6)
  expect(types(sentBy(id, 'deep'))).toBe(18)
})
