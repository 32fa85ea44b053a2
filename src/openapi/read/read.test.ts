// Reads documents of all versions, documents in several files, and invalid documents.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigurationError } from '../../base/error.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { documentOf, type OpenApiDocument, readDocument } from './index.ts'

const head = { openapi: '3.1.0', info: { title: 'T', version: '1' } }

const withSchema = (schema: Json, openapi = '3.1.0', schemas: JsonObject = {}): JsonObject => ({
  ...head,
  openapi,
  paths: {
    '/a': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } },
  },
  components: { schemas },
})

const place = '/paths/~1a/get/responses/200/content/application~1json/schema'

const schemaOf = async (schema: Json, openapi?: string, schemas?: JsonObject): Promise<Json | undefined> =>
  at((await documentOf(withSchema(schema, openapi, schemas))).root, place)

const mistakesOf = async (document: Promise<OpenApiDocument>): Promise<readonly string[]> => {
  const error = await document.catch((reason: unknown) => reason)
  if (!(error instanceof ConfigurationError)) throw new Error('no mistake was told')
  const [, only = ''] = /can't be used: (.*)/s.exec(error.summary) ?? []
  return error.details.length === 0 ? [only] : error.details
}

function folderWith(files: Readonly<Record<string, Json | string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

test.each<[string, Json, Json]>([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'nullable with an enum',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null], 'x-null': 'meant' },
  ],
  [
    'nullable beside allOf',
    { nullable: true, allOf: [{ type: 'string' }] },
    { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null', 'x-null': 'meant' }] },
  ],
  ['an exclusive bound', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['a bound that is not exclusive', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  ['an example', { type: 'string', example: 'a' }, { type: 'string', examples: ['a'] }],
  ['extensions', { 'x-clauses': { type: 'a' }, type: 'string' }, { type: 'string' }],
  ['a pattern of another engine', { pattern: '\\Aa\\_b\\z' }, { pattern: '^a_b$' }],
])('%s of 3.0 becomes the equivalent of 3.1', async (_, schema, meant) => {
  expect(await schemaOf(schema, '3.0.3')).toEqual(meant)
})

test('nullable beside a reference allows null; other keywords there are ignored in 3.0 and kept in 3.1', async () => {
  const reference = { $ref: '#/components/schemas/Name', nullable: true, maxLength: 3 }
  const schemas = { Name: { type: 'string' } }
  const own = { $ref: '#/components/schemas/Name' }
  expect(await schemaOf(reference, '3.0.0', schemas)).toEqual({
    anyOf: [own, { type: 'null', 'x-null': 'meant' }],
  })
  expect(await schemaOf({ ...reference, nullable: false }, '3.1.0', schemas)).toEqual({
    ...own,
    maxLength: 3,
  })
})

test('a document of 2.0 gets bodies, media types, styles, servers and security schemes', async () => {
  const { root, version, sourceOf } = await documentOf({
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    host: 'api.example',
    basePath: '/v1',
    schemes: ['http'],
    consumes: ['application/json'],
    securityDefinitions: {
      plain: { type: 'basic' },
      token: {
        type: 'oauth2',
        flow: 'application',
        tokenUrl: 'https://api.example/token',
        scopes: { read: '' },
      },
    },
    paths: {
      '/things': {
        parameters: [
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'ssv' },
        ],
        post: {
          parameters: [{ name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Thing' } }],
          responses: {
            200: {
              description: '',
              schema: { $ref: '#/definitions/Thing' },
              headers: { 'X-A': { type: 'integer' } },
            },
          },
        },
        put: {
          consumes: ['multipart/form-data'],
          parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }],
          responses: { default: { description: '' } },
        },
      },
    },
    definitions: {
      Thing: { type: 'object', properties: { size: { type: 'number', minimum: 0, exclusiveMinimum: true } } },
    },
  })
  expect(version).toBe('2.0')
  expect(root.servers).toEqual([{ url: 'http://api.example/v1' }])
  const post = '/paths/~1things/post'
  expect(at(root, `${post}/requestBody`)).toEqual({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
  })
  expect(at(root, `${post}/responses/200/headers/X-A/schema`)).toEqual({ type: 'integer' })
  expect(at(root, `${post}/parameters/0`)).toEqual({
    ...{ name: 'tags', in: 'query', style: 'spaceDelimited', explode: false },
    schema: { type: 'array', items: { type: 'string' } },
  })
  expect(at(root, '/paths/~1things/put/requestBody/content/multipart~1form-data/schema')).toEqual({
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  })
  expect(at(root, '/components/schemas/Thing/properties/size')).toEqual({
    type: 'number',
    exclusiveMinimum: 0,
  })
  expect(at(root, '/components/securitySchemes')).toEqual({
    plain: { type: 'http', scheme: 'basic' },
    token: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://api.example/token', scopes: { read: '' } } },
    },
  })
  expect(sourceOf('/components/schemas/Thing/properties/size')).toBe('#/definitions/Thing/properties/size')
  expect(sourceOf(`${post}/requestBody`)).toBe(`#${post}/parameters/0`)
})

