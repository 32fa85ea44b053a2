// Tests `doctor --try` with a contract without suites. The command creates, reads and removes one resource of
// each type, and proposes keys for the contract.
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractFolder } from '../contracts/shelf-contract.ts'
import { closeAfterTest, lookedAt, type Seen } from './diagnosing.ts'

const note = {
  text: { type: 'string', minLength: 1, maxLength: 80 },
  kind: { type: 'string', pattern: '^[A-Za-z]{3,12}$' },
  tags: { type: 'array', minItems: 2, maxItems: 6, items: { type: 'string', pattern: '^[a-zA-Z]{2}$' } },
}
const request = { type: 'object', additionalProperties: false, required: Object.keys(note), properties: note }
// This pattern allows no blanks, so that a text can be an id.
const ofWords = { ...request, properties: { ...note, text: { ...note.text, pattern: '^[\\w-]+$' } } }
const shown = { type: 'object', properties: { id: { type: 'string' }, state: { type: 'string' }, ...note } }
const parameters = [{ name: 'id', in: 'path', schema: { type: 'string' } }]

const operation = (name: string, method: string, path: string, status: number, more: JsonObject = {}) => ({
  [`schemas/operations/notes.${name}.json`]: {
    ...{ name: `notes.${name}`, title: name, method, path, success: [status] },
    ...(path.includes('{') ? { parameters } : {}),
    ...more,
  },
})

const folderOf = (resource: JsonObject, request: JsonObject, more: readonly JsonObject[] = []): string =>
  contractFolder({
    'schemas/contract.json': {
      name: 'notes',
      title: 'Notes',
      version: '1',
      refusals: { invalid: [400, 422] },
    },
    'schemas/resources/notes.json': {
      title: 'note',
      name: '/text',
      life: { create: 'notes.create', read: 'notes.get', replace: 'notes.replace', delete: 'notes.delete' },
      ...resource,
    },
    ...operation('create', 'POST', '/notes', 201, { request, response: { type: 'object' } }),
    ...operation('get', 'GET', '/notes/{id}', 200, { response: shown }),
    ...operation('replace', 'PUT', '/notes/{id}', 200, {
      ...{ request, response: shown, parameters: [...parameters, ...more] },
    }),
    ...operation('delete', 'DELETE', '/notes/{id}', 204),
  })

type Way =
  | 'as the contract says'
  | 'another name of the id'
  | 'an id in Location alone'
  | 'the text as the id'
  | 'normal forms'
  | 'deletions that end'
  | 'refused deletions'
  | 'preconditions'
  | 'refusals'
  | 'an id that leads to others'
  | 'a change that shows null'

interface Tried extends Seen {
  readonly held: readonly string[]
  readonly methods: readonly string[]
}

