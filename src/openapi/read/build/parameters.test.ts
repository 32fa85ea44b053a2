// Parameters of operations and of their paths.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../base/json.ts'
import { documentWith, mistakesIn, operationIn, remarksIn } from '../document.testing.ts'
import { documentOf } from '../index.ts'

const text = { schema: { type: 'string' } }

const documentOfPath = (path: string, shared: readonly Json[], own: readonly Json[]): JsonObject =>
  documentWith(
    {},
    {
      paths: { [path]: { parameters: shared, get: { parameters: own } } },
      components: { parameters: { Page: { name: 'page', in: 'query', ...text } } },
    },
  )

const parametersIn = async (path: string, shared: readonly Json[], own: readonly Json[]): Promise<Json> => {
  const { root } = await documentOf(documentOfPath(path, shared, own))
  return (root.paths as { [path: string]: { get: JsonObject } })[path]?.get.parameters ?? null
}

test('path parameters come first, and the operation overrides them by name and location', async () => {
  const shared = [
    { name: 'id', in: 'path', required: true, ...text },
    { name: 'id', in: 'query', ...text },
    { $ref: '#/components/parameters/Page' },
  ]
  const own = [{ name: 'id', in: 'query', required: true, style: 'pipeDelimited', explode: false, ...text }]
  expect(await parametersIn('/things/{id}', shared, own)).toEqual([
    { name: 'id', in: 'path', required: true, ...text },
    { name: 'page', in: 'query', ...text },
    { name: 'id', in: 'query', required: true, style: 'pipeDelimited', explode: false, ...text },
  ])
})

test('an API with incompletely described path parameters is readable', async () => {
  const own = [
    { name: 'a', in: 'path', ...text },
    { name: 'c', in: 'path', required: true, ...text },
  ]
  expect(await parametersIn('/x/{a}/{b}/{b}', [], own)).toEqual([
    { name: 'a', in: 'path', required: true, ...text },
    { name: 'b', in: 'path', required: true, ...text },
  ])
  expect(await remarksIn(documentOfPath('/x/{a}/{b}/{b}', [], own))).toEqual([
    '#/paths/~1x~1{a}~1{b}~1{b}/get/parameters/0: a path parameter is always required: {a} is treated as required',
    '#/paths/~1x~1{a}~1{b}~1{b}/get/parameters/1: the path /x/{a}/{b}/{b} has no {c}: the parameter is left out',
    '#/paths/~1x~1{a}~1{b}~1{b}/get: no parameter describes {b} of /x/{a}/{b}/{b}: {b} is treated as a text',
  ])
})

test.each<[string, JsonObject, string]>([
  ['that occur twice', { name: 'page', in: 'query', ...text }, '/1: the parameter "page" occurs twice'],
  [
    'with invalid header names',
    { name: 'X Y', in: 'header', ...text },
    '/1: the parameter is left out: the name is not a header name',
  ],
  ['in "querystring"', { name: 'q', in: 'querystring', content: {} }, '/1: the parameter is left out'],
])('leaves out parameters %s with a remark', async (_, parameter, remark) => {
  const own = [{ $ref: '#/components/parameters/Page' }, parameter]
  expect(await parametersIn('/x', [], own)).toEqual([{ name: 'page', in: 'query', ...text }])
  const [first = '', ...others] = await remarksIn(documentOfPath('/x', [], own))
  expect(first).toContain(`#/paths/~1x/get/parameters${remark}`)
  expect(others).toEqual([])
})

test('reports mistakes in parameters', async () => {
  const own = [
    { in: 'query' },
    { name: 'a', in: 'body' },
    { name: 'a\r\nX-Evil: 1', in: 'header' },
    5,
    { $ref: '#/components/parameters/None' },
  ]
  expect(await mistakesIn(documentOf(documentOfPath('/x', [], own)))).toEqual([
    '#/paths/~1x/get/parameters/3: the value must be an object',
    '#/paths/~1x/get/parameters/4: $ref "#/components/parameters/None" has no target: define the target, or correct the reference',
    '#/paths/~1x/get/parameters/0/name: a parameter needs a name: add "name"',
    '#/paths/~1x/get/parameters/1/in: a parameter is in path, query, header or cookie, not in "body"',
    '#/paths/~1x/get/parameters/2/name: the name of a parameter must not contain line breaks or control characters',
  ])
})

test('a parameter may have a media type, and examples', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } }
  const own = [{ name: 'filter', in: 'query', content, example: { a: 1 } }]
  expect(await parametersIn('/x', [], own)).toEqual([
    { name: 'filter', in: 'query', content, examples: { example: { value: { a: 1 } } } },
  ])
})

test.each<[string, Json, JsonObject]>([
  ['query', undefined as never, { style: 'form', explode: false }],
  ['query', 'csv', { style: 'form', explode: false }],
  ['query', 'multi', { style: 'form', explode: true }],
  ['query', 'ssv', { style: 'spaceDelimited', explode: false }],
  ['query', 'pipes', { style: 'pipeDelimited', explode: false }],
  ['header', 'csv', { style: 'simple', explode: false }],
])('arrays of 2.0 in %s with %s', async (where, collectionFormat, expected) => {
  const list = { type: 'array', items: { type: 'integer' }, maxItems: 3 }
  const parameter = { name: 'ids', in: where, description: 'Ids', collectionFormat, ...list }
  const { parameters } = await operationIn(documentWith({ parameters: [parameter] }, {}, '2.0'))
  expect(parameters).toEqual([
    { name: 'ids', in: where, schema: { ...list, description: 'Ids' }, ...expected },
  ])
})
