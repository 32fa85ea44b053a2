// Tests responses that the contract documents for each status.
// @module-tag whole

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { library } from '../../src/contract/contract.testing.ts'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const mistake = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
}
const book = library['operations/books.get.json']?.response ?? {}
const parameters = [{ name: 'book_id', in: 'path', schema: { type: 'integer' } }]
const update = { ...library['operations/books.update.json'], parameters }
const read = {
  ...library['operations/books.get.json'],
  parameters,
  response: undefined,
  source: '#/paths/~1books~1{book_id}/get',
  responses: {
    200: {
      schema: book,
      headers: { 'X-Rate': { required: true, schema: { type: 'integer', minimum: 0 } } },
    },
    404: { schema: mistake },
    503: { mediaTypes: [] },
  },
} as unknown as JsonObject

const folderOf = (changes: Readonly<Record<string, unknown>> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tc-documented-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = {
    ...library,
    'operations/books.update.json': update,
    'operations/books.get.json': read,
    ...changes,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'schemas', path)), { recursive: true })
    writeFileSync(join(folder, 'schemas', path), JSON.stringify(content))
  }
  return folder
}

const documented = ['documented-status', 'documented-media-type', 'response-headers', 'response-404']

test('documented responses have clauses with their locations in the document', () => {
  const { clauses } = loadContract(contractIn(folderOf()))
  const of = (name: string) => clauses.get(`books.get.${name}`)
  expect(documented.map((name) => [of(name)?.level, of(name)?.part])).toEqual([
    ['SHOULD', '#/paths/~1books~1{book_id}/get/responses'],
    ['MUST', '#/paths/~1books~1{book_id}/get/responses'],
    ['MUST', '#/paths/~1books~1{book_id}/get/responses'],
    ['MUST', '#/paths/~1books~1{book_id}/get/responses/404'],
  ])
  expect(of('returned-title')?.level).toBe('MUST')
  expect(of('response-json')).toBeUndefined()
  expect(
    [...clauses.keys()].filter((id) => /books\.(?:list|create)\.(?:documented|response-4)/.test(id)),
  ).toEqual([])
})

test('a default covers every other error, and leaves no status undocumented', () => {
  const other = { ...read, responses: { 200: { schema: book }, default: { schema: mistake } } }
  const { clauses } = loadContract(contractIn(folderOf({ 'operations/books.get.json': other })))
  expect(clauses.has('books.get.response-default')).toBe(true)
  expect(clauses.has('books.get.documented-status')).toBe(false)
})

test('all clauses of documented responses can be proven, each by its mutation', async () => {
  const only = ['accepts', ...documented].map((name) => `books.get.${name}`)
  const { clauses } = await verifyContract(loadContract(contractIn(folderOf())), { only })
  expect(clauses.map(({ clause, proven, reason }) => [clause, proven || reason])).toEqual(
    [...only].sort().map((id) => [id, true]),
  )
})

const verdictsAt = async (get: RequestListener): Promise<Readonly<Record<string, string>>> => {
  const books = new Map<string, object>()
  const server = createServer((request, response) => {
    const id = request.url?.split('/')[2]
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET' && id !== undefined) {
      const found = books.get(id)
      if (found === undefined) return json(404, { error: 'no such book' })
      response.setHeader('x-rate', '7')
      Object.assign(request, { found })
      return get(request, response)
    }
    if (request.method === 'GET') return json(200, [...books.values()])
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const number = id ?? String(books.size + 1)
      books.set(number, {
        ...books.get(number),
        ...JSON.parse(String(Buffer.concat(chunks))),
        id: Number(number),
      })
      json(200, books.get(number) ?? {})
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { clauses } = await conformance({
    environment: {},
    seed: 1,
    depth: 'default',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contract: loadContract(contractIn(folderOf())),
    only: ['books.get.accepts', ...documented.map((name) => `books.get.${name}`)],
  })
  return Object.fromEntries(
    clauses
      .filter(({ operation, verdict }) => operation === 'books.get' && verdict !== 'out-of-scope')
      .map(({ id, verdict }) => [id.replace('books.get.', ''), verdict]),
  )
}
const found = (request: object): string => JSON.stringify((request as { readonly found: object }).found)

test.each<[string, RequestListener, string | null]>([
  [
    'as documented',
    (request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(found(request)),
    null,
  ],
  [
    'with another media type',
    (request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(found(request)),
    'documented-media-type',
  ],
  [
    'with another status',
    (request, response) =>
      response.writeHead(203, { 'content-type': 'application/json' }).end(found(request)),
    'documented-status',
  ],
  [
    'with a header of another type',
    (request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'x-rate': 'many' }).end(found(request)),
    'response-headers',
  ],
])('judges a response %s', async (_, get, failed) => {
  const verdicts = await verdictsAt(get)
  const failures = Object.keys(verdicts).filter((name) => verdicts[name] === 'fail')
  expect(failures).toEqual(failed === null ? [] : [failed])
  if (failed === null)
    expect(documented.map((name) => [name, verdicts[name]])).toEqual(documented.map((name) => [name, 'pass']))
})

test('a documented server error is no failure of the tenant', async () => {
  const verdicts = await verdictsAt((_, response) => response.writeHead(503).end())
  expect(Object.values(verdicts)).not.toContain('fail')
})