async function tried(
  way: Way,
  options: { resource?: JsonObject; parameters?: readonly JsonObject[]; try?: boolean; writes?: 'none' } = {},
): Promise<Tried> {
  const notes = new Map<string, JsonObject>([
    ['theirs', { id: 'theirs', text: 'of somebody else', kind: 'abc', tags: ['aa', 'bb'] }],
  ])
  const methods: string[] = []
  let made = 0
  const kept = (body: JsonObject): JsonObject =>
    way === 'normal forms'
      ? {
          text: String(body.text).trim(),
          kind: String(body.kind).toLowerCase(),
          tags: [...new Set(body.tags as readonly string[])].sort(),
        }
      : body
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const part of incoming) text += String(part)
    const answer = (status: number, value?: unknown, headers: Record<string, string> = {}): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(value === undefined ? '' : JSON.stringify(value))
    }
    const { method = '', url = '' } = incoming
    methods.push(method)
    if (url === '/notes' && method === 'POST') {
      if (way === 'refusals') return answer(422, { error: 'the owner is not known' })
      const body = JSON.parse(text) as JsonObject
      const id = way === 'the text as the id' ? String(body.text) : `n${++made}`
      notes.set(id, {
        ...kept(body),
        ...(way === 'the text as the id' ? {} : { id }),
        ...(way === 'deletions that end' ? { state: 'active' } : {}),
      })
      if (way === 'another name of the id') return answer(201, { noteID: id, at: '2026-01-01T00:00:00Z' })
      if (way === 'an id in Location alone') return answer(201, {}, { location: `/notes/${id}` })
      if (way === 'the text as the id') return answer(201, {})
      if (way === 'an id that leads to others') return answer(201, { owner: 'theirs' })
      return answer(201, notes.get(id))
    }
    const id = decodeURIComponent(/^\/notes\/([^/]+)$/.exec(url)?.[1] ?? '')
    const one = notes.get(id)
    if (one === undefined) return answer(404, { error: 'unknown' })
    if (method === 'GET') return answer(200, one, { etag: '"1"' })
    if (way === 'preconditions' && incoming.headers['if-match'] === undefined)
      return answer(428, { error: 'If-Match is missing' })
    if (method === 'DELETE' && way === 'refused deletions') return answer(409, { error: 'in use' })
    if (method === 'PUT') {
      notes.set(id, { ...kept(JSON.parse(text) as JsonObject), id })
      return answer(200, way === 'a change that shows null' ? null : notes.get(id))
    }
    if (way === 'deletions that end') notes.set(id, { ...one, state: 'expired' })
    else notes.delete(id)
    answer(204)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterTest(() => new Promise((resolve) => server.close(resolve)))
  const seen = await lookedAt(
    {},
    {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      contract: folderOf(
        options.resource ?? {},
        way === 'the text as the id' ? ofWords : request,
        options.parameters,
      ),
      reportDir: mkdtempSync(join(tmpdir(), 'tc-trial-')),
      try: options.try ?? true,
      ...(options.writes === undefined ? {} : { writes: options.writes }),
    },
  )
  return { ...seen, held: [...notes.keys()], methods }
}

const remedies = ({ findings }: Seen): string =>
  findings
    .flatMap(({ id, found, remedy }) => (id.startsWith('try') ? [`${found} → ${remedy}`] : []))
    .join('\n')

