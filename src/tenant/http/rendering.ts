// Renders responses in the style of the variation.
import { unguessable } from '../../base/chance.ts'
import { isObject, type Json } from '../../base/json.ts'
import type { Answer } from '../route.ts'
import type { Variation } from '../variations/variation.ts'
import type { Connection } from './connection.ts'
import { errorBody } from './error-body.ts'
import { Invalid, Refusal } from './refusal.ts'

export interface Rendered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null if the response has no body. */
  readonly text: string | null
}

export function accepted(variation: Variation, { status, body, headers = {} }: Answer): Rendered {
  if (body === undefined) return { status, headers, text: null }
  const text = JSON.stringify(ordered(body, variation.memberOrder))
  return { status, headers: { 'content-type': variation.contentType, ...headers }, text }
}

/** Changes the order of members. A client must accept every order (RFC 8259, section 1). */
function ordered(value: Json, order: Variation['memberOrder']): Json {
  if (order === 'listed') return value
  if (Array.isArray(value)) return value.map((item) => ordered(item, order))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, ordered(member, order)] as const)
  if (order === 'reversed') return Object.fromEntries(members.reverse())
  return Object.fromEntries(
    order === 'random' ? shuffled(members) : members.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  const drawn = items.map((item) => [unguessable(4), item] as const)
  return drawn.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}

/** An unknown error becomes a 500 response. */
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

/** Writes directly to `outgoing` if possible, because this is faster. */
export function respond(
  { chunked, gzip }: Variation,
  { status, headers, text }: Rendered,
  { outgoing }: Connection = {},
): Response {
  // A 304 response has no body (RFC 9110, section 15.4.5).
  const sent = status === 304 ? null : text
  if (outgoing !== undefined && !chunked && !gzip) {
    const length = Buffer.byteLength(sent ?? '')
    outgoing.writeHead(status, sent === null ? headers : { ...headers, 'content-length': length }).end(sent)
    return new Response(null)
  }
  const body = sent !== null && chunked ? inChunks(sent) : sent
  return new Response(body, { status, headers })
}

const chunkBytes = 7

// Node.js sends chunks if the length of a body is unknown. Chunks of 7 bytes split members and characters.
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
