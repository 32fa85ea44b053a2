// A contract for tests: a library of books.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Json, JsonObject } from '../base/json.ts'
import type { Contract } from './contract.ts'
import { contractIn } from './contract-folders.ts'
import { loadContract } from './load.ts'

const bookId = { name: 'book_id', in: 'path', schema: { type: 'string' } }
const book = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string', minLength: 1 },
    shelf: { type: ['string', 'null'] },
  },
}

export const library: Readonly<Record<string, JsonObject>> = {
  'contract.json': { name: 'library', title: 'Library', version: '1' },
  'resources/books.json': {
    title: 'book',
    life: { create: 'books.create', read: 'books.get', update: 'books.update', list: 'books.list' },
    name: '/title',
  },
  'operations/books.create.json': {
    name: 'books.create',
    title: 'Add a book',
    method: 'POST',
    path: '/books',
    request: { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } },
    response: book,
  },
  'operations/books.get.json': {
    name: 'books.get',
    title: 'Read a book',
    method: 'GET',
    path: '/books/{book_id}',
    parameters: [bookId],
    response: book,
  },
  'operations/books.update.json': {
    name: 'books.update',
    title: 'Change a book',
    method: 'PATCH',
    path: '/books/{book_id}',
    parameters: [bookId],
    request: { type: 'object', properties: { title: { type: 'string', minLength: 1 } } },
    response: book,
  },
  'operations/books.list.json': {
    name: 'books.list',
    title: 'List the books',
    method: 'GET',
    path: '/books',
    response: { type: 'array', items: book },
  },
}

/**
 * @param files contents by path below `schemas/`
 * @param more `suites` adds an empty folder for suites
 * @throws ConfigurationError for an invalid contract
 */
export function contractOf(files: Readonly<Record<string, Json>>, { suites = false } = {}): Contract {
  const folder = mkdtempSync(join(tmpdir(), 'tc-contract-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, 'schemas', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(content))
    }
    if (suites) mkdirSync(join(folder, 'suites'))
    return loadContract(contractIn(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
