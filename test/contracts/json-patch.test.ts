// Tests JSON Patches (RFC 6902) in a contract, in a document, with faulty servers and with the stub.
// @module-tag whole
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { conformance, contractFrom } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { jsonServer } from './json-server.ts'

const note = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    colour: { type: 'string' },
    size: { type: 'integer' },
  },
}
const sent = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 100 },
    colour: { type: 'string', minLength: 1, maxLength: 100 },
    size: { type: 'integer', minimum: 0, maximum: 100, default: 10 },
  },
}
const of = (schema: JsonObject, type = 'application/json') => ({ content: { [type]: { schema } } })
const shows = (schema: JsonObject) => ({ description: 'Done', ...of(schema) })
const refused = { description: 'No' }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { responses: { 200: shows({ type: 'array', items: note }) } },
      post: { requestBody: of(sent), responses: { 201: shows(note), 400: refused } },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: shows(note), 404: refused } },
      patch: {
        requestBody: of({ type: 'array', items: { type: 'object' } }, 'application/json-patch+json'),
        responses: { 200: shows(note), 400: refused, 404: refused, 409: refused, 415: refused },
      },
      delete: { responses: { 204: { description: 'Gone' }, 404: refused } },
    },
  },
} satisfies JsonObject

type Fault = 'partly' | 'ignores-unknown' | 'keeps-removed' | 'ignores-test' | 'object-taken' | 'other-reset'

const isValid = (body: JsonObject): boolean =>
  Object.keys(body).every((name) => ['id', ...Object.keys(sent.properties)].includes(name)) &&
  [body.title, body.colour ?? 'none'].every(
    (one) => typeof one === 'string' && one !== '' && [...one].length <= 100,
  ) &&
  Number.isInteger(body.size) &&
  Number(body.size) >= 0 &&
  Number(body.size) <= 100

function applied(one: JsonObject, note: JsonObject, fault: Fault | null): JsonObject {
  const [, name = ''] = String(one.path ?? '').split('/')
  const { [name]: there, ...rest } = note
  if (name === '' || name === 'id') throw 422
  if (one.op === 'add' || (one.op === 'replace' && there !== undefined))
    return { ...note, [name]: one.value as Json }
  if (one.op === 'remove' && there !== undefined) return fault === 'keeps-removed' ? note : rest
  if (one.op === 'test' && (fault === 'ignores-test' || JSON.stringify(there) === JSON.stringify(one.value)))
    return note
  if (!['add', 'replace', 'remove', 'test'].includes(String(one.op)) && fault === 'ignores-unknown')
    return note
  throw one.op === 'test' ? 409 : 422
}

const served = (fault: Fault | null, answersEmpty = false) => {
  const notes = new Map<string, JsonObject>()
  let count = 0
  return jsonServer(({ method, path: [, id], type, body }) => {
    if (id === undefined && method === 'GET') return { status: 200, body: [...notes.values()] }
    if (id === undefined) {
      const one = { size: 10, ...(body as JsonObject) }
      if (body === undefined || !isValid(one)) return { status: 400 }
      count += 1
      notes.set(`n${count}`, { ...one, id: `n${count}` })
      return { status: 201, body: notes.get(`n${count}`) ?? {} }
    }
    const before = notes.get(id)
    if (before === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: before }
    if (method === 'DELETE') return { status: notes.delete(id) ? 204 : 404 }
    if (type !== 'application/json-patch+json') return { status: 415 }
    let next = before
    try {
      const patch = fault === 'object-taken' ? [body].flat() : body
      if (!Array.isArray(patch)) throw 400
      for (const one of patch) next = applied(one as JsonObject, next, fault)
      if (next.size === undefined) next = { ...next, size: 10 }
      if (!isValid(next)) throw 422
    } catch (status) {
      if (fault === 'partly' && isValid(next)) notes.set(id, next)
      return { status: typeof status === 'number' ? status : 400 }
    }
    notes.set(id, fault === 'other-reset' ? { ...next, size: 10 } : next)
    return answersEmpty ? { status: 204 } : { status: 200, body: notes.get(id) ?? {} }
  })
}

const { contract } = await contractFrom(document)
const checked = async (fault: Fault | null) =>
  conformance({ contract, baseUrl: await served(fault), environment: {}, seed: 1, depth: 'default' })

test('a document with the media type of JSON Patch has clauses of JSON Patch', () => {
  const own = [...contract.clauses.values()].filter(({ operation }) => operation === 'notes.update')
  const levels = Object.fromEntries(own.map(({ name, level }) => [name, level]))
  expect(levels).toMatchObject({ 'patch-refused': 'MUST', 'patch-atomic': 'MUST', 'patch-removes': 'SHOULD' })
  expect(levels).toMatchObject({ 'title-max-length': 'SHOULD' })
  expect(Object.keys(levels)).not.toContain('body-type')
})

test('a conforming server passes, and nothing is left', async () => {
  const { clauses, resources } = await checked(null)
  const others = clauses.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
  expect(others.map(({ id, verdict, reason }) => `${id} ${verdict} ${reason}`)).toEqual([])
  expect(resources.leaked).toEqual([])
}, 60_000)

test.each<readonly [Fault, readonly string[]]>([
  ['partly', ['patch-atomic']],
  ['ignores-unknown', ['patch-refused']],
  ['keeps-removed', ['patch-removes']],
  ['object-taken', ['patch-refused']],
  ['other-reset', ['rest-unchanged']],
])(
  '%s fails %s',
  async (fault, expected) => {
    const { clauses, resources } = await checked(fault)
    const failed = clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    expect(failed).toEqual(expect.arrayContaining(expected.map((name) => `notes.update.${name}`)))
    if (fault !== 'other-reset') expect(failed).toHaveLength(expected.length)
    expect(resources.leaked).toEqual([])
  },
  60_000,
)

test('the stub proves its clauses', async () => {
  const { clauses } = await verifyContract(contract, { only: ['notes.update'] })
  const left = clauses.filter(({ proven }) => !proven)
  expect(left.map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual([])
}, 120_000)

test('a document that also names JSON gets JSON; a merge patch merges', async () => {
  const patchWith = async (content: JsonObject, method = 'patch') => {
    const { '/notes/{id}': item } = document.paths
    const change = { ...item.patch, requestBody: { content } }
    const { patch: _, ...others } = item
    const paths = { ...document.paths, '/notes/{id}': { ...others, [method]: change } }
    const { contract } = await contractFrom({ ...document, paths })
    const { operations, resources } = contract
    const operation = operations.get('notes.update') ?? operations.get('notes.replace')
    return { patch: resources.get('notes')?.patch, ...operation }
  }
  const both = { 'application/json-patch+json': { schema: sent }, 'application/json': { schema: sent } }
  expect(await patchWith(both)).toMatchObject({
    jsonPatch: null,
    mediaType: 'application/json',
    patch: 'members',
  })
  const { 'application/json': schema, ...alone } = both
  // A PUT with this media type is not a JSON Patch, because some generators of documents write this type
  // for every body.
  expect(await patchWith(alone, 'put')).toMatchObject({ jsonPatch: null, request: { required: ['title'] } })
  expect(await patchWith({ 'application/merge-patch+json': schema })).toMatchObject({ patch: 'merge' })
})
