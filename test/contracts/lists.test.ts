// Tests lists with pages, filters and sorting, with faulty servers and with the stub.
// @module-tag whole
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const genre = { enum: ['novel', 'poem', 'play'] }
const properties = { title: { type: 'string', minLength: 1 }, genre, pages: { type: 'integer', minimum: 1 } }
const sent = { type: 'object', required: ['title', 'genre', 'pages'], properties }
const shown = {
  type: 'object',
  required: ['id', 'title', 'genre', 'pages'],
  properties: { id: { type: 'string' }, ...properties },
}
const books = { type: 'array', items: shown }
const number = { type: 'integer', minimum: 1 }
const parameter = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema })
const size = parameter('limit', { ...number, maximum: 100 })
const bySort = parameter('sort', { enum: ['pages', '-pages', 'title'] })
const sorting: Json = [
  { query: { sort: 'pages' }, by: '/pages' },
  { query: { sort: '-pages' }, by: '/pages', descending: true },
]
const pages: Readonly<
  Record<string, { resource: JsonObject; parameters: readonly JsonObject[]; next?: JsonObject }>
> = {
  page: {
    resource: { paging: { by: 'page', parameter: 'page', size: 'limit', link: true } },
    parameters: [parameter('page', number)],
  },
  offset: {
    resource: { paging: { by: 'offset', parameter: 'offset', size: 'limit' } },
    parameters: [parameter('offset', { type: 'integer', minimum: 0 })],
  },
  cursor: {
    resource: { paging: { by: 'cursor', parameter: 'after', size: 'limit' }, next: '/next' },
    parameters: [parameter('after', { type: 'string' })],
    next: { type: ['string', 'null'] },
  },
  address: {
    resource: { paging: { size: 'limit' }, next: '/next' },
    parameters: [],
    next: { type: ['string', 'null'] },
  },
  link: { resource: { paging: { size: 'limit', link: true } }, parameters: [] },
}

function contractBy(kind: string, words: JsonObject = {}) {
  const { resource, parameters, next } = pages[kind] ?? { resource: {}, parameters: [] }
  const { 'operations/books.update.json': _, ...used } = library
  return contractOf({
    ...used,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', list: 'books.list' },
      ...{ filters: { genre: '/genre' }, sorting },
      ...(kind === 'link' ? {} : { items: '/books', total: '/total' }),
      ...resource,
      ...words,
    },
    'operations/books.create.json': {
      ...library['operations/books.create.json'],
      request: sent,
      response: shown,
    },
    'operations/books.get.json': { ...library['operations/books.get.json'], response: shown },
    'operations/books.delete.json': {
      ...library['operations/books.get.json'],
      ...{ name: 'books.delete', title: 'Withdraw a book', method: 'DELETE', response: null },
    },
    'operations/books.list.json': {
      ...library['operations/books.list.json'],
      parameters: [size, bySort, parameter('genre', genre), ...parameters],
      response:
        kind === 'link'
          ? books
          : {
              type: 'object',
              required: ['books', 'total'],
              properties: {
                books,
                total: { type: 'integer' },
                ...(next === undefined ? {} : { next }),
              },
            },
    },
  } as Readonly<Record<string, JsonObject>>)
}

const laws = [
  ...['page-size', 'each-once', 'total', 'query-genre-filters'],
  ...['sorted-by-pages', 'sorted-by-pages-descending'],
].map((name) => `books.list.${name}`)

type Variant =
  | 'size-ignored'
  | 'page-overlaps'
  | 'page-ignored'
  | 'no-link'
  | 'total-of-page'
  | 'filter-ignored'
  | 'filter-hides'
  | 'never-descending'
  | 'sort-ignored'
  | 'newest-first'
  | 'size-capped'
  | 'last-page-repeated'
  | 'no-page-beyond'

interface Book {
  readonly id: string
  readonly title: string
  readonly genre: string
  readonly pages: number
}

