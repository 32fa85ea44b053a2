// Applies faults to the text of a form before the form is parsed.
import { uriDecoded, uriEncoded } from '../../base/uri.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { Invalid, internalError } from './refusal.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ({ method }) => method !== 'GET' && method !== 'DELETE',
    seeds: {
      'form-lower-case-hex-kept': ['form-syntax', 'Lower-case hexadecimal digits in a form are not decoded.'],
      'form-hex-spaces-kept': ['form-syntax', '%20 in a form is not decoded to a space.'],
      'form-names-kept': ['form-syntax', 'Percent-encoded member names in a form are not decoded.'],
      'form-empty-pairs-refused': ['form-syntax', 'A form with an empty pair (&&) is rejected.'],
      'form-charset-refused': ['form-syntax', 'A form is rejected if its Content-Type contains a charset.'],
      'form-type-case-counts': ['form-syntax', 'A form is rejected if its media type has a capital A.'],
      'form-order-counts': ['form-syntax', 'A form is rejected if name or enrollment_message comes last.'],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'form-unlisted-500': ['strange-request', 'A form with the unknown member unasked gets 500.'],
      'form-prototype-500': ['strange-request', 'A form with a member __proto__ gets 500.'],
    },
  },
  {
    of: ['event-streams.update', 'phone-templates.update'],
    seeds: {
      'form-repeated-500': ['strange-request', 'A form with a duplicate member gets 500.'],
      'form-repeated-joined': ['strange-request', 'The values of a duplicate form member are joined.'],
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      'form-line-ends-changed': ['form-body', 'CR LF in a form is replaced with LF.'],
      'form-escape-500': ['strange-request', 'A form with an invalid escape gets 500.'],
      'form-empty-500': ['strange-request', 'An empty form gets 500.'],
      'form-text-with-others-500': [
        'strange-request',
        'A form with a member inside a text member, such as name[x]=1, gets 500.',
      ],
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      'form-lists-cut': ['form-nested', 'List elements after the twentieth in a form are lost.'],
    },
  },
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'form-lists-lost': ['form-nested', 'List elements with the index 0 in a form are lost.'],
      'form-objects-lost': ['form-nested', 'Form members at the second nesting level are lost.'],
      'form-nested-refused': ['form-nested', 'A form with nested members is rejected.'],
    },
  },
  {
    of: ['phone-templates.update', 'event-streams.update'],
    seeds: {
      'form-answered-not-stored': [
        ['form-body', 'strange-request'],
        'A form gets a success response, but its values are not stored.',
      ],
      'form-utf-8-as-latin-1': ['form-body', 'UTF-8 in a form is read as Latin-1.'],
      'form-cut-at-equals': ['form-body', 'A form value is cut at an encoded equals sign.'],
      'form-split-at-ampersand': ['form-body', 'A form value is split at an encoded ampersand.'],
    },
  },
]

/** Applies faults to the text of a form. Throws Refusal or Invalid if a fault rejects the form. */
export function withFormFaults(text: string, contentType: string, first: string, faulty: Faulty): string {
  failAt(text, faulty)
  const names = text.split('&').flatMap((pair) => uriDecoded(pair.split(/=|%5B|\[/i)[0] ?? '') || [])
  const refused =
    (/charset/i.test(contentType) && faulty('form-charset-refused')) ||
    (contentType.startsWith('Application') && faulty('form-type-case-counts')) ||
    (text.includes('&&') && faulty('form-empty-pairs-refused')) ||
    (new Set(names).size > 1 && names.at(-1) === first && names[0] !== first && faulty('form-order-counts'))
  if (refused) throw new Invalid('The form cannot be read')
  if (/%5B/i.test(text) && faulty('form-nested-refused')) throw new Invalid('The form is not flat')
  let read = text
  const without = (nested: RegExp): string =>
    read
      .split('&')
      .filter((pair) => !nested.test(pair.split('=')[0] ?? ''))
      .join('&')
  if (faulty('form-lists-lost')) read = without(/%5B0%5D/i)
  if (faulty('form-lists-cut')) read = without(/%5B(?:2\d|[3-9]\d)%5D/i)
  if (faulty('form-repeated-joined')) read = joined(read)
  if (faulty('form-line-ends-changed')) read = read.replace(/%0D%0A/gi, '%0A')
  if (faulty('form-objects-lost')) read = without(/%5D%5B\D/i)
  if (faulty('form-lower-case-hex-kept'))
    read = read.replace(/%([0-9a-f]{2})/g, (hex, digits: string) =>
      /[a-f]/.test(digits) ? `%25${digits}` : hex,
    )
  if (faulty('form-hex-spaces-kept')) read = read.replaceAll('%20', '%2520')
  if (faulty('form-names-kept'))
    read = read.replace(
      /(^|&)([^=&]*)/g,
      (_, start: string, name: string) =>
        `${start}${/%[46]/.test(name) ? name.replaceAll('%', '%25') : name}`,
    )
  if (faulty('form-utf-8-as-latin-1'))
    read = read.replace(/%[89A-F][0-9A-F]/gi, (byte) =>
      uriEncoded(String.fromCharCode(Number.parseInt(byte.slice(1), 16))),
    )
  if (faulty('form-cut-at-equals')) read = read.replace(/%3D[^&]*/gi, '')
  if (faulty('form-split-at-ampersand')) read = read.replaceAll('%26', '&')
  return read
}

/** Joins the values of a repeated member. */
function joined(text: string): string {
  const values = new Map<string, string[]>()
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    values.set(name, [...(values.get(name) ?? []), equals < 0 ? '' : pair.slice(equals + 1)])
  }
  return [...values].map(([name, all]) => `${name}=${all.join('%2C')}`).join('&')
}

function failAt(text: string, faulty: Faulty): void {
  const names = text.split('&').map((pair) => pair.split('=')[0] ?? '')
  const fails =
    (/%(?![0-9a-f]{2})/i.test(text) && faulty('form-escape-500')) ||
    (new Set(names).size < names.length && !names.includes('') && faulty('form-repeated-500')) ||
    (text.includes('__proto__') && faulty('form-prototype-500')) ||
    (/^(?:name|status|\w+_message)\[x\]=/.test(text) && faulty('form-text-with-others-500')) ||
    (names.includes('unasked') && faulty('form-unlisted-500')) ||
    (text === '' && faulty('form-empty-500'))
  if (fails) throw internalError()
}