test('operations inherit the parameters of their path and override them', async () => {
  const id = { name: 'id', in: 'path', required: true }
  const { root, remarks } = await documentOf({
    ...head,
    paths: {
      '/a/{id}/{other}': {
        parameters: [{ ...id, schema: { type: 'string' } }, { $ref: '#/components/parameters/Page' }],
        get: {
          parameters: [
            { ...id, schema: { type: 'integer' } },
            { name: 'gone', in: 'path', required: true },
          ],
          responses: {},
        },
      },
    },
    components: { parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } } },
  })
  const parameters = at(root, '/paths/~1a~1{id}~1{other}/get/parameters') as readonly JsonObject[]
  expect(parameters.map(({ name, schema }) => [name, (schema as JsonObject).type])).toEqual([
    ['page', 'integer'],
    ['id', 'integer'],
    ['other', 'string'],
  ])
  expect(remarks.map(({ message }) => message)).toEqual([
    'the path /a/{id}/{other} has no {gone}: the parameter is left out',
    'no parameter describes {other} of /a/{id}/{other}: {other} is treated as a text',
  ])
})

test('resolves references to other files, anchors and ids', async () => {
  const folder = folderWith({
    'api.yaml': [
      'openapi: 3.1.0',
      'info: { title: T, version: "1" }',
      'paths:',
      '  /a: { $ref: "paths/a.json" }',
    ].join('\n'),
    'paths/a.json': { get: { responses: { 200: { $ref: '../shared.yaml#/responses/Done' } } } },
    'shared.yaml': [
      'responses:',
      '  Done: { description: "", content: { application/json: { schema: { $ref: "#thing" } } } }',
      'definitions:',
      '  Thing: { $anchor: thing, type: object, properties: { next: { $ref: "#/definitions/Thing" } } }',
    ].join('\n'),
  })
  const { root, sourceOf } = await readDocument(join(folder, 'api.yaml'))
  expect(at(root, place)).toEqual({ $ref: '#/components/schemas/Thing' })
  expect(at(root, '/components/schemas/Thing/properties/next')).toEqual({
    $ref: '#/components/schemas/Thing',
  })
  expect(sourceOf('/components/schemas/Thing')).toBe('shared.yaml#/definitions/Thing')
  expect(sourceOf('/paths/~1a/get')).toBe('paths/a.json#/get')
})

test("rejects references outside of the document's folder or address", async () => {
  const outside = folderWith({ 'secret.yaml': 'Thing: { type: string, description: SECRET }' })
  const schemas = {
    A: { $ref: `${outside}/secret.yaml#/Thing` },
    B: { $ref: '../secret.yaml#/Thing' },
    C: { $ref: 'link.yaml#/Thing' },
    D: { $ref: 'https://127.0.0.1:1/secret.yaml#/Thing' },
    E: { $ref: '%2e%2e/secret.yaml#/Thing' },
  }
  const folder = folderWith({ 'api.json': withSchema({ oneOf: Object.values(schemas) }) })
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'link.yaml'))
  const mistakes = await mistakesOf(readDocument(join(folder, 'api.json')))
  expect(mistakes).toHaveLength(5)
  expect(mistakes.join('\n')).not.toContain('SECRET')
  for (const line of mistakes)
    expect(line).toMatch(
      /can't be followed: the (?:file is outside the folder|reference is not below the address|reference names a local file)|nothing/,
    )
})

test('a document at an address may refer to files below it; a redirect to another host is rejected', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/elsewhere.json')
      return void response.writeHead(302, { location: 'http://127.0.0.2:1/x' }).end()
    const bodies: Readonly<Record<string, Json>> = {
      '/v1/api.json': withSchema({ $ref: 'thing.json' }),
      '/v1/thing.json': { type: 'string' },
      '/v1/outside.json': withSchema({ $ref: '../thing.json' }),
    }
    const body = bodies[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200).end(JSON.stringify(body ?? null))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { root } = await readDocument(`${base}/v1/api.json`)
  expect(at(root, '/components/schemas/thing')).toEqual({ type: 'string' })
  expect(await mistakesOf(readDocument(`${base}/v1/outside.json`))).toEqual([
    expect.stringContaining('not below the address of the document'),
  ])
  expect(await mistakesOf(readDocument(`${base}/elsewhere.json`))).toEqual([
    'the address redirects to another host: give the target address',
  ])
  expect(await mistakesOf(readDocument(`${base}/none.json`))).toEqual(['the request for the file got 404'])
})