/** Starts a server that numbers the pages of its lists. With `busy`, other clients change the list. */
async function served(
  variant: Variant | null,
  busy: (books: Map<string, Book>, request: IncomingMessage) => void = () => undefined,
) {
  const books = new Map<string, Book>()
  for (const [index, title] of ['Emma', 'Ulysses', 'Faust'].entries())
    books.set(`old${index}`, {
      id: `old${index}`,
      title,
      genre: index < 2 ? 'novel' : 'play',
      pages: 300 - index,
    })
  let made = 0
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object, headers = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body))
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const id = pathname.split('/')[2]
    if (id === undefined && request.method === 'POST') {
      const body: unknown = await text(request)
        .then(JSON.parse)
        .catch(() => null)
      const { title, genre: kind, pages: count } = (isObject(body) ? body : {}) as unknown as Partial<Book>
      const isValid =
        typeof title === 'string' && title !== '' && Number.isInteger(count) && Number(count) > 0
      if (!isValid || !genre.enum.includes(String(kind))) return answer(400, {})
      made += 1
      const book = { id: `b${made}`, title, genre: String(kind), pages: Number(count) }
      books.set(book.id, book)
      return answer(201, book)
    }
    if (id !== undefined) {
      const book = books.get(id)
      if (book === undefined) return answer(404, {})
      if (request.method === 'DELETE') books.delete(id)
      return answer(200, book)
    }
    busy(books, request)
    const asked = query.get('limit')
    const [wanted, page] = [Number(asked ?? 100), Number(query.get('page') ?? 1)]
    const isKnown = (name: string, values: readonly string[]): boolean =>
      query.getAll(name).every((value) => values.includes(value))
    if (!isKnown('genre', genre.enum) || !isKnown('sort', ['pages', '-pages', 'title']))
      return answer(400, {})
    if (!(wanted >= 1 && wanted <= 100 && page >= 1)) return answer(400, {})
    let list = [...books.values()]
    if (variant === 'newest-first') list.reverse()
    const kind = query.get('genre')
    if (kind !== null && variant !== 'filter-ignored') list = list.filter((one) => one.genre === kind)
    if (kind !== null && variant === 'filter-hides') list = list.slice(1)
    const sort = variant === 'sort-ignored' ? null : query.get('sort')
    if (sort?.endsWith('pages')) list.sort((one, other) => one.pages - other.pages)
    if (sort === '-pages' && variant !== 'never-descending') list.reverse()
    const most = variant === 'size-ignored' ? 100 : variant === 'size-capped' ? Math.min(2, wanted) : wanted
    const last = Math.max(1, Math.ceil(list.length / most))
    if (variant === 'no-page-beyond' && page > last) return answer(404, {})
    const number =
      variant === 'page-ignored' ? 1 : variant === 'last-page-repeated' ? Math.min(page, last) : page
    const shift = variant === 'page-overlaps' && number > 1 ? 1 : 0
    const items = list.slice((number - 1) * most - shift, number * most - shift)
    const further = `<http://${request.headers.host}/books?limit=${wanted}&page=${number + 1}>; rel="next"`
    const link = number < last && variant !== 'no-link' ? { link: further } : {}
    answer(200, { books: items, total: variant === 'total-of-page' ? items.length : list.length }, link)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const checked = async (
  variant: Variant | null,
  busy?: Parameters<typeof served>[1],
  only = ['books.list.'],
) =>
  conformance({
    ...{ contract: contractBy('page'), baseUrl: await served(variant, busy), environment: {}, seed: 1, only },
    depth: 'default',
  })

const all = [...laws, 'books.list.link-next']

test('each key has its clauses, and a contract without keys has none', () => {
  const { clauses } = contractBy('page')
  expect(all.filter((id) => !clauses.has(id))).toEqual([])
  expect(clauses.get('books.list.query-genre-filters')?.statement).toBe(
    'If the query contains the parameter genre, the list contains all items whose member genre equals the value of the parameter, and no others.',
  )
  expect(clauses.get('books.list.sorted-by-pages-descending')?.statement).toBe(
    'The list is sorted by pages in descending order if the query contains sort=-pages.',
  )
  expect([...contractOf(library).clauses.keys()].filter((id) => all.includes(id))).toEqual([])
})

