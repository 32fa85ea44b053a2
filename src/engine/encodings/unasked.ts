// What nobody asked for, in a request with or without a body: a query string, and a header of some length.
import type { Strange } from './sane.ts'

// Less than most servers take for all headers together.
const headerCharacters = 6_000

export const unasked: readonly Strange[] = [
  {
    name: 'with a query string that nobody asked for',
    write: (request) => ({ ...request, path: `${request.path}?unasked=1&unasked=2&&=&a%5B%5D=%00%zz` }),
    meant: 'as-sent',
  },
  {
    name: `with a header of ${headerCharacters} characters`,
    write: (request) => ({
      ...request,
      headers: { ...request.headers, 'x-long': 'x'.repeat(headerCharacters) },
    }),
    meant: 'as-sent',
    mayClose: true,
  },
]
