// Reads documents that consist of several files.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at, type JsonObject } from '../../../base/json.ts'
import { documentOfSchema, documentWith, folderWith, mistakesIn } from '../document.testing.ts'
import { documentOf, readDocument } from '../index.ts'

const to = (reference: string): JsonObject => ({ $ref: reference })

const refusals = (folder: string, reference: string): Promise<readonly string[]> => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(documentOfSchema(to(reference))))
  return mistakesIn(readDocument(join(folder, 'openapi.json')))
}

const schemaPointer = '/paths/~1things/get/responses/200/content/application~1json/schema'

test('references may lead through several files and back', async () => {
  const folder = folderWith({
    'openapi.yaml':
      'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths:\n  /things:\n    $ref: "./paths/things.yaml"\ncomponents:\n  schemas:\n    Id: {type: string}',
  })
  mkdirSync(join(folder, 'paths'))
  writeFileSync(
    join(folder, 'paths/things.yaml'),
    'get:\n  responses:\n    "200":\n      content:\n        application/json:\n          schema: {$ref: "../my%20schemas.json#/definitions/a~1b"}',
  )
  const thing = {
    type: 'object',
    properties: { id: to('openapi.yaml#/components/schemas/Id'), next: to('#/definitions/a~1b') },
  }
  writeFileSync(join(folder, 'my schemas.json'), JSON.stringify({ definitions: { 'a/b': thing } }))

  const { root, sourceOf, location } = await readDocument(join(folder, 'openapi.yaml'))
  expect(location).toBe(join(folder, 'openapi.yaml'))
  expect(at(root, schemaPointer)).toEqual(to('#/components/schemas/a_b'))
  expect(at(root, '/components/schemas')).toEqual({
    a_b: {
      type: 'object',
      properties: { id: to('#/components/schemas/Id'), next: to('#/components/schemas/a_b') },
    },
    Id: { type: 'string' },
  })
  expect(sourceOf('/paths/~1things/get')).toBe('paths/things.yaml#/get')
  expect(sourceOf(schemaPointer)).toBe(
    'paths/things.yaml#/get/responses/200/content/application~1json/schema',
  )
  expect(sourceOf('/components/schemas/a_b/properties/id')).toBe(
    'my schemas.json#/definitions/a~1b/properties/id',
  )
  expect(sourceOf('/components/schemas/Id')).toBe('#/components/schemas/Id')
})

test('a whole file may be a schema, and equal names get numbers', async () => {
  const folder = folderWith({ 'Thing.yaml': 'type: object', 'other.json': { Thing: { type: 'string' } } })
  const schema = { oneOf: [to('Thing.yaml'), to('other.json#/Thing'), to('Thing.yaml#')] }
  const { root } = await documentOf(documentOfSchema(schema), { location: join(folder, 'openapi.json') })
  expect(at(root, schemaPointer)).toEqual({
    oneOf: [
      to('#/components/schemas/Thing'),
      to('#/components/schemas/Thing_2'),
      to('#/components/schemas/Thing'),
    ],
  })
  expect(at(root, '/components/schemas')).toEqual({ Thing: { type: 'object' }, Thing_2: { type: 'string' } })
})

test.each([
  ['../secret.json', 'the file is outside the folder of the document'],
  ['%2e%2e/secret.json', 'the file is outside the folder of the document'],
  ['/etc/passwd', 'the file is outside the folder of the document'],
  ['file:///etc/passwd', 'the file is outside the folder of the document'],
  ['link.json', 'the file is outside the folder of the document'],
  ['folder-link/secret.json', 'the file is outside the folder of the document'],
  ['http://127.0.0.1:9/a.json', 'the reference is not below the address of the document'],
  ['none.json', 'there is no such file'],
  ['folder', 'it is not a regular file'],
  ['text.json', 'the document is not JSON: line 1, column 2'],
  ['data:application/json,{}', 'the reference is not below the address of the document'],
])('does not follow %s', async (reference, reason) => {
  const outer = folderWith({ 'secret.json': { secret: 1 } })
  const folder = join(outer, 'docs')
  mkdirSync(join(folder, 'folder'), { recursive: true })
  symlinkSync(join(outer, 'secret.json'), join(folder, 'link.json'))
  symlinkSync(outer, join(folder, 'folder-link'))
  writeFileSync(join(folder, 'text.json'), '{')
  const [refusal = '', ...others] = await refusals(folder, reference)
  expect(refusal).toContain(`#${schemaPointer}: $ref "${reference}" can't be followed: ${reason}`)
  expect(refusal).not.toContain('secret:')
  expect(others).toEqual([])
})

test('follows a link within the folder', async () => {
  const folder = folderWith({ 'a.json': { type: 'string' } })
  symlinkSync(join(folder, 'a.json'), join(folder, 'b.json'))
  const { root } = await documentOf(documentOfSchema(to('b.json')), {
    location: join(folder, 'openapi.json'),
  })
  expect(at(root, '/components/schemas')).toEqual({ a: { type: 'string' } })
})

test('reports the mistakes of all files at once', async () => {
  const folder = folderWith({ 'a.json': { A: { type: 'x' }, B: to('#/C') } })
  const document = documentOfSchema({ oneOf: [to('a.json#/A'), to('a.json#/B'), to('none.json')] })
  expect(await mistakesIn(documentOf(document, { location: join(folder, 'openapi.json') }))).toEqual([
    `a.json#/B: $ref "#/C" has no target: define the target, or correct the reference`,
    `#${schemaPointer}/oneOf/2: $ref "none.json" can't be followed: there is no such file`,
    'a.json#/A/type: "x" is wrong: the value must be one of string, number, integer, boolean, array, object, null',
  ])
})

test('does not need files that only examples name', async () => {
  const example = { value: { $ref: 'none.json' } }
  const responses = { '200': { content: { 'application/json': { examples: { example } } } } }
  const { root } = await documentOf(documentWith({ responses }))
  expect(at(root, '/paths/~1things/get/responses')).toEqual(responses)
})

test('a document in memory has no other files', async () => {
  expect(await mistakesIn(documentOf(documentOfSchema(to('a.json'))))).toEqual([
    `#${schemaPointer}: $ref "a.json" can't be followed: the document was given without its location, so other files cannot be found`,
  ])
})
