// Makes ambiguous and malformed requests, with JSON or without a body.
import { at, isObject, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { counted } from '../../base/text/counted.ts'
import { levelsSentMax } from '../../client/index.ts'
import { formText, pairsOf } from '../requests/form.ts'
import type { Request } from '../requests/request.ts'
import type { Write } from '../under-test/index.ts'
import type { AmbiguousRequest } from './allowed-effect.ts'
import { textOf, writing } from './json-text.ts'
import type { OperationProbe } from './operation-probe.ts'

import { combined, withHeaders, withMediaType } from './request-writers.ts'

// The body itself is one of the nested levels.
const depth = levelsSentMax - 1
const blanks = 1_000_000

const after = (members: string): Write => writing((text) => text.replace(/^\{/, `{${members},`))

function other(sent: JsonObject): JsonObject {
  const [name, value] = Object.entries(sent).find(([, one]) => typeof one === 'string') ?? []
  return name === undefined ? sent : { ...sent, [name]: `${String(value).slice(0, 60)} too` }
}

const repeating: Write = (request) => {
  if (!isObject(request.body)) return request
  const rest = textOf(request).slice(1)
  return { ...request, rawBody: `${jsonText(other(request.body)).slice(0, -1)},${rest}` }
}

// Most servers accept longer headers.
const headerCharacters = 6_000

export const undefinedParts: readonly AmbiguousRequest[] = [
  {
    name: 'with unknown query parameters',
    write: (request) => ({ ...request, path: `${request.path}?unasked=1&unasked=2&&=&a%5B%5D=%00%zz` }),
    allowed: 'as-sent',
  },
  {
    name: `with a header of ${counted(headerCharacters, 'character')}`,
    write: (request) => ({
      ...request,
      headers: { ...request.headers, 'x-long': 'x'.repeat(headerCharacters) },
    }),
    allowed: 'as-sent',
    mayClose: true,
  },
]

export function together(parts: readonly AmbiguousRequest[]): AmbiguousRequest {
  return {
    name: parts.map(({ name }) => name).join(', '),
    write: combined(parts.map(({ write }) => write)),
    allowed: 'as-sent',
    parts,
  }
}

export const withoutBody: readonly AmbiguousRequest[] = [
  {
    name: 'with a Content-Type but no body',
    write: withHeaders({ 'content-type': 'application/json' }),
    allowed: 'anything',
  },
  {
    name: 'with a body, although the contract defines none',
    write: (request) => ({ ...request, rawBody: '{"unasked":1}' }),
    allowed: 'anything',
  },
  {
    name: 'with a body that is not JSON, although the contract defines none',
    write: (request) => ({ ...request, rawBody: '{"unasked":' }),
    allowed: 'anything',
  },
]

const inQuery: AmbiguousRequest = {
  name: 'with different values of its members in the query string',
  write: (request) => {
    const body = isObject(request.body) ? other(request.body) : {}
    const joint = request.path.includes('?') ? '&' : '?'
    return { ...request, path: `${request.path}${joint}${formText(pairsOf(body, null))}` }
  },
  allowed: 'as-sent',
}

export const usuallyAccepted: readonly AmbiguousRequest[] = [
  {
    name: `with an unknown member whose value is ${counted(depth, 'nested array')}`,
    write: after(`"unasked":${'['.repeat(depth)}1e400${']'.repeat(depth)},"__proto__":{"unasked":-0.0e-0}`),
    allowed: 'as-sent',
  },
  {
    name: `whose body begins with ${counted(blanks, 'blank')}`,
    write: writing((text) => `${' '.repeat(blanks)}${text}`),
    allowed: 'as-sent',
    mayClose: true,
  },
  {
    name: 'with an unknown Content-Encoding (RFC 9110, 8.4)',
    write: withHeaders({ 'content-encoding': 'x-nobody-knows' }),
    allowed: 'as-sent',
  },
]

export const before: readonly AmbiguousRequest[] = [
  {
    name: 'that repeats each member with another value',
    write: repeating,
    allowed: 'as-sent',
    readings: (sent) => [sent, other(sent)],
  },
  inQuery,
]
export const behind: readonly AmbiguousRequest[] = [
  {
    name: 'whose body begins with a byte order mark (RFC 8259, 8.1)',
    write: writing((text) => `\ufeff${text}`),
    allowed: 'as-sent',
  },
]

export const mislabelled = together([
  {
    name: 'labelled charset=utf-16, whose body is UTF-8',
    write: withMediaType('application/json; charset=utf-16'),
    allowed: 'as-sent-or-nothing',
  },
  {
    name: 'labelled Content-Encoding: gzip, whose body is not compressed',
    write: withHeaders({ 'content-encoding': 'gzip' }),
    allowed: 'as-sent-or-nothing',
  },
])

export function usuallyRefused({ resource }: OperationProbe): readonly AmbiguousRequest[] {
  const holdsSecret = ({ body }: Request): boolean =>
    resource.secret.some((pointer) => isObject(body) && at(body, pointer) !== undefined)
  return [
    {
      name: 'whose body ends with a NUL character',
      write: writing((text) => `${text}\0`),
      allowed: 'as-sent',
    },
    {
      name: 'in UTF-16',
      // A NUL after each ASCII character makes UTF-16LE. A body with a secret gets an unknown charset,
      // because masking finds no secret in UTF-16.
      write: (request) =>
        holdsSecret(request)
          ? { ...request, mediaType: 'application/json; charset=no-such' }
          : combined([
              withMediaType('application/json; charset=utf-16le'),
              writing((text) => text.split('').join('\0').concat('\0')),
            ])(request),
      allowed: 'as-sent-or-nothing',
    },
    {
      name: 'without a Content-Type',
      write: withHeaders({ 'content-type': null }),
      allowed: 'as-sent-or-nothing',
    },
    { name: 'with an empty body', write: (request) => ({ ...request, rawBody: '' }), allowed: 'nothing' },
  ]
}