test('reports all mistakes at once, each with its location and its value', async () => {
  const document = {
    ...head,
    security: [{ nobody: [] }],
    paths: {
      things: {},
      '/a': {
        get: {
          parameters: [{ in: 'query' }, { name: 'b', in: 'body' }],
          responses: {
            200: {
              description: '',
              content: {
                'application/json': {
                  schema: {
                    type: 'strnig',
                    maxLength: -1,
                    properties: {
                      c: { $ref: '#/components/schemas/None' },
                      d: { $ref: '#/components/schemas/Loop' },
                    },
                  },
                },
              },
            },
            201: { $ref: '#/components/responses/Round' },
          },
        },
      },
    },
    components: {
      schemas: { Loop: { $ref: '#/components/schemas/Loop' } },
      responses: { Round: { $ref: '#/components/responses/Round' } },
    },
  }
  const mistakes = await mistakesOf(documentOf(document))
  const expected = [
    /^#\/security\/0\/nobody: no security scheme has the name "nobody"/,
    /^#\/paths\/things: a path must begin with one slash/,
    /parameters\/0\/name: a parameter needs a name/,
    /parameters\/1\/in: a parameter is in path, query, header or cookie/,
    /schema\/type: "strnig" is wrong: the value must be one of string, number/,
    /schema\/maxLength: -1 is wrong: the value must be a whole number/,
    /properties\/c: \$ref "#\/components\/schemas\/None" has no target/,
    /the reference leads back to itself/,
  ]
  for (const line of expected) expect(mistakes).toContainEqual(expect.stringMatching(line))
})

test.each<[string, Json | string, RegExp]>([
  ['nothing', ' ', /^the document is empty$/],
  ['a text', 'hello', /^this is not an OpenAPI document: the document must be an object$/],
  ['another file', 'services: {}', /neither "openapi" nor "swagger"/],
  ['a version of the future', { openapi: '4.0.0' }, /^#\/openapi: the version 4\.0\.0 can't be read/],
  ['broken YAML', 'a: 1\na: 2', /line 2, column 1: the name "a" occurs twice in one object/],
  ['no paths', { ...head }, /^#\/paths: there are no paths/],
  ['deep nesting', `{"a":${'['.repeat(300)}${']'.repeat(300)}}`, /nested deeper than 200 levels/],
  [
    'an alias bomb',
    [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(
        (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`,
      ),
    ].join('\n'),
    /values, including those that YAML aliases repeat|alias/,
  ],
])('%s is rejected with a reason', async (_, content, reason) => {
  const folder = folderWith({ 'api.yaml': content })
  expect(await mistakesOf(readDocument(join(folder, 'api.yaml')))).toEqual([expect.stringMatching(reason)])
})

test('faults in parts that a run does not need are remarks', async () => {
  const { remarks, root } = await documentOf({
    ...head,
    paths: {
      '/a': {
        get: {
          responses: {
            200: {
              description: '',
              content: {
                'application/json': {
                  schema: {
                    pattern: '(',
                    format: 'unknown',
                    properties: { b: { type: 'string', required: true } },
                  },
                },
              },
            },
            many: { description: '' },
          },
        },
      },
      '/b?c=d': { get: { responses: {} } },
      '/{x}': {},
      '/{y}': {},
    },
    components: { schemas: { Unused: { type: 'strnig' } } },
  })
  expect(remarks.map(({ message }) => message.replace(/:.*/, ''))).toEqual([
    'the operations of this path are not checked',
    '/{y} and /{x} differ only in the names of parameters',
    'the pattern is not checked',
    'a boolean "required" has no effect here',
    'the name is not a status such as 200 or 4XX',
  ])
  expect(at(root, `${place}/format`)).toBe('unknown')
})

test('accepts names such as constructor and __proto__', async () => {
  const document = JSON.parse(
    JSON.stringify(
      withSchema({ $ref: '#/components/schemas/constructor' }, '3.1.0', { constructor: { type: 'object' } }),
    ).replace(
      '"type":"object"',
      '"type":"object","properties":{"__proto__":{"type":"string"},"hasOwnProperty":{"type":"string"}}',
    ),
  ) as Json
  const { root } = await documentOf(document)
  expect(Object.keys(at(root, '/components/schemas/constructor/properties') as object)).toEqual([
    '__proto__',
    'hasOwnProperty',
  ])
  expect(({} as { type?: string }).type).toBeUndefined()
})
