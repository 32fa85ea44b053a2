// Reads the body of a request to an operation, with faults (part 4 of the specification).
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { Route } from '../route.ts'
import type { Variation } from '../variations/variation.ts'
import { mediaTypeOf, parseBody, type RequestBody, unsupported } from './body.ts'
import { misreadBody, requireUsualBody } from './body-faults.ts'
import { formType } from './form.ts'
import { withFormFaults } from './form-faults.ts'
import { Invalid, internalError, Refusal } from './refusal.ts'
import type { Head } from './request-head.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ({ method }) => method !== 'GET' && method !== 'DELETE',
    seeds: {
      'malformed-json-500': [
        ['no-server-error', 'malformed-json', 'other-media-type', 'strange-request'],
        'A body that is not JSON gets 500.',
      ],
      'malformed-json-accepted': [
        ['malformed-json', 'other-media-type', 'strange-request'],
        'A body that is not JSON is treated as a valid body with example values.',
      ],
      'cut-off-body-accepted': ['malformed-json', 'A truncated body is accepted as a complete one.'],
      'media-type-case-counts': [
        'media-type-case',
        'A JSON body is rejected if its media type contains a capital letter.',
      ],
      'nul-in-text-500': ['no-server-error', 'A text that contains U+0000 gets 500.'],
      'half-of-pair-500': ['no-server-error', 'A text with half of a surrogate pair gets 500.'],
      'control-characters-500': ['no-server-error', 'A text that contains U+0007 gets 500.'],
      'charset-refused': ['json-charset', 'A JSON body is rejected if its Content-Type contains a charset.'],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'colon-missing-accepted': ['malformed-json', 'A body without a colon after a member name is accepted.'],
    },
  },
  {
    of: ['phone-templates.update', 'event-streams.update'],
    seeds: { 'form-refused': ['form-body', 'A form body is rejected.'] },
  },
  {
    of: ['event-streams.create'],
    seeds: { 'form-refused': ['form-nested', 'A form body is rejected.'] },
  },
]

export interface ReceivedBody {
  readonly contentType: string | undefined
  readonly head: Head
  /** Null if the body is too large. */
  readonly body: Uint8Array | null
}

/** Throws Refusal or Invalid. */
export function readRequestBody(
  route: Route,
  { body, contentType, head }: ReceivedBody,
  variation: Variation,
  faulty: Faulty,
): RequestBody {
  if (route.method === 'GET' || route.method === 'DELETE') return { value: undefined, mediaType: '' }
  if (body === null) throw new Refusal(413, 'payload_too_large', 'The body is too large')
  const mediaType = mediaTypeOf(contentType)
  const form = mediaType === formType
  if (/charset/i.test(contentType ?? '') && !form && faulty('charset-refused')) throw unsupported()
  if (form && faulty('form-refused')) throw unsupported()
  if (/^[^;]*[A-Z]/.test(contentType ?? '') && !form && faulty('media-type-case-counts')) throw unsupported()
  const { example = {}, firstMember: first = 'name' } = route
  const text = Buffer.from(body).toString()
  const read = { text, mediaType, head, first, example }
  requireUsualBody(read, variation)
  const misread = misreadBody(read, faulty)
  if (misread !== undefined) return { value: misread, mediaType }
  try {
    failOfText(text, faulty)
    return parseBody(
      form ? withFormFaults(text, contentType ?? '', first, faulty) : body,
      contentType,
      variation,
    )
  } catch (error) {
    if (error instanceof Invalid && faulty('malformed-json-500')) throw internalError()
    const forgiven =
      faulty('malformed-json-accepted') ||
      (/^\{[^}]*$/.test(text) && faulty('cut-off-body-accepted')) ||
      (/^\{"\w+" "/.test(text) && faulty('colon-missing-accepted'))
    if (error instanceof Invalid && forgiven) return { value: route.example, mediaType }
    throw error
  }
}

// Simulates a crash at certain characters, which the body contains as JSON escapes, for example \u0000.
function failOfText(body: string, faulty: Faulty): void {
  const fails =
    (/\\u0000/.test(body) && faulty('nul-in-text-500')) ||
    (/\\ud[89ab]..(?!\\ud[c-f])/i.test(body) && faulty('half-of-pair-500')) ||
    (/\\u0007/.test(body) && faulty('control-characters-500'))
  if (fails) throw new Refusal(500, 'internal', 'The text cannot be stored')
}
