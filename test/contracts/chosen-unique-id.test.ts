// Tests a unique id. The request for a creation can contain the id. Otherwise the service chooses it.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { jsonServer } from './json-server.ts'

const title = { type: 'string', minLength: 1, maxLength: 60 }
const form = '^[a-z][a-z0-9-]{0,40}$'
const properties = { key: { type: 'string', pattern: form, 'x-clauses': { pattern: null } }, title }
const sent = { type: 'object', required: ['title'], properties }
const shown = { ...sent, required: ['key', 'title'] }
const about = library['operations/books.get.json']
const clause = 'books.create.unique-refused'

const contractWith = (request: JsonObject) =>
  contractOf({
    'contract.json': { name: 'library', title: 'Library', version: '1' },
    'resources/books.json': {
      title: 'book',
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', list: 'books.list' },
      ...{ id: '/key', name: '/title', unique: ['/key'], serverSet: { '/key': 'constant' } },
    },
    'operations/books.create.json': {
      ...library['operations/books.create.json'],
      ...{ request, response: shown },
    },
    'operations/books.get.json': { ...about, response: shown },
    'operations/books.list.json': {
      ...library['operations/books.list.json'],
      response: { type: 'array', items: shown },
    },
    'operations/books.delete.json': {
      ...about,
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null, success: [204] },
    },
  } as unknown as Readonly<Record<string, JsonObject>>)

const checked = async (fault: 'second-accepted' | null) => {
  const theirs = { key: 'theirs', title: 'Theirs' }
  const books = new Map<string, JsonObject>([['theirs', theirs]])
  let count = 0
  const baseUrl = await jsonServer(({ method, path: [, named, ...more], body }) => {
    const before = books.get(named ?? '')
    if (more.length > 0 || (named !== undefined && before === undefined)) return { status: 404 }
    if (named === undefined && method === 'GET') return { status: 200, body: [...books.values()] }
    if (method === 'GET') return { status: 200, body: before as Json }
    if (method === 'DELETE') return books.delete(named ?? '') ? { status: 204 } : { status: 404 }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { status: 400 }
    const { title, key } = body as JsonObject
    if (typeof title !== 'string' || title === '' || [...title].length > 60) return { status: 400 }
    if (key !== undefined && !(typeof key === 'string' && new RegExp(form).test(key))) return { status: 400 }
    if (key !== undefined && books.has(key) && fault === null) return { status: 409 }
    count += 1
    const isNew = typeof key === 'string' && !books.has(key)
    const own = isNew ? key : `made-${count}-${Math.random().toString(36).slice(2)}`
    books.set(own, { title, key: own })
    return { status: 201, body: { title, key: own } }
  })
  const report = await conformance({
    ...{ contract: contractWith(sent), baseUrl, environment: {}, seed: 1, depth: 'default' },
    writes: 'destructive',
  })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const verdict = report.clauses.find(({ id }) => id === clause)?.verdict
  return { failed, verdict, left: [...books.values()] }
}

test('the id is a member of the creation request, and the service must refuse an id that exists', async () => {
  const theirs = [{ key: 'theirs', title: 'Theirs' }]
  expect(await checked(null)).toEqual({ failed: [], verdict: 'pass', left: theirs })
  expect(await checked('second-accepted')).toEqual({ failed: [clause], verdict: 'fail', left: theirs })
})

test('a creation without the member cannot choose the id', () => {
  expect(() => contractWith({ ...sent, properties: { title } })).toThrow(
    'no request of its operations has a member /key',
  )
})
