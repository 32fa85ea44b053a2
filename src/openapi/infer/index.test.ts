// Infers whole documents. The order within a document has no effect.
import { expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../base/json.ts'
import { documentWith, inferred, listOf, object, reference, sends, shows } from './document.testing.ts'
import { infer } from './index.ts'

const thing = { Thing: object('id', 'label') }

const operations: Readonly<Record<string, JsonObject>> = {
  'GET /things': shows(listOf('Thing')),
  'POST /things': { operationId: 'addThing', ...sends(), ...shows(reference('Thing'), '201') },
  'GET /things/{thingId}': shows(reference('Thing')),
  'PATCH /things/{thingId}': { ...sends(), ...shows(reference('Thing')) },
  'DELETE /things/{thingId}': { responses: { '204': { description: 'Gone' } } },
  'POST /things/{thingId}/archive': {},
}

test('a collection and its items are one resource', () => {
  const { resources, operations: found, questions } = inferred(operations, thing)
  expect(resources).toEqual([
    {
      name: 'things',
      title: 'thing',
      life: {
        create: 'things.create',
        read: 'things.get',
        update: 'things.update',
        delete: 'things.delete',
        list: 'things.list',
      },
      singleton: false,
      ids: { 'things.create': '/id', 'things.get': '/id', 'things.update': '/id', 'things.list': '/id' },
      idInLocation: false,
      idInRequest: null,
      items: '',
      envelopes: { 'things.create': '', 'things.get': '', 'things.update': '' },
      parent: null,
    },
  ])
  expect(found.find(({ role }) => role === 'create')).toEqual({
    pointer: '/paths/~1things/post',
    method: 'POST',
    path: '/things',
    name: 'things.create',
    operationId: 'addThing',
    resource: 'things',
    role: 'create',
    seemsSafe: false,
  })
  expect(found.find(({ role }) => role === 'other')?.name).toBe('things.archive')
  expect(questions).toEqual([])
})

test('the order of paths, methods and members does not matter', () => {
  const two = {
    ...operations,
    'GET /teams/{id}/things': shows(listOf('Thing')),
    'POST /teams/{id}/things': shows(reference('Thing')),
  }
  const reversed = Object.fromEntries(Object.entries(two).reverse())
  expect(inferred(reversed, thing)).toEqual(inferred(two, thing))
})

test('vendor members change nothing', () => {
  const withVendor = Object.fromEntries(
    Object.entries(operations).map(([name, one]) => [name, { ...one, 'x-role': 'delete', 'x-id': '/label' }]),
  )
  expect(inferred(withVendor, thing)).toEqual(inferred(operations, thing))
})

test('accepts a document without paths, and members that are not objects', () => {
  const { root, ...rest } = documentWith({})
  for (const paths of [undefined, null, [], { '/a': null, '/b': { get: true } }, { a: { get: {} } }]) {
    const broken = { ...root, ...(paths === undefined ? {} : { paths }) }
    expect(isObject(broken) && infer({ ...rest, root: broken }).operations).toEqual([])
  }
})

test.each([
  ['POST /things/search', {}, true],
  ['POST /things/near-by', { operationId: 'findThingsNearBy' }, true],
  ['POST /things/search', { operationId: 'searchAndReplaceThings' }, false],
  ['POST /things/next', { operationId: 'listNextThings' }, false],
  ['POST /things/query', {}, false],
  ['POST /things/{thingId}/archive', {}, false],
  ['PUT /things/find', { operationId: 'findThings' }, false],
])('whether an operation seems safe: %s %j', (operation, more, seemsSafe) => {
  const found = inferred(
    { ...operations, [operation]: { ...more, ...sends(), ...shows(listOf('Thing')) } },
    thing,
  )
  const [method, path] = operation.split(' ')
  expect(found.operations.find((one) => one.method === method && one.path === path)).toMatchObject({
    seemsSafe,
  })
})

test('an operation with status 201 or a Location header is not safe', () => {
  const search = { ...sends(), ...shows(listOf('Thing'), '201') }
  const found = inferred({ ...operations, 'POST /things/search': search }, thing)
  expect(found.operations.find(({ path }) => path === '/things/search')?.seemsSafe).toBe(false)
})
