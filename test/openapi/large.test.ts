// Tests a large document. A run makes only the selected clauses, and the parts of the contract that these
// clauses need.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conformance, contractFrom, replay } from '../../src/index.ts'
import { command } from '../command.ts'
import { jsonServer } from '../contracts/json-server.ts'
import { recipesFile } from './recipes.ts'

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const text = { type: 'string', minLength: 1, maxLength: 40 }
const one = (member: string) => {
  const sent = { type: 'object', required: [member], properties: { [member]: text } }
  const shown = { ...sent, required: ['id', member], properties: { ...sent.properties, id: text } }
  return { sent, shown }
}

/**
 * Returns a document with `count` types of resources, each with three operations. The document also has notes
 * below authors. A note names a publisher.
 */
function documentOf(count: number): object {
  const resources = (path: string, member: string, parameter: string): object => {
    const { sent, shown } = one(member)
    const outer = path.includes('{') ? [{ name: 'authorId', in: 'path', required: true, schema: text }] : []
    return {
      [path]: {
        parameters: outer,
        post: {
          requestBody: { required: true, ...body(sent) },
          responses: { 201: { description: 'Made', ...body(shown) }, 400: { description: 'Refused' } },
        },
      },
      [`${path}/{${parameter}}`]: {
        parameters: [...outer, { name: parameter, in: 'path', required: true, schema: text }],
        get: {
          responses: { 200: { description: 'One', ...body(shown) }, 404: { description: 'None' } },
        },
        delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } },
      },
    }
  }
  const many = Array.from({ length: count }, (_, index) =>
    resources(`/things${index}s`, 'title', `thing${index}Id`),
  )
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.assign(
      {},
      ...many,
      resources('/publishers', 'name', 'publisherId'),
      resources('/authors', 'name', 'authorId'),
      resources('/authors/{authorId}/notes', 'publisherId', 'noteId'),
    ),
  }
}

const resourcesOf = async (count: number, only?: readonly string[]): Promise<readonly string[]> => {
  const { contract } = await contractFrom(documentOf(count), only === undefined ? {} : { only })
  return [...contract.resources.keys()].sort()
}

test.each(['notes', 'notes.create', 'notes.create.publisher-id-max-length', 'note*.create.*'])(
  'with more than 300 operations, --only %s keeps the resource, its parent and what its bodies name',
  async (only) => {
    expect(await resourcesOf(110, [only])).toEqual(['authors', 'notes', 'publishers'])
  },
)

test('a small document stays whole, and so does a large one whose selection concerns all operations', async () => {
  expect(await resourcesOf(3, ['notes'])).toHaveLength(6)
  expect(await resourcesOf(110, ['any.no-server-error'])).toHaveLength(113)
  expect(await resourcesOf(110)).toHaveLength(113)
})

test('a name that selects nothing is an error with the nearest one', async () => {
  await expect(resourcesOf(110, ['publishrs.create'])).rejects.toThrow(
    /--only publishrs\.create selects no operation of the document \(did you mean publishers\.create\?\)/,
  )
})

const folder = mkdtempSync(join(tmpdir(), 'tc-large-'))
const file = join(folder, 'openapi.json')
beforeAll(() => writeFileSync(file, JSON.stringify(documentOf(1_001))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a document with more than 3,000 operations needs a selection', async () => {
  const whole = await command(['clauses', '--contract', file])
  expect(whole).toMatchObject({
    status: 2,
    error: expect.stringMatching(
      /has 3012 operations\. .*Select some operations with --only, for example --only \w+/,
    ),
  })
  const part = await command(['clauses', '--contract', file, '--only', 'notes.create'])
  expect(part.status).toBe(0)
  expect(part.out).toMatch(/^notes\.create\.publisher-id-max-length$/m)
  expect(part.out).not.toMatch(/^(?:authors|things)\S*\.create/m)
})

test('a replay needs only the failed clauses of a large document', async () => {
  const baseUrl = await jsonServer(() => ({ status: 500, body: {} }))
  const given = { contract: file, baseUrl, environment: {}, writes: 'destructive' } as const
  const report = await conformance({ ...given, only: ['publishers.create.no-server-error'], seed: 1 })
  expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toHaveLength(1)
  expect((await replay(report, [], given)).map(({ verdict }) => verdict)).toEqual(['still-failing'])
})

test('`clauses --only` accepts the operationId of a document, as a run does', async () => {
  const { status, out } = await command(['clauses', '--contract', recipesFile, '--only', 'addCook'])
  expect(status).toBe(0)
  expect(out).toMatch(/^cooks\.create\.accepts$/m)
  expect(out).not.toMatch(/^recipes\.create/m)
})

test('`clauses --only` with an unknown name is an error with the nearest one', async () => {
  const { status, error } = await command(['clauses', '--only', 'event-streams.creat.accepts'])
  expect({ status, error }).toEqual({
    status: 2,
    error: expect.stringMatching(/--only event-streams\.creat\.accepts selects no clause \(did you mean /),
  })
})
