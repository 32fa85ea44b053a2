// A query string and a long header that no operation defines.
import type { Strange } from './sane.ts'

// Most servers allow more for all headers.
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
