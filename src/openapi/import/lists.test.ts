import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import { queriesOf } from './list-queries.ts'
import { type ListOfDocument, pagesOf } from './paging.ts'

const integer = { type: 'integer' }
const string = { type: 'string' }
const item = {
  type: 'object',
  properties: {
    name: string,
    state: { $ref: '#/components/schemas/State' },
    owner: { type: 'string', format: 'uuid' },
    rank: integer,
    archived: { type: 'boolean' },
    done: { type: 'boolean' },
    tags: { type: 'array', items: string },
    since: { type: 'string', format: 'date-time' },
  },
}
const root = {
  components: { schemas: { Item: item, State: { type: 'string', enum: ['open', 'shut'] } } },
}
const ofItems = { type: 'array', items: { $ref: '#/components/schemas/Item' } }

function list(
  parameters: Readonly<Record<string, JsonObject>>,
  more: JsonObject = {},
  headers?: Json,
): ListOfDocument {
  return {
    operation: {
      parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema })),
    },
    response: { type: 'object', properties: { items: ofItems, ...more } },
    headers,
    items: '/items',
  }
}

test.each<[string, ListOfDocument, object]>([
  ['nothing', list({}), {}],
  ['a limit alone', list({ limit: integer }), { paging: { size: 'limit' } }],
  ['a limit of type string', list({ limit: string }), {}],
  ['a size alone, which can be a member of the items', list({ size: integer }), {}],
  [
    'a size of pages',
    list({ page: integer, size: integer }),
    { paging: { by: 'page', parameter: 'page', size: 'size' } },
  ],
  [
    'an offset',
    list({ skip: integer, pageSize: integer }, { total: integer }),
    { paging: { by: 'offset', parameter: 'skip', size: 'pageSize' }, total: '/total' },
  ],
  [
    'a cursor that the response shows',
    list(
      { cursor: string, limit: integer },
      { meta: { properties: { nextCursor: { type: ['string', 'null'] } } } },
    ),
    { paging: { by: 'cursor', parameter: 'cursor', size: 'limit' }, next: '/meta/nextCursor' },
  ],
  [
    'an address of the next page',
    list({ cursor: string, limit: integer }, { next: { type: 'string', format: 'uri' } }),
    { paging: { size: 'limit' } },
  ],
  ['a cursor without a member for the next cursor', list({ cursor: string }), {}],
  [
    'Link headers with a next page',
    list({ per_page: integer }, {}, { link: { description: 'rel next, prev' } }),
    { paging: { size: 'per_page', link: true } },
  ],
  ['other Link headers', list({}, {}, { Link: { description: 'The licence' } }), {}],
])('%s', (_what, one, pages) => {
  expect(pagesOf(one, root)).toEqual(pages)
})

test('a parameter with the name of a member filters by the member', () => {
  const parameters = {
    ...{ name: string, state: { type: 'string', enum: ['open'] }, owner: { type: 'string', format: 'uuid' } },
    ...{ rank: integer, done: { type: 'boolean' }, other: string },
  }
  expect(queriesOf(list(parameters), undefined, root).filters).toEqual({
    ...{ name: { member: '/name', match: 'contains' }, state: '/state', owner: '/owner' },
    ...{ rank: '/rank', done: '/done' },
  })
})

test.each<[string, Readonly<Record<string, JsonObject>>]>([
  ['another type', { rank: string }],
  ['an enum with a value that no item has', { state: { type: 'string', enum: ['open', 'all'] } }],
  ['a parameter that can widen the list', { archived: { type: 'boolean' } }],
  ['all tags, or one of them', { tags: { type: 'array', items: string } }],
])('%s is not a filter', (_what, parameters) => {
  expect(queriesOf(list(parameters), undefined, root)).toEqual({})
})

test('sorting is found only if its direction is known', () => {
  const sort = { type: 'string', enum: ['rank', '-rank', 'since', 'state', '-state'] }
  expect(queriesOf(list({ sort }), undefined, root).sorting).toEqual([
    { query: { sort: 'rank' }, by: '/rank' },
    { query: { sort: '-rank' }, by: '/rank', descending: true },
  ])
  const order = { type: 'string', enum: ['ASC', 'DESC'] }
  expect(queriesOf(list({ sort_by: { enum: ['name'] }, order }), undefined, root).sorting).toEqual([
    { query: { sort_by: 'name', order: 'ASC' }, by: '/name' },
    { query: { sort_by: 'name', order: 'DESC' }, by: '/name', descending: true },
  ])
})
