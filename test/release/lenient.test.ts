// Tests a lenient API. The run judges only facts that the contract states.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance, type Report } from '../../src/index.ts'
import { idsWith } from '../contracts/check-shelves.ts'
import { contractFolder } from '../contracts/shelf-contract.ts'

type Fault = 'taken-500' | 'plain-text-empties' | 'id-moves'

/**
 * Starts a server that accepts any members and uses ids again. It ignores a body without the media type of
 * JSON.
 */
async function startNotes(fault?: Fault): Promise<{ baseUrl: string; close(): Promise<unknown> }> {
  const notes = new Map<number, Record<string, unknown>>([[1, { id: 1, text: 'of somebody else' }]])
  const server = createServer(async (request, response) => {
    const end = (status: number, body: unknown = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    let text = ''
    for await (const chunk of request) text += chunk
    const id = Number(request.url?.split('/')[2] ?? 0)
    const method = request.method ?? ''
    const labelled = request.headers['content-type'] === 'application/json'
    let body: Record<string, unknown> = {}
    try {
      if (labelled && text !== '') body = { ...JSON.parse(text) }
    } catch {
      return end(400)
    }
    const was = notes.get(id)
    if (id !== 0 && was === undefined) return end(404)
    if (method === 'GET') return end(200, was ?? [...notes.values()])
    if (method === 'DELETE') return end(notes.delete(id) ? 200 : 404)
    if (method === 'POST') {
      const wanted = Number(body.id ?? 0)
      if (notes.has(wanted)) return end(fault === 'taken-500' ? 500 : 409)
      const made = { ...body, id: wanted || Math.max(0, ...notes.keys()) + 1 }
      notes.set(made.id, made)
      return end(201, made)
    }
    if (!labelled && !(fault === 'plain-text-empties' && method === 'PUT')) return end(200, was)
    const now = { ...(method === 'PUT' ? {} : was), ...body, id: fault === 'id-moves' ? (body.id ?? id) : id }
    notes.set(id, now)
    return end(200, now)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<unknown> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const idParameter = { name: 'id', in: 'path', schema: { type: 'integer' } }
const text = { type: 'string' }
const shown = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, text } }
const operation = (verb: string, method: string, path: string, rest: Readonly<Record<string, unknown>>) => ({
  [`schemas/operations/notes.${verb}.json`]: { name: `notes.${verb}`, title: verb, method, path, ...rest },
})
const one = { parameters: [idParameter], response: shown }
const change = { ...one, request: { type: 'object', properties: { text } } }
const files = {
  'schemas/contract.json': {
    name: 'notes',
    title: 'Notes',
    version: '1',
    refusals: { invalid: null },
    otherMediaTypes: 'ignored',
  },
  'schemas/resources/notes.json': {
    title: 'note',
    life: {
      create: 'notes.create',
      read: 'notes.get',
      update: 'notes.update',
      replace: 'notes.replace',
      delete: 'notes.delete',
      list: 'notes.list',
    },
    serverSet: { '/id': 'constant' },
    serverSetSent: { update: 'ignored', replace: 'ignored' },
    unique: ['/id'],
    replaces: true,
  },
  ...operation('create', 'POST', '/notes', {
    request: { type: 'object', properties: { id: { type: 'integer', minimum: 1 }, text } },
    response: shown,
  }),
  ...operation('list', 'GET', '/notes', { response: { type: 'array', items: shown } }),
  ...operation('get', 'GET', '/notes/{id}', one),
  ...operation('update', 'PATCH', '/notes/{id}', change),
  ...operation('replace', 'PUT', '/notes/{id}', change),
  ...operation('delete', 'DELETE', '/notes/{id}', { parameters: [idParameter] }),
}
const contract = loadContract(contractIn(contractFolder(files)))

async function check(fault?: Fault): Promise<Report> {
  const { baseUrl, close } = await startNotes(fault)
  try {
    return await conformance({ depth: 'default', contract, baseUrl, environment: {}, seed: 1, examples: 2 })
  } finally {
    await close()
  }
}

test('the contract has no clause for what it does not promise', () => {
  const ids = [...contract.clauses.keys()]
  // The contract has no such clauses, because it does not specify this behaviour.
  expect(ids.filter((id) => /-type$|-minimum$|refused-changes-nothing/.test(id))).toEqual([])
  // A creation may contain an id, but an update may not.
  expect(ids).toContain('notes.create.unique-refused')
  expect(ids).not.toContain('notes.update.unique-refused')
  expect(ids).not.toContain('notes.create.server-set')
  expect(ids).toContain('notes.update.server-set')
})

test('all other clauses pass, and nothing is left', async () => {
  const report = await check()
  const open = report.clauses.filter(({ verdict }) => verdict !== 'pass')
  expect(open.map(({ id, verdict, reason }) => `${id}: ${verdict} ${reason}`)).toEqual([])
  expect(report.resources.leaked).toEqual([])
})

test.each([
  ['taken-500', ['notes.create.no-server-error', 'notes.create.unique-refused']],
  ['plain-text-empties', ['notes.replace.media-type-ignored']],
  [
    'id-moves',
    [
      'notes.replace.constant',
      'notes.replace.server-set',
      'notes.update.constant',
      'notes.update.server-set',
    ],
  ],
] as const)('finds %s, and nothing else', async (fault, clauses) => {
  const failed = idsWith(await check(fault), 'fail')
  expect(clauses).toEqual(expect.arrayContaining([...failed]))
  expect(failed.length).toBeGreaterThan(0)
})
