// OpenAPI 2.0: bodies, forms, media types, definitions, and their locations in the source.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../base/json.ts'
import { documentWith, operationIn } from '../document.testing.ts'
import { documentOf } from '../index.ts'

const definitions = {
  Pet: { type: 'object', discriminator: 'kind', properties: { photo: { type: 'file' } } },
}
const toPet = { $ref: '#/definitions/Pet' }
const toMadePet = { $ref: '#/components/schemas/Pet' }

const swagger = (operation: JsonObject, members: JsonObject = {}): JsonObject =>
  documentWith(operation, { definitions, ...members }, '2.0')

test('a body gets each consumed media type', async () => {
  const parameters = [{ name: 'pet', in: 'body', required: true, schema: toPet }]
  const consumes = ['application/json', 'application/xml']
  const document = swagger({ parameters, consumes }, { consumes: ['text/plain'] })
  expect(await operationIn(document)).toMatchObject({
    parameters: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toMadePet }, 'application/xml': { schema: toMadePet } },
    },
  })
})

test('a body is JSON by default', async () => {
  const parameters = [{ name: 'pet', in: 'body', schema: toPet }]
  const typesWith = async (members: JsonObject): Promise<Json> => {
    const { requestBody } = await operationIn(swagger({ parameters }, members))
    return Object.keys((requestBody as { content: JsonObject }).content)
  }
  expect(await typesWith({})).toEqual(['application/json'])
  expect(await typesWith({ consumes: ['application/xml'] })).toEqual(['application/xml'])
})

test('parameters of a form become one body', async () => {
  const parameters = [
    { name: 'name', in: 'formData', type: 'string', required: true, maxLength: 9 },
    { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
    { name: 'page', in: 'query', type: 'integer' },
  ]
  const { requestBody, parameters: others } = await operationIn(swagger({ parameters }))
  expect(requestBody).toEqual({
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', maxLength: 9 },
            tags: { type: 'array', items: { type: 'string' } },
          },
          required: ['name'],
        },
        encoding: { tags: { style: 'form', explode: true } },
      },
    },
  })
  expect(others).toEqual([{ name: 'page', in: 'query', schema: { type: 'integer' } }])
})

test('a form with a file is multipart', async () => {
  const parameters = [{ name: 'photo', in: 'formData', type: 'file' }]
  const { requestBody } = await operationIn(swagger({ parameters }))
  expect(requestBody).toEqual({
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } },
      },
    },
  })
})

test('a response gets its schema and its example for each produced media type', async () => {
  const response = {
    description: 'Done',
    schema: toPet,
    examples: { 'application/json': { kind: 'cat' } },
    headers: { 'x-rate': { type: 'integer', description: 'Left' } },
  }
  const document = swagger(
    { responses: { '200': { $ref: '#/responses/Pet' }, '204': { description: 'None' } } },
    { produces: ['application/json', 'application/xml'], responses: { Pet: response } },
  )
  expect((await operationIn(document)).responses).toEqual({
    '200': {
      description: 'Done',
      content: {
        'application/json': { schema: toMadePet, examples: { example: { value: { kind: 'cat' } } } },
        'application/xml': { schema: toMadePet },
      },
      headers: { 'x-rate': { description: 'Left', schema: { type: 'integer' } } },
    },
    '204': { description: 'None' },
  })
})

test.each<[JsonObject, Json]>([
  [
    { host: 'a.test', basePath: '/v1', schemes: ['http', 'https', 'wss'] },
    ['http://a.test/v1', 'https://a.test/v1'],
  ],
  [{ host: 'a.test' }, ['https://a.test']],
  [{ basePath: '/v1' }, ['/v1']],
  [{}, []],
])('servers of %j', async (members, urls) => {
  const { root } = await documentOf(swagger({}, members))
  expect((root.servers as readonly { url: string }[]).map(({ url }) => url)).toEqual(urls)
})

test('source locations are those of the 2.0 document', async () => {
  const parameters = [{ name: 'pet', in: 'body', schema: toPet }, { $ref: '#/parameters/Page' }]
  const page = { name: 'page', in: 'query', type: 'integer' }
  const { sourceOf, version } = await documentOf(swagger({ parameters }, { parameters: { Page: page } }))
  const get = '/paths/~1things/get'
  expect(version).toBe('2.0')
  expect(sourceOf('/components/schemas/Pet')).toBe('#/definitions/Pet')
  expect(sourceOf('/components/schemas/Pet/properties/photo')).toBe('#/definitions/Pet/properties/photo')
  expect(sourceOf(`${get}/requestBody`)).toBe(`#${get}/parameters/0`)
  expect(sourceOf(`${get}/requestBody/content/application~1json/schema`)).toBe(`#${get}/parameters/0/schema`)
  expect(sourceOf(`${get}/parameters/0`)).toBe('#/parameters/Page')
  expect(sourceOf(`${get}/parameters/0/schema`)).toBe('#/parameters/Page')
  expect(sourceOf(get)).toBe(`#${get}`)
})
