// Request bodies: JSON or a form, of limited size (part 4).
import { type Json, parse } from '../../base/json.ts'
import { formType, parseForm } from './form.ts'
import { Invalid, Refusal } from './refusal.ts'

export interface RequestBody {
  /** Undefined where there is no body. */
  readonly value: Json | undefined
  readonly mediaType: string
}

/** `application/json` of `application/json; charset=utf-8`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Parses a body. Throws Invalid where it is not what it says, Refusal 415 where that is neither JSON nor a form. */
export function parseBody(bytes: Uint8Array, contentType: string | undefined): RequestBody {
  const mediaType = mediaTypeOf(contentType)
  const form = mediaType === formType
  if (bytes.length === 0) return { value: form ? {} : undefined, mediaType }
  if (!form && mediaType !== 'application/json') throw unsupported()
  const text = decode(bytes)
  if (form) return { value: parseForm(text), mediaType }
  const parsed = parse(text)
  if (!parsed.ok) throw new Invalid(`Payload is not JSON: ${parsed.message}`)
  return { value: parsed.value, mediaType }
}

/** The refusal of a body that is neither JSON nor a form. */
export function unsupported(): Refusal {
  return new Refusal(415, 'unsupported_media_type', `The body must be application/json or ${formType}`)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Invalid('Payload is not well-formed UTF-8')
  }
}
