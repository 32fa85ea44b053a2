// Tests a creation for which the request chooses the id.
// @module-tag whole
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { conformance, contractFrom } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const topic = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 60 },
    note: { type: 'string', maxLength: 80 },
  },
}
const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const none = { description: 'Nothing to show' }
const unknown = { description: 'Unknown' }
const path = [{ name: 'topic', in: 'path', required: true, schema: { type: 'string' } }]
const document = {
  openapi: '3.0.3',
  info: { title: 'Topics', version: '1' },
  paths: {
    '/topics': {
      get: { responses: { 200: { description: 'All', ...body({ type: 'array', items: topic }) } } },
      post: { requestBody: { required: true, ...body(topic) }, responses: { 201: none, 409: unknown } },
    },
    '/topics/{topic}': {
      parameters: path,
      get: { responses: { 200: { description: 'One', ...body(topic) }, 404: unknown } },
      delete: { responses: { 204: none, 404: unknown } },
    },
  },
}

interface Topic {
  readonly name: string
  readonly note?: string
}

/**
 * Starts the server. With `forgets`, it does not store notes. With `takes-over`, a creation with a known name
 * replaces the existing topic.
 */
async function served(fault: 'forgets' | 'takes-over' | null = null) {
  const topics = new Map<string, Topic>([['news', { name: 'news', note: "somebody else's" }]])
  const isTopic = (value: unknown): value is Topic => {
    const { name, note = '' } = (value ?? {}) as Partial<Topic>
    const fits = (one: unknown, min: number, max: number): boolean =>
      typeof one === 'string' && [...one].length >= min && [...one].length <= max
    return typeof value === 'object' && fits(name, 1, 60) && fits(note, 0, 80)
  }
  const server = createServer(async (request, response) => {
    const answer = (status: number, shown?: unknown): void =>
      void response
        .writeHead(status, shown === undefined ? {} : { 'content-type': 'application/json' })
        .end(shown === undefined ? '' : JSON.stringify(shown))
    const [, , id] = (request.url ?? '').split('/')
    if (id === undefined && request.method === 'GET') return answer(200, [...topics.values()])
    if (id === undefined) {
      const sent: unknown = await text(request)
        .then(JSON.parse)
        .catch(() => null)
      if (!isTopic(sent)) return answer(400)
      if (topics.has(sent.name) && fault !== 'takes-over') return answer(409)
      topics.set(sent.name, fault === 'forgets' ? { name: sent.name } : sent)
      return answer(201)
    }
    const found = topics.get(decodeURIComponent(id))
    if (found === undefined) return answer(404)
    if (request.method === 'GET') return answer(200, found)
    topics.delete(found.name)
    answer(204)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, topics }
}

async function checked(fault: Parameters<typeof served>[0] = null) {
  const { contract } = await contractFrom(document)
  const { baseUrl, topics } = await served(fault)
  const report = await conformance({ contract, baseUrl, environment: {}, seed: 1, depth: 'default' })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { report, failed, topics }
}

test('is read, listed and deleted by the sent id', async () => {
  const { report, failed, topics } = await checked()
  expect(failed).toEqual([])
  const open = report.clauses.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)
  expect(open).toEqual([])
  expect(report.resources.leaked).toEqual([])
  expect([...topics]).toEqual([['news', { name: 'news', note: "somebody else's" }]])
}, 60_000)

test('a note that is not stored fails the clause of stored values', async () => {
  expect((await checked('forgets')).failed).toContain('topics.create.stored')
}, 60_000)

test('resources of others stay, even if a creation would replace them', async () => {
  const { topics } = await checked('takes-over')
  expect(topics.get('news')?.note).toBe("somebody else's")
}, 60_000)

test('the stub proves its clauses', async () => {
  const { contract } = await contractFrom(document)
  const { clauses } = await verifyContract(contract)
  const open = clauses.filter(({ proven }) => !proven).map(({ clause }) => clause)
  expect(open).toEqual([])
}, 60_000)
