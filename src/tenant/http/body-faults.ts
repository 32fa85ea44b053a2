// Applies faults, and the syntax rules of the variation, to the text of a body.
import { isObject, type Json, type JsonObject, parse } from '../../base/json.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { Variation } from '../variations/variation.ts'
import { formType, parseForm } from './form.ts'
import { Invalid, internalError, Refusal } from './refusal.ts'
import type { Head } from './request-head.ts'

// Some of these faults exist for one operation only, because a default run tries their cases only there.
export const faults: readonly FaultGroup[] = [
  {
    of: ({ method }) => method !== 'GET' && method !== 'DELETE',
    seeds: {
      'escaped-pairs-lost': ['json-syntax', 'A surrogate pair written as two escapes is lost.'],
      'escapes-kept': ['json-syntax', 'Unicode escapes in JSON are not decoded.'],
      'white-space-before-refused': ['json-syntax', 'A body with leading white space is rejected.'],
      'carriage-returns-refused': [
        'json-syntax',
        'A body with a carriage return between tokens is rejected.',
      ],
      'deep-nesting-500': ['strange-request', 'A deeply nested body gets 500.'],
      'many-blanks-500': ['strange-request', 'A body of more than 500,000 characters gets 500.'],
      'other-media-type-500': ['other-media-type', 'A body that is neither JSON nor a form gets 500.'],
      'text-taken-as-a-member': [
        'other-media-type',
        'The tenant stores the text of a text/plain body as name or enrollment_message.',
      ],
    },
  },
  {
    of: ['event-streams.create', 'phone-templates.update'],
    seeds: {
      'chunks-decoded-apart': ['http-syntax', 'In a chunked body, one non-ASCII character is corrupted.'],
      'chunked-body-lost': ['http-syntax', 'The tenant ignores a chunked body.'],
      'member-order-counts': ['json-syntax', 'A body is rejected if name or enrollment_message comes last.'],
    },
  },
  {
    of: ['event-streams.update', 'phone-templates.update'],
    seeds: { 'charset-utf-16-500': ['strange-request', 'A body labelled as UTF-16 gets 500.'] },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      'nested-order-counts': ['json-syntax', 'A destination is rejected if it begins with configuration.'],
      'multipart-taken-as-empty': [
        'other-media-type',
        'A multipart/form-data body is accepted, but its members are ignored.',
      ],
      'form-labelled-json-taken': ['other-media-type', 'A form labelled as JSON is accepted.'],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'media-type-missing-500': ['strange-request', 'A body without a Content-Type gets 500.'],
      'repeated-members-500': ['strange-request', 'A body with a duplicate member gets 500.'],
      'repeated-members-joined': ['strange-request', 'The two values of a duplicate member are joined.'],
      'byte-order-mark-500': ['strange-request', 'A body with a byte order mark gets 500.'],
      'final-nul-refused-but-done': [
        'strange-request',
        'The tenant rejects a body that ends with NUL, but executes the request.',
      ],
      'final-nul-500': ['strange-request', 'A body with a NUL at its end gets 500.'],
      'json-labelled-form-taken': ['other-media-type', 'JSON labelled as a form is accepted.'],
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      'empty-body-500': ['strange-request', 'An empty body gets 500.'],
      'empty-body-accepted': [
        'strange-request',
        'An empty body is treated as a valid body with example values.',
      ],
      'query-overrides-members': [
        'strange-request',
        'The query parameter enrollment_message overrides the member of the body.',
      ],
    },
  },
]

export interface BodyText {
  readonly text: string
  /** In lower case, without parameters. Empty if the request has no media type. */
  readonly mediaType: string
  readonly head: Head
  readonly first: string
  readonly example: JsonObject
}

