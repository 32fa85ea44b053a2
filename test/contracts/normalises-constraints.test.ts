// Tests that the stub proves the clauses of `normalises` and `constraints`.
// @module-tag whole
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf } from '../../src/contract/contract.testing.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const time = { type: 'string', format: 'date-time' }
const id = { type: 'string' }
const members = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  contact: { type: 'string', minLength: 3, maxLength: 40, pattern: '^[A-Za-z]+$' },
  tags: { type: 'array', maxItems: 6, items: { type: 'string', pattern: '^[a-z]{1,8}$' } },
  price: { type: 'number', minimum: 0, maximum: 1000 },
  host: { type: 'string', pattern: '^[a-z]{2,9}\\.[a-z]{2,5}\\.?$' },
  seats: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
  remark: { type: 'string', pattern: '^[a-z]{3,9}$' },
  roomId: { type: 'string', minLength: 1, maxLength: 60 },
  opensAt: time,
  startsAt: time,
  endsAt: time,
  phone: { type: 'string', pattern: '^\\+[0-9]{6,12}$' },
  mail: { type: 'string', pattern: '^[a-z]{2,8}@[a-z]{2,8}$' },
  shares: {
    type: 'array',
    ...{ minItems: 1, maxItems: 5 },
    items: {
      type: 'object',
      required: ['percent'],
      properties: { percent: { type: 'integer', minimum: 1, maximum: 100 } },
    },
  },
}
const request = {
  type: 'object',
  required: [
    'title',
    'contact',
    'tags',
    'price',
    'host',
    'roomId',
    'opensAt',
    'startsAt',
    'endsAt',
    'shares',
  ],
  properties: members,
}
const response = {
  type: 'object',
  required: ['id', 'title', 'seats'],
  properties: { id, ...members },
}
const room = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } }
const roomShown = { ...room, required: ['id', 'name'], properties: { id, ...room.properties } }

const operation = (name: string, method: string, path: string, more: JsonObject): JsonObject => ({
  ...{
    name,
    title: name,
    method,
    path,
    success: [method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200],
  },
  ...(path.includes('{') ? { parameters: [{ name: 'id', in: 'path', schema: id }] } : {}),
  ...more,
})

const life = (name: string, acts: readonly string[]): JsonObject =>
  Object.fromEntries(acts.map((act) => [act, `${name}.${act}`]))

const stays: JsonObject = {
  title: 'stay',
  life: life('stays', ['create', 'read', 'replace', 'delete', 'list']),
  name: '/title',
  replaces: true,
  compare: { '/startsAt': 'instant', '/endsAt': 'instant', '/opensAt': 'second' },
  normalises: {
    '/title': 'trim',
    '/contact': 'upper-case',
    '/tags': ['distinct', 'sort'],
    '/price': { round: 1 },
    '/host': { suffix: '.' },
    '/seats': 'default',
    '/opensAt': 'not-past',
  },
  references: { '/roomId': 'rooms' },
  constraints: [
    { before: ['/startsAt', '/endsAt'] },
    { future: '/startsAt', refusal: [422] },
    { exactlyOneOf: ['/phone', '/mail'] },
    { sum: ['/shares/*/percent'], equals: 100 },
  ],
}

const filesOf = (resource: JsonObject = stays): Readonly<Record<string, JsonObject>> => ({
  'contract.json': { name: 'stays', title: 'Stays', version: '1', refusals: { invalid: [400] } },
  'resources/stays.json': resource,
  'resources/rooms.json': { title: 'room', life: life('rooms', ['create', 'read', 'delete']), name: '/name' },
  'operations/rooms.create.json': operation('rooms.create', 'POST', '/rooms', {
    request: room,
    response: roomShown,
  }),
  'operations/rooms.read.json': operation('rooms.read', 'GET', '/rooms/{id}', { response: roomShown }),
  'operations/rooms.delete.json': operation('rooms.delete', 'DELETE', '/rooms/{id}', {}),
  'operations/stays.create.json': operation('stays.create', 'POST', '/stays', { request, response }),
  'operations/stays.read.json': operation('stays.read', 'GET', '/stays/{id}', { response }),
  'operations/stays.replace.json': operation('stays.replace', 'PUT', '/stays/{id}', { request, response }),
  'operations/stays.delete.json': operation('stays.delete', 'DELETE', '/stays/{id}', {}),
  'operations/stays.list.json': operation('stays.list', 'GET', '/stays', {
    response: { type: 'array', items: response },
  }),
})

