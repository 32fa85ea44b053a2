// Tests deletions that do not remove the resource but change its state (`ended`).
// @module-tag whole
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const state = { enum: ['lent', 'withdrawn'] }
const shown = {
  type: 'object',
  required: ['id', 'title', 'state'],
  properties: { id: { type: 'string' }, title: { type: 'string' }, state },
}
const files: Readonly<Record<string, unknown>> = {
  ...library,
  'resources/books.json': {
    ...library['resources/books.json'],
    life: {
      create: 'books.create',
      read: 'books.get',
      delete: 'books.delete',
      list: 'books.list',
    },
    serverSet: { '/state': 'any' },
    ended: { '/state': 'withdrawn' },
  },
  'operations/books.create.json': { ...library['operations/books.create.json'], response: shown },
  'operations/books.get.json': { ...library['operations/books.get.json'], response: shown },
  'operations/books.list.json': {
    ...library['operations/books.list.json'],
    response: { type: 'array', items: shown },
  },
  'operations/books.delete.json': {
    ...library['operations/books.get.json'],
    ...{ name: 'books.delete', title: 'Withdraw a book', method: 'DELETE', response: null },
  },
}
const { 'operations/books.update.json': __, ...used } = files
const contract = contractOf(used as Readonly<Record<string, JsonObject>>)

async function served(stays = false): Promise<string> {
  const books = new Map<string, JsonObject>()
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const id = request.url?.split('/')[2]
    if (id === undefined && request.method === 'GET') return answer(200, [...books.values()])
    if (id === undefined) {
      const sent: unknown = await text(request)
        .then(JSON.parse)
        .catch(() => null)
      if (!isObject(sent) || typeof sent.title !== 'string' || sent.title === '') return answer(400, {})
      const book = { id: `b${books.size + 1}`, title: sent.title, state: 'lent' }
      books.set(book.id, book)
      return answer(201, book)
    }
    const book = books.get(id)
    if (book === undefined) return answer(404, {})
    if (request.method === 'DELETE' && !stays) books.set(id, { ...book, state: 'withdrawn' })
    answer(200, books.get(id) ?? {})
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const checked = async (stays = false) =>
  conformance({ contract, baseUrl: await served(stays), environment: {}, seed: 1, depth: 'default' })

test('the statement names the value that a read shows', () => {
  expect(contract.clauses.get('books.delete.ended-after-delete')?.statement).toBe(
    'A read of a deleted resource shows state "withdrawn".',
  )
})

test('an ended resource counts as removed, also if the list shows it', async () => {
  const { clauses, resources } = await checked()
  expect(clauses.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([])
  expect(resources.leaked).toEqual([])
}, 60_000)

test('a deletion that ends nothing fails, and the leftover is reported', async () => {
  const { clauses, resources } = await checked(true)
  const failed = clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(failed).toEqual(['books.delete.ended-after-delete'])
  expect(resources.leaked.length).toBeGreaterThan(0)
}, 60_000)

test('the stub proves its clauses', async () => {
  const { clauses } = await verifyContract(contract)
  expect(clauses.filter(({ proven }) => !proven).map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual(
    [],
  )
}, 60_000)
