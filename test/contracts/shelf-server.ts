// An API of books on shelves, without a fault or with one.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uriDecoded } from '../../src/base/uri.ts'
import { textOf } from '../forward.ts'
import { bookProblem, states } from './book-problem.ts'
import type { ShelfFault, ShelfTwin } from './shelf-faults.ts'

interface Book {
  readonly id: string
  readonly shelf: string
  readonly addedAt: string
  readonly state: string
  readonly title: string
  readonly pages: number
  readonly [member: string]: unknown
}

export interface ShelfServer {
  readonly baseUrl: string
  held(): { readonly shelves: readonly string[]; readonly books: readonly string[]; readonly sign: unknown }
  close(): Promise<void>
}

export async function startShelves(fault?: ShelfFault | ShelfTwin): Promise<ShelfServer> {
  const shelves = new Map<string, unknown>([['theirs', { id: 'theirs', label: 'of somebody else' }]])
  const removed = new Set<string>()
  const books = new Map<string, Book>()
  let sign: unknown = { text: 'Please be quiet', light: true }
  const faulty = (name: ShelfFault | ShelfTwin): boolean => fault === name

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const end = (status: number, body?: unknown): void => {
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    const text = await textOf(request)
    const { method = '', url = '' } = request
    const [, root = '', shelf = '', leaf = '', id = '', ...more] = url.split('/').map(uriDecoded)
    if (more.length > 0) return end(404, { message: 'no such path' })
    let body: Record<string, unknown> = {}
    if (['POST', 'PUT', 'PATCH'].includes(method)) {
      try {
        body = JSON.parse(text) as Record<string, unknown>
      } catch {
        return end(faulty('malformed-500') && leaf === '' && root === 'shelves' ? 500 : 400, {
          message: 'not JSON',
        })
      }
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return end(400, { message: 'no object' })
    }
    if (root === 'sign') {
      if (method === 'GET') return end(200, sign)
      const { text: words, light } = body
      if (
        typeof words !== 'string' ||
        [...words].length > 80 ||
        !['boolean', 'undefined'].includes(typeof light)
      )
        return end(400, { message: 'text' })
      if (Object.keys(body).some((name) => !['text', 'light'].includes(name)))
        return end(400, { message: 'unknown' })
      if (!faulty('sign-forgets')) sign = body
      return end(200, body)
    }
    if (leaf === '') {
      if (method === 'GET' && shelf === '') return end(200, [...shelves.values()])
      if (method === 'POST') {
        const { label } = body
        if (
          typeof label !== 'string' ||
          label.length < 1 ||
          [...label].length > 80 ||
          Object.keys(body).length > 1
        )
          return end(400, { message: 'label' })
        const made = { id: randomUUID(), label }
        shelves.set(made.id, made)
        return end(201, made)
      }
      if (!shelves.has(shelf)) return end(404, { message: 'no such shelf' })
      if (method === 'GET') return end(200, shelves.get(shelf))
      shelves.delete(shelf)
      if (!faulty('outlives-shelf'))
        for (const [key, one] of books) if (one.shelf === shelf) books.delete(key)
      return end(204)
    }
    if (id === '') {
      if (!shelves.has(shelf)) return end(404, { message: 'no such shelf' })
      const here = [...books.values()].filter((one) => one.shelf === shelf)
      if (method === 'GET') {
        const shown = faulty('list-lacks') ? here.slice(0, -1) : here
        return end(200, { books: shown, count: here.length + (faulty('count-wrong') ? 1 : 0) })
      }
      const wrong = bookProblem(body, false, faulty)
      if (wrong !== null) return end(400, { message: wrong })
      if (!faulty('second-isbn') && [...books.values()].some(({ isbn }) => isbn === body.isbn))
        return end(409, { message: 'isbn' })
      const made = {
        ...body,
        ...(faulty('emoji-shown-as-question-marks') && typeof body.note === 'string'
          ? { note: body.note.replace(/\p{Emoji_Presentation}/gu, '?') }
          : {}),
        title: faulty('title-cut') ? String(body.title).slice(0, 20) : body.title,
        id: faulty('id-adopted') && typeof body.id === 'string' ? body.id : randomUUID(),
        shelf,
        addedAt: new Date().toISOString(),
        state: 'there',
      } as Book
      books.set(made.id, made)
      return end(201, made)
    }
    const book = books.get(id)
    const elsewhere = book !== undefined && book.shelf !== shelf && !faulty('other-shelf')
    if (book === undefined && removed.has(id) && faulty('deleted-500') && method === 'GET')
      return end(500, { message: 'gone' })
    if (book === undefined || elsewhere || (!shelves.has(shelf) && !faulty('outlives-shelf')))
      return faulty('unknown-200') && method === 'GET'
        ? end(200, null)
        : end(404, { message: 'no such book' })
    if (method === 'GET') {
      const { pages: _, ...rest } = book
      return end(200, faulty('read-without-pages') ? rest : book)
    }
    if (method === 'DELETE') {
      if (!faulty('delete-keeps')) books.delete(id)
      removed.add(id)
      const other = [...books.values()].find((one) => one.shelf === shelf)
      if (faulty('delete-takes-another') && other !== undefined) books.delete(other.id)
      return end(204)
    }
    const wrong = bookProblem(body, method === 'PATCH', faulty)
    if (wrong !== null) {
      const { [wrong]: _, ...valid } = body
      if (faulty('refused-patch-stores') && method === 'PATCH')
        books.set(id, { ...book, ...valid, id, shelf: book.shelf })
      return end(400, { message: wrong })
    }
    if ('isbn' in body && [...books.values()].some((one) => one.isbn === body.isbn && one.id !== id))
      return end(409, { message: 'isbn' })
    const to = String(body.state ?? book.state)
    if (to !== book.state && !states[book.state]?.includes(to) && !faulty('state-any'))
      return end(409, { message: 'state' })
    const { id: own, shelf: on, addedAt, state } = book
    const kept = {
      id: own,
      shelf: on,
      addedAt: faulty('added-at-moves') ? new Date().toISOString() : addedAt,
      state,
    }
    const base =
      method === 'PUT'
        ? faulty('put-keeps-left-out')
          ? book
          : {}
        : faulty('patch-forgets-rest') && 'title' in body
          ? { title: book.title, pages: book.pages, isbn: book.isbn }
          : book
    const next = {
      ...base,
      ...body,
      ...kept,
      ...('state' in body ? { state: body.state } : {}),
    } as unknown as Book
    books.set(id, next)
    return end(200, next)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => ({ shelves: [...shelves.keys()], books: [...books.keys()], sign }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