test('statements name the normal forms and the constraints', () => {
  const { clauses } = contractOf(filesOf())
  expect(clauses.get('stays.create.normalised')?.statement).toBe(
    'The tenant stores and returns sent values in their normal form: title without leading and trailing spaces; contact in upper case; tags without duplicates, sorted; price rounded to 1 digit; host with "." at its end; seats 2 if omitted; opensAt not earlier than the request.',
  )
  expect(clauses.get('stays.replace.idempotent')?.level).toBe('SHOULD')
  const constraints = [...clauses.values()].filter(({ id: one }) => one.startsWith('stays.create.constraint'))
  expect(constraints.map(({ name, level, statement }) => `${level} ${name}: ${statement}`)).toEqual([
    'MUST constraint-exactly-one-of-phone-mail: The tenant returns 400 for a body with none or more than one of phone and mail, and accepts a body without this violation.',
    'MUST constraint-room-id-exists: The tenant returns a 4xx status for a body in which roomId is not the id of an existing resource (rooms).',
    'MUST constraint-starts-at-before-ends-at: The tenant returns 400 for a body in which startsAt is not before endsAt, and accepts a body without this violation.',
    'MUST constraint-starts-at-in-the-future: The tenant returns 422 for a body in which startsAt is not in the future, and accepts a body without this violation.',
    'MUST constraint-sum-of-shares-percent-100: The tenant returns 400 for a body in which the sum of shares.*.percent is not 100, and accepts a body without this violation.',
  ])
})

test('a conforming stub passes every clause, and each broken rule fails only its clause', async () => {
  const { clauses } = await verifyContract(contractOf(filesOf()), { only: ['stays.create', 'stays.replace'] })
  expect(clauses.filter(({ proven }) => !proven).map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual(
    [],
  )
  const own = clauses.filter(({ clause }) => /normalised|idempotent|constraint/.test(clause))
  expect(own.length).toBe(13)
}, 120_000)

test.each([
  [
    { normalises: { '/colour': 'trim' } },
    '/normalises/~1colour',
    'no request of its operations has a member',
  ],
  [{ normalises: { '/price': 'trim' } }, '/normalises/~1price', 'can change only values of the type string'],
  [{ normalises: { '/title': 'default' } }, '/normalises/~1title', 'no request schema has a default'],
  [{ normalises: { '/contact': ['lower-case', 'upper-case'] } }, '/normalises/~1contact', 'upper case'],
  [{ normalises: { '/title': 'shout' } }, '/normalises/~1title', 'one of trim, lower-case'],
  [{ constraints: [{ before: ['/startsAt', '/end'] }] }, '/constraints/0', 'has a member /end'],
  [
    { constraints: [{ future: '/seats' }] },
    '/constraints/0',
    '"future" compares only values of the type string',
  ],
  [{ constraints: [{ atMostOneOf: ['/title', '/mail'] }] }, '/constraints/0', 'requires /title'],
  [
    { constraints: [{ future: '/startsAt', equal: ['/phone', '/mail'] }] },
    '/constraints/0',
    'the kinds equal',
  ],
  [{ constraints: [{ future: '/startsAt' }, { past: '/startsAt' }] }, '/constraints/1', 'contradicts'],
  [
    { constraints: [{ before: ['/startsAt', '/endsAt'] }, { before: ['/endsAt', '/startsAt'] }] },
    '/constraints/1',
    'contradicts /constraints/0',
  ],
] as const)('%j is an error with its location', (words, place, message) => {
  const load = (): unknown => contractOf(filesOf({ ...stays, ...words } as JsonObject))
  expect(load).toThrow(new RegExp(`resources/stays.json[^\\n]*${place}`))
  expect(load).toThrow(message)
})
