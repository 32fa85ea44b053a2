// Sends variations of a request that have the same meaning in HTTP and JSON, many of them in one request.
import { type Operation, operationOf } from '../../contract/index.ts'
import { fixture, perOperation, using } from '../fixture.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { Write } from '../under-test/index.ts'
import { undefinedParts } from './ambiguous-json.ts'
import { type Baseline, baselineOf } from './baseline.ts'
import {
  type Bundle,
  type EquivalentRequest,
  mustBeServed,
  type Outcome,
  sendTogether,
} from './equivalence.ts'
import { byName, namesEscaped, reversed, solidiEscaped, spaced, valuesEscaped, writing } from './json-text.ts'
import { withHeaders } from './request-writers.ts'

const http = (name: string, write: Write, mayBe: readonly number[] = []): EquivalentRequest => ({
  ...{ clause: 'http-syntax', name, write, mayBe },
})
const accept = (value: string | null): EquivalentRequest =>
  http(
    value === null
      ? 'without the header Accept (RFC 9110, 12.5.1)'
      : `with Accept: ${value} (RFC 9110, 12.5.1)`,
    withHeaders({ accept: value }),
  )
const json = (name: string, change: (text: string) => string): EquivalentRequest => ({
  ...{ clause: 'json-syntax', name, write: writing(change) },
})
const labelled = (clause: string, name: string, label: (mediaType: string) => string): EquivalentRequest => ({
  ...{ clause, name: `with Content-Type: ${name} (RFC 9110, 8.3.1)` },
  write: ({ mediaType = 'application/json', ...request }) => ({ ...request, mediaType: label(mediaType) }),
})
const inCase = (type: string): EquivalentRequest =>
  labelled('media-type-case', type, (mediaType) => mediaType.replace(/^[^ ;]*/, type))
const withCharset = (charset: string): EquivalentRequest =>
  labelled('json-charset', `application/json${charset}`, (mediaType) => `${mediaType}${charset}`)

const upperCase = http('with header names in upper case (RFC 9110, 5.1)', (request) => ({
  ...request,
  headerCase: 'upper',
}))
const unknownHeaders = http(
  'with unknown headers (RFC 9110, 5.1)',
  withHeaders({ 'x-nobody-knows': 'this', 'tc-unknown': 'a, b;c="d"', 'accept-language': 'tlh, *;q=0.1' }),
)
const ofOtherTags = http(
  'with an If-None-Match tag that the tenant never issued (RFC 9110, 13.1.2)',
  withHeaders({ 'if-none-match': '"x-nobody-has-it"' }),
)
const ofOtherUnits = http(
  'with a Range in an unknown unit (RFC 9110, 14.2)',
  withHeaders({ range: 'x-nobody-knows=0-1' }),
)
const idEscaped = http('with a percent-encoded letter in its id (RFC 3986, 6.2.2.2)', (request) => ({
  ...request,
  path: request.path.replace(
    /\/(?<letter>[A-Za-z0-9])(?<rest>[^/?]*)$/,
    (_, letter: string, rest: string) => `/%${letter.charCodeAt(0).toString(16)}${rest}`,
  ),
}))
const closing = http('with Connection: close (RFC 9112, 9.6)', withHeaders({ connection: 'close' }))
// A tenant may require a Content-Length and refuse with 411 (RFC 9110, 15.5.12).
const inChunks = http(
  'with a chunked body (RFC 9112, 7.1)',
  withHeaders({ 'transfer-encoding': 'chunked' }),
  [411],
)
// A tenant that does not support Expect may refuse with 417 (RFC 9110, 10.1.1).
const expecting = http(
  'with Expect: 100-continue (RFC 9110, 10.1.1)',
  withHeaders({ expect: '100-continue' }),
  [417],
)

const accepts = [
  ...[accept('*/*'), accept(null)],
  ...[accept('text/html;q=0.1, application/json;q=0.5, */*;q=0.1'), accept('application/*')],
]
const framings = [inChunks, expecting]
const orders = [
  json('with its members in another order (RFC 8259, 4)', reversed),
  json('with its members in descending order of their names (RFC 8259, 4)', byName),
]
const cases = [inCase('APPLICATION/JSON'), inCase('Application/Json')]
const charsets = [withCharset('; charset=utf-8'), withCharset(' ;\tCharset="UTF-8"')]

function bundlesOf(context: TestContext, operation: Operation): readonly Bundle[] {
  const { marker } = context.requests
  const hasBody = operation.request !== null
  const exclusive = [
    share(context, accepts, 'any'),
    ...(hasBody ? [orders, framings, cases, charsets].map((all) => share(context, all, 'body')) : []),
  ]
  const always: Bundle = [
    ...[upperCase, unknownHeaders, ofOtherTags, ofOtherUnits, closing],
    ...(/\/\{[^{}]*\}[^/]*$/.test(operation.path) ? [idEscaped] : []),
    ...(hasBody
      ? [
          json('with escaped member names (RFC 8259, 7)', namesEscaped),
          json('with escaped texts (RFC 8259, 7)', (text) => valuesEscaped(text, marker)),
          json('with escaped slashes (RFC 8259, 7)', solidiEscaped),
          json('with white space around its tokens (RFC 8259, 2)', spaced),
        ]
      : undefinedParts.map(({ name, write }) => ({ clause: 'strange-request', name, write }))),
  ]
  const most = Math.max(...exclusive.map(({ length }) => length))
  return Array.from({ length: most }, (_, place) => [
    ...exclusive.flatMap((all) => all.slice(place, place + 1)),
    ...(place === 0 ? always : []),
  ])
}

const places = Array.from({ length: 1_000 }, (_, place) => place)

/** Returns at least one item, because every clause needs evidence. */
function share<T>(context: TestContext, all: readonly T[], of: 'any' | 'body'): readonly T[] {
  const own = context.cases(all, of)
  if (own.length > 0) return own
  const [turn = 0] = context.cases(places, of)
  return all.slice(turn % all.length).slice(0, 1)
}

const allOutcomes = fixture('equivalent requests of *', perOperation, (context, operation, plain: Baseline) =>
  plain.alone(() => sendTogether(plain, bundlesOf(context, operation))),
)

export const equivalentOutcomes = using(
  [allOutcomes, baselineOf],
  async (context, operation: Operation): Promise<readonly Outcome[]> => {
    return context.use(allOutcomes, operation, await baselineOf(context, operation))
  },
)

export const equivalentRequests: Check = using([equivalentOutcomes, baselineOf], async (context) => {
  const operation = operationOf(context.contract, context.clause.operation)
  const outcomes = await equivalentOutcomes(context, operation)
  await mustBeServed(context, await baselineOf(context, operation), outcomes)
})