test('confirms a correct contract, and leaves nothing', async () => {
  const seen = await tried('as the contract says')
  expect(seen.of('try.notes')?.state).toBe('ok')
  expect(seen.of('try.notes')?.found).toMatch(
    /^POST \/notes got 201 \{.*GET \/notes\/n\d+ with 200.*afterwards the resource was deleted$/,
  )
  expect(seen.findings.filter(({ id }) => id.startsWith('try.notes.'))).toEqual([])
  expect(seen.held).toEqual(['theirs'])
})

test('only --try creates something, and no write mode forbids it', async () => {
  for (const seen of [
    await tried('as the contract says', { try: false }),
    await tried('as the contract says', { writes: 'none' }),
  ]) {
    expect(seen.methods.filter((method) => method !== 'GET')).toEqual([])
    expect(seen.of('try')?.state).toBe('unknown')
  }
})

test.each<[Way, RegExp, JsonObject]>([
  [
    'another name of the id',
    /the creation returns noteID; GET \/notes\/n\d+ shows the same text → Add "id": \{"notes\.create":"\/noteID","default":"\/id"\} to resources\/notes\.json/,
    { id: { 'notes.create': '/noteID', default: '/id' } },
  ],
  [
    'an id in Location alone',
    /only the Location header of the creation names the new note.* → Add "idIn": "location" to/,
    { idIn: 'location' },
  ],
  [
    'the text as the id',
    /its request has \/text.* → Add "idIn": "request", "id": "\/text" to/,
    { idIn: 'request', id: '/text' },
  ],
  [
    'normal forms',
    /"normalises": \{ "\/kind": "lower-case" \}/,
    { normalises: { '/text': 'trim', '/kind': 'lower-case', '/tags': ['distinct', 'sort'] } },
  ],
])('%s: proposes the right key, which is enough', async (way, expected, resource) => {
  const seen = await tried(way)
  expect(remedies(seen)).toMatch(expected)
  // No response proves that the run created this resource. For this reason, `doctor` does not remove it, but
  // names it.
  if (way === 'the text as the id') expect(remedies(seen)).toContain('remains at the tenant')
  else expect(seen.held).toEqual(['theirs'])
  const mended = await tried(way, { resource })
  expect(remedies(mended)).toMatch(/afterwards the resource was deleted → null$/)
  expect(mended.held).toEqual(['theirs'])
})

test('advises what to do about a refused deletion, and does not say more than the responses show', async () => {
  const seen = await tried('refused deletions')
  expect(remedies(seen)).toMatch(
    /the removal \(DELETE \/notes\/\{id\}\) got 409 \{"error":"in use"\} → Read the response; .*"beforeDelete"/,
  )
  expect(remedies(seen)).not.toContain('still exists')
})

test('shows a deletion that ends, a precondition and a refusal with the response', async () => {
  const ended = await tried('deletions that end')
  expect(remedies(ended)).toContain('"ended": {"/state":"expired"} in resources/notes.json')
  const after = await tried('deletions that end', { resource: { ended: { '/state': 'expired' } } })
  expect(after.of('try.notes')?.state).toBe('ok')
  expect(remedies(await tried('preconditions'))).toMatch(
    /got 428 \{"error":"If-Match is missing"\} → Add \{ "name": "If-Match", "in": "header"/,
  )
  const refused = await tried('refusals')
  expect(remedies(refused)).toMatch(
    /POST \/notes got 422 \{"error":"the owner is not known"\} → .*"examples"/,
  )
  expect(refused.exit).toBe(2)
})

test('proposes no key that the contract has', async () => {
  const inHeader = await tried('an id that leads to others', { resource: { idIn: 'location' } })
  expect(remedies(inHeader)).toContain('the run looked for the id in the Location header')
  expect(remedies(inHeader)).not.toContain('"idIn": "location"')
  const shown = await tried('a change that shows null')
  expect(remedies(shown)).toMatch(/got 200 null, which is not the body .* → Correct "response" in/)
  expect(remedies(shown)).not.toContain('"success"')
  const optional = { name: 'If-Match', in: 'header', schema: { type: 'string' } }
  const unsent = await tried('preconditions', { parameters: [optional] })
  expect(remedies(unsent)).toContain('→ Set "required": true for If-Match in operations/notes.replace.json')
})

test('a singleton needs no fixture that creates, lists or removes it', async () => {
  const options = { type: 'object', properties: { size: { type: 'integer' } } }
  const contract = contractFolder({
    'schemas/contract.json': { name: 'options', title: 'Options', version: '1' },
    'schemas/resources/options.json': {
      ...{ title: 'options', singleton: true, life: { read: 'options.get', replace: 'options.replace' } },
    },
    'schemas/operations/options.get.json': {
      ...{ name: 'options.get', title: 'read', method: 'GET', path: '/options', success: [200] },
      response: options,
    },
    'schemas/operations/options.replace.json': {
      ...{ name: 'options.replace', title: 'replace', method: 'PUT', path: '/options', success: [200] },
      ...{ request: options, response: options },
    },
  })
  const { findings } = await lookedAt({}, { baseUrl: 'http://127.0.0.1:1', contract })
  const asked = findings.flatMap(({ id }) => (id.startsWith('fixture.') ? [id] : []))
  expect(asked).not.toContain('fixture.createOptions')
  expect(asked).not.toContain('fixture.listOptions')
  expect(asked).not.toContain('fixture.deleteOptions')
})

test('never treats a resource of another client as its own', async () => {
  const seen = await tried('an id that leads to others')
  expect(remedies(seen)).not.toContain('/owner')
  expect(seen.held).toContain('theirs')
})