test.each([null, 'newest-first', 'size-capped', 'last-page-repeated', 'no-page-beyond'] as const)(
  'a conforming server passes them: %s',
  async (variant) => {
    const { clauses, resources } = await checked(variant)
    expect(clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([])
    const open = clauses.filter(({ id, verdict }) => all.includes(id) && verdict !== 'pass')
    // If the last page is repeated, the run cannot count all books, so this clause has no verdict.
    expect(open.map(({ id }) => id)).toEqual(variant === 'last-page-repeated' ? ['books.list.total'] : [])
    expect(resources.leaked).toEqual([])
  },
  60_000,
)

test.each<[Variant, readonly string[]]>([
  ['size-ignored', ['page-size']],
  ['page-overlaps', ['each-once', 'link-next']],
  ['page-ignored', ['each-once', 'link-next']],
  ['no-link', ['link-next']],
  ['total-of-page', ['total']],
  ['filter-ignored', ['query-genre-filters']],
  ['filter-hides', ['query-genre-filters']],
  ['never-descending', ['sorted-by-pages-descending']],
  ['sort-ignored', ['sorted-by-pages', 'sorted-by-pages-descending']],
])(
  '%s fails only %j',
  async (variant, clauses) => {
    const report = await checked(variant)
    const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    expect(failed).toEqual(clauses.map((name) => `books.list.${name}`))
  },
  60_000,
)

test('a list that others constantly change is no failure', async () => {
  let turn = 0
  const { clauses } = await checked(
    null,
    (books) => {
      turn += 1
      // Removing the first book moves the other books forward in the list.
      const [first] = [...books.keys()].filter((id) => id.startsWith('old') || id.startsWith('new'))
      if (first !== undefined) books.delete(first)
      books.set(`new${turn}`, { id: `new${turn}`, title: 'Hamlet', genre: 'play', pages: 50 })
    },
    ['books.list.each-once', 'books.list.link-next', 'books.list.query-genre-filters'],
  )
  expect(clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
}, 60_000)

test.each(Object.keys(pages))(
  'the stub proves its clauses, in pages by %s',
  async (kind) => {
    const only = kind === 'page' ? all : kind === 'link' ? all.filter((id) => !/once|total/.test(id)) : laws
    const { clauses } = await verifyContract(contractBy(kind), { only })
    expect(
      clauses.filter(({ proven }) => !proven).map(({ clause, reason }) => `${clause}: ${reason}`),
    ).toEqual([])
    expect(clauses.length).toBe(only.length)
  },
  60_000,
)

test.each<[JsonObject, string]>([
  [{ paging: { by: 'page', parameter: 'number' } }, 'there is no query parameter "number"'],
  [{ paging: { by: 'cursor', parameter: 'page' } }, 'paging by cursors needs "next"'],
  [{ filters: { genre: '/kind' } }, 'has a member /kind'],
  [{ sorting: [{ query: { order: 'pages' }, by: '/pages' }] }, 'there is no query parameter "order"'],
])('refuses %j', (words, message) => {
  expect(() => contractBy('page', words)).toThrow(message)
})

test('a list with more pages than the run reads is not judged as a whole', async () => {
  const many = (books: Map<string, Book>): void => {
    for (let index = 0; books.size < 1_300; index += 1)
      books.set(`old${index}`, { id: `old${index}`, title: 'Hamlet', genre: 'play', pages: 50 })
  }
  const { clauses } = await checked(null, many, ['books.list.each-once', 'books.list.page-size'])
  const judged = clauses.filter(({ verdict }) => verdict !== 'out-of-scope')
  expect(judged.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'books.list.each-once inconclusive',
    'books.list.page-size pass',
  ])
}, 60_000)
