// Paths, operations, bodies, responses and servers of OpenAPI 3.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../base/json.ts'
import { documentWith, mistakesIn, operationIn, remarksIn } from '../document.testing.ts'
import { documentOf } from '../index.ts'

const pathsIn = async (paths: Json, members: JsonObject = {}): Promise<JsonObject> =>
  (await documentOf(documentWith({}, { ...members, paths }, '3.1.0'))).root.paths as JsonObject

test('a path item may be a reference, with members beside it', async () => {
  const components = { pathItems: { Things: { get: { operationId: 'a' }, put: { operationId: 'b' } } } }
  const item = { $ref: '#/components/pathItems/Things', put: { operationId: 'c' } }
  expect(
    await pathsIn({ '/a': item, '/b': { $ref: '#/components/pathItems/Things' } }, { components }),
  ).toMatchObject({
    '/a': { get: { operationId: 'a' }, put: { operationId: 'c' } },
    '/b': { get: { operationId: 'a' }, put: { operationId: 'b' } },
  })
})

test('reads the method QUERY of 3.2, and adds a remark about other methods', async () => {
  const item = { query: { operationId: 'a' }, additionalOperations: { COPY: {} }, summary: 'Things' }
  const document = documentWith({}, { paths: { '/a': item } }, '3.2.0')
  const { root } = await documentOf(document)
  expect(Object.keys((root.paths as { '/a': JsonObject })['/a'])).toEqual(['query'])
  expect(await remarksIn(document)).toEqual([
    '#/paths/~1a/additionalOperations: operations with unknown methods are not checked',
  ])
})

test('leaves out paths that no request can have, with a remark', async () => {
  const paths = {
    '/a#b': { get: {} },
    '//host/c': { get: {} },
    '/d e': { get: {} },
    'x-paths': 5,
    '/f': { get: {} },
  }
  expect(Object.keys(await pathsIn(paths))).toEqual(['/f'])
  expect((await remarksIn(documentWith({}, { paths }))).map((remark) => remark.split(':')[0])).toEqual([
    '#/paths/~1a#b',
    '#/paths/~1~1host~1c',
    '#/paths/~1d e',
  ])
})

test('a path begins with a slash', async () => {
  expect(await mistakesIn(documentOf(documentWith({}, { paths: { things: {}, '': {} } })))).toEqual([
    '#/paths/things: a path must begin with one slash',
    '#/paths/: a path must begin with one slash',
  ])
})

test('a document needs paths', async () => {
  const message = '#/paths: there are no paths, so there is no operation to check'
  const { paths: _, ...none } = documentWith({})
  expect(await mistakesIn(documentOf(none))).toEqual([message])
  expect(await mistakesIn(documentOf({ ...none, webhooks: {} }))).toEqual([
    expect.stringContaining('only webhooks'),
  ])
})

test('adds remarks about repeated paths and operations, with both locations', async () => {
  const paths = { '/a/{x}': { get: { operationId: 'same' } }, '/a/{y}': { get: { operationId: 'same' } } }
  const remarks = await remarksIn(documentWith({}, { paths }))
  expect(remarks[0]).toContain('#/paths/~1a~1{y}: /a/{y} and /a/{x} differ only in the names of parameters')
  expect(remarks).toContain(
    '#/paths/~1a~1{y}/get: the operationId "same" is also used at #/paths/~1a~1{x}/get: the name applies to both operations',
  )
})

test('bodies, responses, headers, links and examples are inlined', async () => {
  const schema = { type: 'string' }
  const components = {
    requestBodies: {
      B: {
        required: true,
        content: { 'application/json': { schema, examples: { e: { $ref: '#/components/examples/E' } } } },
      },
    },
    responses: {
      R: {
        description: 'Done',
        headers: { 'x-rate': { $ref: '#/components/headers/H' } },
        links: { self: { $ref: '#/components/links/L' } },
      },
    },
    headers: { H: { required: true, schema } },
    links: { L: { operationId: 'other', parameters: { id: '$response.body#/id' } } },
    examples: { E: { summary: 'One', value: 'a' } },
  }
  const operation = {
    requestBody: { $ref: '#/components/requestBodies/B' },
    responses: { '2xx': { $ref: '#/components/responses/R' } },
  }
  const document = documentWith(operation, { components })
  expect(await operationIn(document)).toEqual({
    parameters: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { e: { value: 'a' } } } },
    },
    responses: {
      '2XX': {
        description: 'Done',
        headers: { 'x-rate': { required: true, schema } },
        links: { self: { operationId: 'other', parameters: { id: '$response.body#/id' } } },
      },
    },
  })
  const { sourceOf } = await documentOf(document)
  expect(sourceOf('/paths/~1things/get/responses/2XX/headers/x-rate/schema')).toBe(
    '#/components/headers/H/schema',
  )
})

test('ignores mistakes in parts that no check needs', async () => {
  const content = { 'application/json': { examples: { e: { $ref: '#/nowhere' } } }, code: {} }
  const responses = {
    '200': { content, headers: { 'a b': {} }, links: { l: { $ref: '#/nowhere' } } },
    ok: {},
    '204': null,
  }
  const document = documentWith({ responses, tags: 5, summary: 5 }, { info: null, tags: 'a', servers: [{}] })
  expect(await operationIn(document)).toEqual({
    parameters: [],
    responses: { '200': { content: { 'application/json': {} } }, '204': {} },
  })
  const start = '#/paths/~1things/get/responses'
  expect(await remarksIn(document)).toEqual([
    `${start}/200/content/application~1json/examples/e: $ref "#/nowhere" has no target: define the target, or correct the reference`,
    `${start}/200/content/code: the name is not a media type: the entry is left out`,
    `${start}/200/headers/a b: the name is not a header name (RFC 9110, 5.1): the header is left out`,
    `${start}/200/links/l: $ref "#/nowhere" has no target: define the target, or correct the reference`,
    `${start}/204: the value is null: the tool treats it as an empty object`,
    `${start}/ok: the name is not a status such as 200 or 4XX: the response is left out`,
    '#/servers/0: the server has no "url": it is left out',
  ])
})

test('servers get the default values of their variables', async () => {
  const servers = [{ url: 'https://{host}.test/{base}', variables: { host: { default: 'a' } } }]
  const { root } = await documentOf(documentWith({ servers: [{ url: '/own' }] }, { servers }))
  expect(root.servers).toEqual([{ url: 'https://a.test/{base}' }])
  expect(root.paths).toMatchObject({ '/things': { get: { servers: [{ url: '/own' }] } } })
})
