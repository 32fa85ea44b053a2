// Parses request bodies, which are JSON or a form (part 4 of the specification).
import { type Json, parse } from '../../base/json.ts'
import type { Variation } from '../variations/variation.ts'
import { formType, parseForm } from './form.ts'
import { Invalid, Refusal } from './refusal.ts'

export interface RequestBody {
  /** Undefined if the request has no body. */
  readonly value: Json | undefined
  readonly mediaType: string
}

export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Throws Invalid for a malformed body, and Refusal with status 415 for another media type. */
export function parseBody(
  body: Uint8Array | string,
  contentType: string | undefined,
  { forms, syntax }: Pick<Variation, 'forms' | 'syntax'> = { forms: 'brackets', syntax: 'plain' },
): RequestBody {
  const mediaType = mediaTypeOf(contentType)
  const form = mediaType === formType && forms !== 'none'
  const lenient = syntax === 'lenient' && mediaType !== formType
  if (body.length === 0) return { value: form ? {} : undefined, mediaType }
  if (!form && !lenient && mediaType !== 'application/json') throw unsupported()
  const text = typeof body === 'string' ? body : decode(body, syntax)
  if (form) return { value: parseForm(text, forms), mediaType }
  const parsed = parse(lenient ? asJson(text) : text)
  if (!parsed.ok) throw new Invalid(`Payload is not JSON: ${parsed.message}`)
  return { value: parsed.value, mediaType }
}

/** Accepts single quotes and a final comma, as any parser may do (RFC 8259, section 9). */
function asJson(text: string): string {
  return /^\s*\{\s*'/.test(text) ? text.replaceAll("'", '"') : text.replace(/,(?=\s*\}\s*$)/, '')
}

export function unsupported(): Refusal {
  return new Refusal(415, 'unsupported_media_type', `The body must be application/json or ${formType}`)
}

function decode(bytes: Uint8Array, syntax: Variation['syntax']): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: syntax === 'strict' }).decode(bytes)
    return syntax === 'lenient' ? text.replaceAll('\0', '') : text
  } catch {
    throw new Invalid('Payload is not well-formed UTF-8')
  }
}
