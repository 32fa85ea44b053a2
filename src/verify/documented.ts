// Adds the documented media type, headers and rejection body to the stub's responses.
import fc from 'fast-check'
import { isJsonType, problemType } from '../base/http/media-type.ts'
import { isObject, type Json } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import {
  type DocumentedResponse,
  documentedResponse,
  isDocumented,
  type Operation,
  refusalClause,
  type Schema,
  successSchema,
} from '../contract/index.ts'
import { violations } from '../generate/index.ts'
import { conforms } from '../oracle/index.ts'
import type { StubRequest, StubResponse } from './message.ts'
import { drawn } from './value.ts'

export function successOf(operation: Operation): number | undefined {
  const documented = operation.responses.map(({ status }) => Number(status))
  const statuses = operation.success ?? documented.filter((status) => status >= 200 && status < 300)
  return statuses.find((one) => successSchema(operation, one) === operation.wholeResponse) ?? statuses[0]
}

export function undocumentedStatus(operation: Operation): number | undefined {
  return [299, 418, 399].find((status) => !isDocumented(operation, status))
}

export function asDocumented(
  response: StubResponse,
  { operation, breaks }: Pick<StubRequest, 'operation' | 'breaks'>,
): StubResponse {
  const known = documentedResponse(operation, response.status)
  if (known === null) return response
  const areBroken = breaks('response-headers')
  const own = areBroken ? {} : (response.headers ?? {})
  const drawnHeaders = Object.entries(headersOf(known, areBroken)).filter(
    ([name]) => !Object.hasOwn(own, name.toLowerCase()),
  )
  const headers = { ...Object.fromEntries(drawnHeaders), ...own }
  const made = { ...withBody(response, known, breaks), headers }
  const hasBody = made.body !== undefined || made.text !== undefined
  return hasBody && breaks('documented-media-type') ? { ...made, mediaType: 'application/x-other' } : made
}

function withBody(
  response: StubResponse,
  known: DocumentedResponse,
  breaks: StubRequest['breaks'],
): StubResponse {
  const { schema, mediaTypes } = known
  if (response.text !== undefined) return response
  if (response.status >= 400 && known.text !== null)
    return {
      status: response.status,
      mediaType: 'text/plain',
      text: String(breaks(refusalClause(known)) ? brokenBodyText(known.text) : drawn(known.text)),
    }
  const label = response.mediaType ?? mediaTypes.find(isJsonType) ?? mediaTypes[0]
  const mediaType = label === undefined || label.includes('*') ? {} : { mediaType: label }
  if (response.status >= 400 && schema === null && label === problemType) {
    const body = withStatus({}, {}, response.status, breaks('problem-status'))
    return { ...response, ...mediaType, body }
  }
  if (response.status < 400 || schema === null) return { ...response, ...mediaType }
  const own = conforms(schema, response.body ?? null) ? response.body : drawn(schema)
  const body =
    label === problemType ? withStatus(schema, own ?? null, response.status, breaks('problem-status')) : own
  return breaks(refusalClause(known))
    ? { status: response.status, ...mediaType, ...brokenBody(schema) }
    : { ...response, ...mediaType, body }
}

// A cache, because a stub rejects hundreds of requests with the same schema.
const broken = new WeakMap<Schema, Pick<StubResponse, 'body' | 'text'>>()

function brokenBody(schema: Schema): Pick<StubResponse, 'body' | 'text'> {
  const known = broken.get(schema) ?? makeBrokenBody(schema)
  broken.set(schema, known)
  return known
}

/** If the schema allows every value, the body is not JSON. */
function makeBrokenBody(schema: Schema): Pick<StubResponse, 'body' | 'text'> {
  for (const { arbitrary } of violations(schema, { base: drawn(schema) }))
    for (const value of fc.sample(arbitrary, { seed: 1, numRuns: 5 }))
      if (!conforms(schema, value)) return { body: value }
  return { text: '{"' }
}

/** Sets the member `status` of a problem body (RFC 9457, section 3.1.2). */
function withStatus(schema: Schema, body: Json, status: number, isBroken: boolean): Json {
  if (!isObject(body)) return body
  const shown = isBroken ? [500, 418, 400].filter((one) => one !== status) : [status]
  const made = shown.map((one) => ({ ...body, status: one })).find((one) => conforms(schema, one))
  return made ?? body
}

const brokenBodyText = (schema: Schema): string =>
  ['', '?', 'x'.repeat(300), '-1'].find((text) => !conforms(schema, text)) ?? ''

function headersOf({ headers }: DocumentedResponse, isBroken: boolean): Readonly<Record<string, string>> {
  const isRequiredAny = Object.values(headers).some(({ required }) => required)
  const made = Object.entries(headers).flatMap(([name, { required, schema }]): [string, string][] => {
    if (!isBroken) return [[name, textOf(drawn(schema ?? { type: 'string', const: 'a' }))]]
    if (required || isRequiredAny) return []
    return schema === null ? [] : [[name, brokenText(schema)]]
  })
  return Object.fromEntries(made)
}

function brokenText(schema: Schema): string {
  const texts = ['?', '-1', 'x'.repeat(300), '']
  return texts.find((text) => !conforms(schema, text) && !conforms(schema, Number(text))) ?? '?'
}

function textOf(value: Json): string {
  const text = isObject(value) || Array.isArray(value) ? jsonText(value) : String(value)
  // Replaces characters that a header cannot contain (RFC 9110, section 5.5).
  return text.replace(/[^\x21-\x7e]+/g, 'a')
}
