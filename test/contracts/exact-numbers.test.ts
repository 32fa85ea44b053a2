// Tests that integer ids of 64 bits keep every digit.
// @module-tag whole
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'
import { idsWith } from './check-shelves.ts'
import { contractFolder } from './shelf-contract.ts'

const text = { type: 'string', minLength: 1, maxLength: 60 }
const id = { name: 'id', in: 'path', schema: { type: 'integer' } }
const note = {
  request: { type: 'object', required: ['text'], additionalProperties: false, properties: { text } },
  response: { type: 'object', required: ['id', 'text'], properties: { id: { type: 'integer' }, text } },
}
const limits = {
  type: 'object',
  required: ['most'],
  properties: { most: { type: 'integer' }, text: { type: 'string', maxLength: 60 } },
}
const operation = (name: string, method: string, path: string, rest: object) => ({
  [`schemas/operations/${name}.json`]: { name, title: name, method, path, ...rest },
})
const contract = loadContract(
  contractIn(
    contractFolder({
      'schemas/contract.json': {
        name: 'notes',
        title: 'Notes',
        version: '1',
        refusals: { malformed: [400], invalid: [400], unknown: [404] },
      },
      'schemas/resources/notes.json': {
        title: 'note',
        life: {
          create: 'notes.create',
          read: 'notes.get',
          update: 'notes.update',
          delete: 'notes.delete',
          list: 'notes.list',
        },
        serverSet: { '/id': 'constant' },
        afterDelete: [404],
      },
      'schemas/resources/limits.json': {
        title: 'limits',
        singleton: true,
        life: { read: 'limits.get', replace: 'limits.replace' },
      },
      ...operation('notes.create', 'POST', '/notes', { success: [201], ...note }),
      ...operation('notes.list', 'GET', '/notes', {
        success: [200],
        response: { type: 'array', items: note.response },
      }),
      ...operation('notes.get', 'GET', '/notes/{id}', {
        success: [200],
        parameters: [id],
        response: note.response,
      }),
      ...operation('notes.update', 'PATCH', '/notes/{id}', { success: [200], parameters: [id], ...note }),
      ...operation('notes.delete', 'DELETE', '/notes/{id}', { success: [204], parameters: [id] }),
      ...operation('limits.get', 'GET', '/limits', { success: [200], response: limits }),
      ...operation('limits.replace', 'PUT', '/limits', {
        success: [200],
        request: limits,
        response: limits,
      }),
    }),
  ),
)

const mostAtFirst = '9223372036854775807'

/**
 * Starts a server. Each creation also adds two notes of another client. Their ids are one lower and one
 * higher than the new id.
 */
async function startNotes() {
  const notes = new Map<string, string>()
  const theirs = new Set<string>()
  const harmed: string[] = []
  const settings = { most: mostAtFirst, text: 'as it was' }
  let next = 9_007_199_254_740_993n
  const shown = (key: string): string => `{"id":${key},"text":${JSON.stringify(notes.get(key))}}`
  const limitsShown = (): string => `{"most":${settings.most},"text":${JSON.stringify(settings.text)}}`
  const server = createServer(async (request, response) => {
    const send = (status: number, body = '{"error":"refused"}'): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 204 ? '' : body)
    }
    let sent = ''
    for await (const bytes of request) sent += String(bytes)
    const { method = '', url = '' } = request
    const key = /^\/notes\/(\d+)$/.exec(url)?.[1]
    let body: Record<string, unknown> = {}
    if (method === 'POST' || method === 'PATCH' || method === 'PUT') {
      if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return send(415)
      try {
        body = (JSON.parse(sent) ?? {}) as Record<string, unknown>
      } catch {
        return send(400)
      }
      const length = typeof body.text === 'string' ? [...body.text].length : Number.POSITIVE_INFINITY
      const names = Object.keys(body).every((name) => ['text', 'most'].includes(name))
      if (url === '/limits') {
        if (!Number.isInteger(body.most) || !names || ('text' in body && length > 60)) return send(400)
      } else if (length < 1 || length > 60 || Object.keys(body).length !== 1) return send(400)
    }
    if (url === '/limits') {
      if (method === 'PUT') {
        settings.most = /"most":\s*(-?\d+)/.exec(sent)?.[1] ?? String(body.most)
        settings.text = String(body.text ?? '')
      } else if (method !== 'GET') return send(405)
      return send(200, limitsShown())
    }
    if (url === '/notes' && method === 'GET') return send(200, `[${[...notes.keys()].map(shown).join()}]`)
    if (url === '/notes' && method === 'POST') {
      const made = String(next)
      next += 4n
      notes.set(made, String(body.text))
      for (const beside of [-1n, 1n]) {
        const other = String(BigInt(made) + beside)
        theirs.add(other)
        notes.set(other, "somebody else's")
      }
      return send(201, shown(made))
    }
    if (key === undefined) return send(404)
    if (!notes.has(key)) return send(404)
    if (method !== 'GET' && theirs.has(key)) harmed.push(`${method} ${key}`)
    if (method === 'PATCH') notes.set(key, String(body.text))
    if (method === 'DELETE') return notes.delete(key) && send(204)
    return method === 'GET' || method === 'PATCH' ? send(200, shown(key)) : send(405)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    harmed,
    settings,
    own: () => [...notes.keys()].filter((one) => !theirs.has(one)),
    close: () => new Promise((closed) => server.close(closed)),
  }
}

test('separates ids beyond 2^53 by their last digit, and restores numbers exactly', async () => {
  const server = await startNotes()
  const report = await conformance({
    contract,
    baseUrl: server.baseUrl,
    environment: {},
    seed: 1,
    examples: 2,
  })
  await server.close()
  expect(server.harmed).toEqual([])
  expect(server.own()).toEqual([])
  expect(server.settings).toEqual({ most: mostAtFirst, text: 'as it was' })
  expect(idsWith(report, 'fail')).toEqual([])
  expect(idsWith(report, 'error')).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(0.9 * report.clauses.length)
  expect(report.resources.leaked).toEqual([])
})