/** Returns the body as a fault misreads it, or undefined. Throws Refusal or Invalid if a fault rejects it. */
export function misreadBody(body: BodyText, faulty: Faulty): Json | undefined {
  failAt(body, faulty)
  const { text, mediaType, head, first, example } = body
  const whole = { ...example, [first]: text.slice(0, 100) }
  const nothing = first === 'name' ? { ...example, name: 'unnamed' } : example
  const unlabelled = mediaType === 'text/plain' && faulty('text-taken-as-a-member')
  if (unlabelled) return whole
  if (mediaType === 'multipart/form-data' && faulty('multipart-taken-as-empty')) return nothing
  if (mediaType === formType)
    return text.startsWith('{') && faulty('json-labelled-form-taken') ? parsed(text) : undefined
  if (mediaType !== 'application/json') return undefined
  if (text === '' && faulty('empty-body-accepted')) return nothing
  if (head.headers['transfer-encoding'] !== undefined && faulty('chunked-body-lost')) return {}
  if (/^[^{]*=/.test(text) && faulty('form-labelled-json-taken')) return parseForm(text)
  if (head.headers['transfer-encoding'] !== undefined && faulty('chunks-decoded-apart'))
    return parsed(text.replace(/[^\0-\x7f]/u, '\ufffd'))
  if (/\\ud[89ab]/i.test(text) && faulty('escaped-pairs-lost'))
    return parsed(text.replace(/\\ud[89ab]..\\ud[c-f]../gi, ''))
  if (text.includes('\\u') && faulty('escapes-kept')) return parsed(text.replaceAll('\\u', '\\\\u'))
  const value = parsed(text)
  if (value === undefined || typeof value !== 'object' || value === null) return undefined
  const [repeated, again] = valuesOf(first, text)
  if (again !== undefined && faulty('repeated-members-joined'))
    return { ...value, [first]: `${repeated}, ${again}` }
  const other = new URLSearchParams(head.query ?? '').get(first)
  return other !== null && faulty('query-overrides-members') ? { ...value, [first]: other } : undefined
}

function parsed(text: string): Json | undefined {
  const read = parse(text.replace(/^\ufeff/, ''))
  return read.ok ? read.value : undefined
}

/** Returns all string values of a member, which a body can repeat. */
function valuesOf(member: string, text: string): readonly string[] {
  return [...text.matchAll(new RegExp(`"${member}":"([^"\\\\]*)"`, 'g'))].map(([, value = '']) => value)
}

function failAt({ text, mediaType, head, first }: BodyText, faulty: Faulty): void {
  const { 'content-type': contentType } = head.headers
  const json = mediaType === 'application/json'
  const other = !json && mediaType !== formType && contentType !== undefined
  const fails =
    (text === '' && json && faulty('empty-body-500')) ||
    (contentType === undefined && faulty('media-type-missing-500')) ||
    (json && valuesOf(first, text).length > 1 && faulty('repeated-members-500')) ||
    (text.includes('['.repeat(100)) && faulty('deep-nesting-500')) ||
    (text.length > 500_000 && faulty('many-blanks-500')) ||
    (text.startsWith('\ufeff') && faulty('byte-order-mark-500')) ||
    (text.endsWith('}\0') && faulty('final-nul-500')) ||
    (/utf-16/i.test(contentType ?? '') && faulty('charset-utf-16-500')) ||
    (other && faulty('other-media-type-500'))
  if (fails) throw internalError()
  if (!json) return
  const read = parsed(text)
  const names = Object.keys(read ?? {})
  const destination = isObject(read) ? read.destination : null
  const refused =
    (/^\s/.test(text) && text.length < 10_000 && faulty('white-space-before-refused')) ||
    (/[{,]\s*\r/.test(text) && faulty('carriage-returns-refused')) ||
    (Object.keys(destination ?? {})[0] === 'configuration' && faulty('nested-order-counts')) ||
    (names.length > 1 && names.at(-1) === first && faulty('member-order-counts'))
  if (refused) throw new Invalid('Unexpected token')
}

/** Throws Refusal or Invalid for an unusual body if the variation is strict. */
export function requireUsualBody({ text, mediaType, first }: BodyText, { syntax }: Variation): void {
  if (syntax !== 'strict') return
  if (text.length > 100_000) throw new Refusal(413, 'payload_too_large', 'The body is too large')
  if (text.includes('['.repeat(100))) throw new Invalid('Payload is nested too deeply')
  if (mediaType === 'application/json' && valuesOf(first, text).length > 1)
    throw new Invalid(`Duplicate property ${first}`)
}
