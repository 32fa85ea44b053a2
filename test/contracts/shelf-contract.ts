// The contract of the shelves, written in the way in which an author would write it.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type ContractFiles = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const book = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  pages: { type: 'integer', minimum: 1, maximum: 5_000 },
  genre: { enum: ['novel', 'poems', 'essay'] },
  isbn: { type: 'string', pattern: '^[0-9]{10}$' },
  note: { type: 'string', maxLength: 200 },
}
const state = { enum: ['there', 'lent', 'lost'] }
const closed = { type: 'object', additionalProperties: false } as const
const ref = (name: string) => ({ $ref: `books#/$defs/${name}` })
const shelfId = { name: 'shelfId', in: 'path', schema: { type: 'string' } }
const bookId = { name: 'bookId', in: 'path', schema: { type: 'string' } }
const shelf = {
  type: 'object',
  required: ['id', 'label'],
  properties: { id: { type: 'string' }, label: { type: 'string' } },
}
const sign = { text: { type: 'string', maxLength: 80 }, light: { type: 'boolean' } }

const operation = (
  name: string,
  method: string,
  path: string,
  success: number,
  rest: Readonly<Record<string, unknown>> = {},
): ContractFiles => ({
  [`schemas/operations/${name}.json`]: { name, title: name, method, path, success: [success], ...rest },
})
const below = '/shelves/{shelfId}/books'

export const shelfContract: ContractFiles = {
  'schemas/contract.json': {
    name: 'shelves',
    title: 'Shelves',
    version: '1',
    refusals: { malformed: [400], invalid: [400], unknown: [404], conflict: [409] },
  },
  'schemas/resources/shelves.json': {
    title: 'shelf',
    life: { create: 'shelves.create', read: 'shelves.get', delete: 'shelves.delete' },
    serverSet: { '/id': 'constant' },
  },
  'schemas/resources/books.json': {
    $id: 'books',
    title: 'book',
    life: {
      create: 'books.create',
      read: 'books.get',
      update: 'books.update',
      replace: 'books.replace',
      delete: 'books.delete',
      list: 'books.list',
    },
    items: '/books',
    total: '/count',
    name: '/title',
    serverSet: { '/id': 'constant', '/shelf': 'constant', '/addedAt': 'constant' },
    serverSetSent: 'ignored',
    states: {
      '/state': {
        initial: 'there',
        transitions: { there: ['lent'], lent: ['there', 'lost'], lost: [] },
        refusal: [409],
      },
    },
    unique: ['/isbn'],
    replaces: true,
    removedWith: 'shelves',
    afterDelete: [404],
    $defs: {
      sent: { ...closed, required: ['title', 'pages', 'isbn'], properties: book },
      patch: { ...closed, properties: { ...book, state } },
      shown: {
        type: 'object',
        required: ['id', 'shelf', 'addedAt', 'state', 'title', 'pages', 'isbn'],
        properties: {
          ...book,
          state,
          id: { type: 'string' },
          shelf: { type: 'string' },
          addedAt: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
  'schemas/resources/sign.json': {
    title: 'sign',
    singleton: true,
    life: { read: 'sign.get', replace: 'sign.replace' },
  },
  ...operation('shelves.create', 'POST', '/shelves', 201, {
    request: {
      ...closed,
      required: ['label'],
      properties: { label: { type: 'string', minLength: 1, maxLength: 80 } },
    },
    response: shelf,
  }),
  ...operation('shelves.get', 'GET', '/shelves/{shelfId}', 200, { parameters: [shelfId], response: shelf }),
  ...operation('shelves.delete', 'DELETE', '/shelves/{shelfId}', 204, { parameters: [shelfId] }),
  ...operation('books.create', 'POST', below, 201, {
    parameters: [shelfId],
    request: ref('sent'),
    response: ref('shown'),
  }),
  ...operation('books.list', 'GET', below, 200, {
    parameters: [shelfId],
    response: {
      type: 'object',
      required: ['books', 'count'],
      properties: { books: { type: 'array', items: ref('shown') }, count: { type: 'integer' } },
    },
  }),
  ...operation('books.get', 'GET', `${below}/{bookId}`, 200, {
    parameters: [shelfId, bookId],
    response: ref('shown'),
  }),
  ...operation('books.update', 'PATCH', `${below}/{bookId}`, 200, {
    parameters: [shelfId, bookId],
    request: ref('patch'),
    response: ref('shown'),
  }),
  ...operation('books.replace', 'PUT', `${below}/{bookId}`, 200, {
    parameters: [shelfId, bookId],
    request: ref('sent'),
    response: ref('shown'),
  }),
  ...operation('books.delete', 'DELETE', `${below}/{bookId}`, 204, { parameters: [shelfId, bookId] }),
  ...operation('sign.get', 'GET', '/sign', 200, {
    response: { ...closed, required: ['text'], properties: sign },
  }),
  ...operation('sign.replace', 'PUT', '/sign', 200, {
    request: { ...closed, required: ['text'], properties: sign },
    response: { ...closed, required: ['text'], properties: sign },
  }),
}

/** @returns the path of the folder with the files */
export function contractFolder(files: ContractFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  return folder
}
