// What the standards of HTTP and JSON call the same request, in as few requests as can carry it all.
import { type Operation, operationOf } from '../../contract/index.ts'
import type { Request } from '../requests/request.ts'
import type { Write } from '../subjects/index.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { byName, namesEscaped, reversed, solidiEscaped, spaced, valuesEscaped, writing } from './json-text.ts'
import { type Bundle, mustBeServed, type Oddity, sendTogether } from './oddity.ts'
import { trialOf, type Vary } from './trial.ts'

const withHeaders =
  (headers: NonNullable<Request['headers']>): Write =>
  (request) => ({ ...request, headers: { ...request.headers, ...headers } })

const http = (name: string, write: Write, mayBe: readonly number[] = []): Oddity => ({
  ...{ clause: 'http-syntax', name, write, mayBe },
})
const accept = (value: string | null): Oddity =>
  http(
    value === null
      ? 'without the header Accept (RFC 9110, 12.5.1)'
      : `with Accept: ${value} (RFC 9110, 12.5.1)`,
    withHeaders({ accept: value }),
  )
const json = (name: string, change: (text: string) => string): Oddity => ({
  ...{ clause: 'json-syntax', name, write: writing(change) },
})
const labelled = (clause: string, mediaType: string): Oddity => ({
  ...{ clause, name: `with Content-Type: ${mediaType} (RFC 9110, 8.3.1)` },
  write: (request) => ({ ...request, mediaType }),
})

const upperCase = http('with the names of its headers in upper case (RFC 9110, 5.1)', (request) => ({
  ...request,
  headerCase: 'upper',
}))
const unknownHeaders = http(
  'with headers that nobody knows (RFC 9110, 5.1)',
  withHeaders({ 'x-nobody-knows': 'this', 'tc-unknown': 'a, b;c="d"', 'accept-language': 'tlh, *;q=0.1' }),
)
const ofOtherTags = http(
  'with If-None-Match of a tag that it never gave (RFC 9110, 13.1.2)',
  withHeaders({ 'if-none-match': '"x-nobody-has-it"' }),
)
const ofOtherUnits = http(
  'with Range in a unit that nobody knows (RFC 9110, 14.2)',
  withHeaders({ range: 'x-nobody-knows=0-1' }),
)
/** A letter of the id in the path, which means the same as its escape. */
const idEscaped = http('with a letter of the id in its path as an escape (RFC 3986, 6.2.2.2)', (request) => ({
  ...request,
  path: request.path.replace(
    /\/(?<letter>[A-Za-z0-9])(?<rest>[^/?]*)$/,
    (_, letter: string, rest: string) => `/%${letter.charCodeAt(0).toString(16)}${rest}`,
  ),
}))
const closing = http('with Connection: close (RFC 9112, 9.6)', withHeaders({ connection: 'close' }))
// 411: a length may be insisted on (RFC 9110, 15.5.12).
const inChunks = http(
  'with its body in chunks (RFC 9112, 7.1)',
  withHeaders({ 'transfer-encoding': 'chunked' }),
  [411],
)
// 417: that it can't be met may be said (RFC 9110, 10.1.1).
const expecting = http(
  'with Expect: 100-continue (RFC 9110, 10.1.1)',
  withHeaders({ expect: '100-continue' }),
  [417],
)

function bundlesOf({ requests }: Tester, operation: Operation): readonly Bundle[] {
  const { marker } = requests
  const ofBody = (...oddities: Bundle): Bundle => (operation.request === null ? [] : oddities)
  const ofId = operation.idParameter === null ? [] : [idEscaped]
  return [
    [
      ...[accept(null), upperCase],
      ...ofBody(
        inChunks,
        labelled('media-type-case', 'APPLICATION/JSON'),
        json('with its members in another order (RFC 8259, 4)', reversed),
        json('with the names of its members as escapes (RFC 8259, 7)', namesEscaped),
      ),
    ],
    [
      ...[accept('*/*'), unknownHeaders, ofOtherTags],
      ...ofBody(
        labelled('json-charset', 'application/json; charset=utf-8'),
        json('with its members by name, the last one first (RFC 8259, 4)', byName),
        json('with white space around its tokens (RFC 8259, 2)', spaced),
      ),
    ],
    [
      ...[accept('text/html;q=0.1, application/json;q=0.5, */*;q=0.1'), closing, ofOtherUnits],
      ...ofBody(
        labelled('json-charset', 'application/json ;\tCharset="UTF-8"'),
        json('with its texts as escapes (RFC 8259, 7)', (text) => valuesEscaped(text, marker)),
      ),
    ],
    [
      ...[accept('application/*'), ...ofId],
      ...ofBody(
        labelled('media-type-case', 'Application/Json'),
        json('with solidi as escapes (RFC 8259, 7)', solidiEscaped),
        expecting,
      ),
    ],
  ]
}

// Characters of two, three and four bytes; the last one is a surrogate pair where it is an escape.
const beyond = ' é漢\u{1f642}'

/** With characters beyond ASCII in a text, so that chunks and escapes fall into the middle of one. */
const beyondAscii =
  ({ requests: { marker } }: Tester): Vary =>
  (body) => {
    const [name, text] =
      Object.entries(body).find(([, value]) => typeof value === 'string' && value.includes(marker)) ?? []
    return name === undefined ? body : { ...body, [name]: `${String(text)}${beyond}` }
  }

/** Requests that are written as their standards allow mean what plain ones mean. */
export const sameRequest: Check = async (tester) => {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const joint = await tester.once(`oddities of ${operation.name}`, (shared) =>
    sendTogether(
      shared,
      (one) => trialOf(one, operation.name, { consuming: true, members: 'all' }),
      bundlesOf(shared, operation),
      operation.request === null ? undefined : beyondAscii(shared),
    ),
  )
  await mustBeServed(tester, joint)
}
