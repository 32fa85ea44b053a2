// Reads complete documents, and compares versions, places and messages.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import { documentOfSchema, documentWith, folderWith, mistakesIn, remarksIn } from './document.testing.ts'
import { documentOf, readDocument } from './index.ts'

test('the normalised document is 3.1 for any version', async () => {
  for (const version of ['2.0', '3.0.0', '3.0.4', '3.1.1', '3.2.0']) {
    const read = await documentOf(documentWith({}, {}, version))
    expect(read).toMatchObject({ version, location: null, remarks: [], root: { openapi: '3.1.0' } })
  }
})

test.each<[Json, string]>([
  [null, 'this is not an OpenAPI document: the document must be an object'],
  [[], 'this is not an OpenAPI document: the document must be an object'],
  [{ info: {} }, 'this is not an OpenAPI document: neither "openapi" nor "swagger" gives the version'],
  [{ openapi: '4.0.0' }, "#/openapi: the version 4.0.0 can't be read: give 2.0, 3.0, 3.1 or 3.2"],
  [{ swagger: '1.2' }, "#/swagger: the version 1.2 can't be read: give 2.0, 3.0, 3.1 or 3.2"],
])('%j is rejected', async (document, mistake) => {
  expect(await mistakesIn(documentOf(document))).toEqual([mistake])
})

test('YAML reads the version as a number', async () => {
  const file = join(folderWith({ 'a.yaml': 'openapi: 3.0\npaths: {}\ninfo:\n' }), 'a.yaml')
  expect(await readDocument(file)).toMatchObject({ version: '3.0', location: file })
})

test('reports a missing file', async () => {
  const file = join(folderWith({}), 'a.yaml')
  expect(await mistakesIn(readDocument(file))).toEqual(['there is no such file'])
})

test('keeps parts of the document unchanged', async () => {
  const document = documentOfSchema({ $ref: '#/components/schemas/A' }, '3.0.3', {
    A: { nullable: true, allOf: [{ $ref: '#/components/schemas/A' }] },
  })
  const before = JSON.stringify(document)
  await documentOf(document)
  expect(JSON.stringify(document)).toBe(before)
})

test('the normalised document is plain JSON', async () => {
  const schemas = {
    constructor: { properties: { __proto__: { type: 'string' }, toString: { type: 'integer' } } },
  }
  const { root } = await documentOf(
    documentOfSchema({ $ref: '#/components/schemas/constructor' }, '3.1.0', schemas),
  )
  expect(JSON.parse(JSON.stringify(root))).toEqual(root)
  expect(root.components).toMatchObject({
    schemas: { constructor: { properties: { toString: { type: 'integer' } } } },
  })
})

test('messages are short and contain no control characters', async () => {
  const name = `\u001b[2J${'x'.repeat(3_000)}`
  const document = documentOfSchema({ properties: { [name]: { $ref: `#/${name}` } } })
  const [mistake = ''] = await mistakesIn(documentOf(document))
  expect(mistake).toContain('\\u001b[2J')
  expect(mistake).not.toContain('\u001b')
  expect(mistake.length).toBeLessThan(2_200)
})

test('many mistakes are counted', async () => {
  const properties = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`a${index}`, 5]))
  const mistakes = await mistakesIn(documentOf(documentOfSchema({ properties })))
  expect(mistakes).toHaveLength(101)
  expect(mistakes.at(-1)).toBe('… and 50 more')
})

test('limits the number of remarks', async () => {
  const schema = Object.fromEntries(Array.from({ length: 20_100 }, (_, index) => [`unknown${index}`, 5]))
  const remarks = await remarksIn(documentOfSchema(schema))
  expect(remarks).toHaveLength(20_001)
  expect(remarks.at(-1)).toBe('#: further remarks are left out')
})

const many = (count: number, make: (index: number) => readonly [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)))

// If all references in these documents were expanded, reading would take minutes or gigabytes.
test.each<[string, () => JsonObject, string | null]>([
  [
    'one large response in many operations',
    () => {
      const properties = many(5_000, (index) => [`a${index}`, { type: 'string' }])
      const large = { content: { 'application/json': { schema: { properties } } } }
      const get = { responses: { '200': { $ref: '#/components/responses/R' } } }
      return documentWith(
        {},
        { paths: many(5_000, (index) => [`/p${index}`, { get }]), components: { responses: { R: large } } },
      )
    },
    'with its references expanded, the document has more than 5000000 values: split the document',
  ],
  [
    'many operations',
    () => documentWith({}, { paths: many(60_001, (index) => [`/p${index}`, { get: {} }]) }),
    'the document has more than 60000 operations: split the document',
  ],
  [
    'many media types of many operations in 2.0',
    () => {
      const produces = Array.from({ length: 20_000 }, (_, index) => `a/b${index}`)
      const get = { responses: { '200': { schema: {} } } }
      return documentWith({}, { produces, paths: many(5_000, (index) => [`/p${index}`, { get }]) }, '2.0')
    },
    null,
  ],
  [
    'many references to schemas of one name',
    () =>
      documentOfSchema(
        {
          anyOf: Array.from({ length: 30_000 }, (_, index) => ({
            $ref: `#/components/schemas/a${index}/items`,
          })),
        },
        '3.1.0',
        many(30_000, (index) => [`a${index}`, { items: {} }]),
      ),
    null,
  ],
  [
    'a long enumeration',
    () => documentOfSchema({ enum: Array.from({ length: 300_000 }, (_, index) => `a${index}`) }),
    null,
  ],
  [
    'many parameters in a long path',
    () => {
      const name = (index: number): string => `a${index}`
      const parameters = Array.from({ length: 20_000 }, (_, index) => ({ name: name(index), in: 'query' }))
      const path = `/${Array.from({ length: 600 }, (_, index) => `{${index}}`).join('/')}`
      return documentWith({}, { paths: { [path]: { parameters, get: { parameters }, put: { parameters } } } })
    },
    null,
  ],
])(
  '%s: the reader ends in bounded time',
  async (_, make, refusal) => {
    const reading = documentOf(make())
    if (refusal === null) expect((await reading).root).toHaveProperty('paths')
    else expect((await mistakesIn(reading))[0]).toContain(refusal)
  },
  30_000,
)
