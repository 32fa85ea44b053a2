// Answers turned into responses on the wire, in the style of the variation.

import type { Answer } from '../route.ts'
import type { Variation } from '../variations/variation.ts'
import type { Connection } from './connection.ts'
import { errorBody } from './error-body.ts'
import { ordered } from './member-order.ts'
import { Invalid, Refusal } from './refusal.ts'

/** A response before it is sent. */
export interface Rendered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null where there is no body. */
  readonly text: string | null
}

/** A success. */
export function accepted(variation: Variation, { status, body, headers = {} }: Answer): Rendered {
  if (body === undefined) return { status, headers, text: null }
  const text = JSON.stringify(ordered(body, variation.memberOrder))
  return { status, headers: { 'content-type': variation.contentType, ...headers }, text }
}

/** An error. Whatever is neither Refusal nor Invalid is the tenant's own fault: 500. */
export function refused(variation: Variation, error: unknown): Rendered {
  const { status, code, message, headers } = refusalOf(error, variation)
  const body = errorBody(variation, status, code, message)
  return {
    status,
    headers: { ...(body.contentType === null ? {} : { 'content-type': body.contentType }), ...headers },
    text: body.text === '' ? null : body.text,
  }
}

function refusalOf(error: unknown, { invalidBodyStatus }: Variation): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Invalid)
    return new Refusal(invalidBodyStatus, 'invalid_body', `Payload validation error: '${error.message}'`)
  return new Refusal(500, 'internal_error', 'The tenant failed')
}

/** The response; written at once where the connection is given, and nothing has to be made of it on its way. */
export function respond(
  { chunked, gzip }: Variation,
  { status, headers, text }: Rendered,
  { outgoing }: Connection = {},
): Response {
  // Of a 304 there is no body (RFC 9110, 15.4.5).
  const said = status === 304 ? null : text
  if (outgoing !== undefined && !chunked && !gzip) {
    const length = Buffer.byteLength(said ?? '')
    outgoing.writeHead(status, said === null ? headers : { ...headers, 'content-length': length }).end(said)
    return new Response(null)
  }
  const body = said !== null && chunked ? inChunks(said) : said
  return new Response(body, { status, headers })
}

const chunkBytes = 7

// A length that is not known beforehand makes node send chunks, which cut through members and characters.
function inChunks(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) controller.close()
      else controller.enqueue(bytes.slice(sent, sent + chunkBytes))
      sent += chunkBytes
    },
  })
}
