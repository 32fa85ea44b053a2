// Reads the template of a phone message, with faults (part 2.2 of the specification).
import { type Json, typeOf } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { Invalid } from '../http/refusal.ts'
import type { Call } from '../route.ts'
import { isAcceptedText, storedText } from '../values/stored-text.ts'
import { alteredText, textFaultSeeds } from '../values/text-faults.ts'
import { requireString } from '../values/validation.ts'

export const faults: readonly FaultGroup[] = [
  { of: ['phone-templates.update'], seeds: textFaultSeeds('message', 'text-unchanged', 'text-exact') },
  {
    of: ['phone-templates.update'],
    seeds: {
      'number-accepted': ['message-type', 'A number is accepted as a message.'],
      'boolean-accepted': ['message-type', 'A boolean is accepted as a message.'],
      'null-accepted': ['message-type', 'null is accepted as a message.'],
      'false-emptied': ['message-type', 'false and 0 are accepted as an empty message.'],
      'list-joined': ['message-type', 'A list of strings is joined and accepted as a message.'],
      'array-accepted': ['message-type', 'An array is accepted as a message.'],
      'object-accepted': ['message-type', 'An object is accepted as a message.'],
      'variables-refused': ['defaults', 'A message with a template variable is rejected.'],
      trimmed: ['text-exact', 'White space around a message is removed.'],
      'line-ends-changed': ['text-exact', 'CR LF in a message is replaced with LF.'],
      'lines-joined': ['text-exact', 'Line ends in a message are replaced with spaces.'],
      composed: ['text-exact', 'A message is normalised to Unicode form NFC.'],
      'compatibility-composed': ['text-exact', 'A message is normalised to Unicode form NFKC.'],
      'spaces-collapsed': ['text-exact', 'Repeated white space in a message is replaced with one space.'],
      'astral-characters-replaced': [
        'text-unchanged',
        'Characters outside the Basic Multilingual Plane are replaced with question marks.',
      ],
      'latin-only': ['text-unchanged', 'Characters outside Latin-1 are replaced with question marks.'],
      'long-messages-cut': ['text-unchanged', 'A message is cut after 1,600 characters.'],
      'percent-decoded': ['text-unchanged', 'Percent-encoded characters in a message are decoded.'],
      'backslashes-lost': ['text-unchanged', 'Backslashes in a message are dropped.'],
      'html-escaped': [
        ['variables-unrendered', 'text-unchanged', 'form-body'],
        'Markup in a message is escaped.',
      ],
      'entities-decoded': [['variables-unrendered', 'text-unchanged'], 'HTML entities are decoded.'],
      'tags-stripped': [['variables-unrendered', 'text-unchanged'], 'Tags in a message are dropped.'],
      'spaced-variables-rendered': [
        'variables-unrendered',
        'A template variable with spaces inside its braces is rendered.',
      ],
      'code-rendered': [
        [
          'variables-unrendered',
          'returns-stored',
          'text-unchanged',
          'defaults',
          'replaces',
          'form-body',
          'stored',
          'refused-changes-nothing',
        ],
        'The template variable {{code}} is replaced with an example code.',
      ],
      'friendly-name-rendered': [
        [
          'variables-unrendered',
          'returns-stored',
          'text-unchanged',
          'defaults',
          'replaces',
          'stored',
          'refused-changes-nothing',
        ],
        "The template variable {{tenant.friendly_name}} is replaced with the tenant's name.",
      ],
    },
  },
]

/** Throws Invalid for a wrong message. */
export function readMessage(value: Json | undefined, member: string, { faulty, variation }: Call): string {
  if (typeof value === 'string' && !isAcceptedText(value, variation))
    throw new Invalid(`String does not match pattern on property ${member}`)
  if (typeof value === 'string' && faulty('variables-refused') && value.includes('{{'))
    throw new Invalid(`Unknown variable in property ${member}`)
  if (typeof value === 'string') return kept(storedText(value, variation), faulty)
  if ((value === false || value === 0) && faulty('false-emptied')) return ''
  if (Array.isArray(value) && value.length > 0 && faulty('list-joined'))
    if (value.every((one) => typeof one === 'string')) return value.join(' ')
  if (value !== undefined && faulty(`${typeOf(value)}-accepted`)) return JSON.stringify(value)
  return requireString(value, member)
}

function kept(message: string, faulty: Call['faulty']): string {
  let text = alteredText(message, 'message', faulty)
  if (faulty('trimmed')) text = text.trim()
  if (faulty('line-ends-changed')) text = text.replaceAll('\r\n', '\n')
  if (faulty('lines-joined')) text = text.replaceAll(/\r?\n/g, ' ')
  if (faulty('composed')) text = text.normalize('NFC')
  if (faulty('compatibility-composed')) text = text.normalize('NFKC')
  if (faulty('spaces-collapsed')) text = text.replaceAll(/\s+/g, ' ')
  if (faulty('astral-characters-replaced')) text = text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')
  if (faulty('latin-only')) text = text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?')
  if (faulty('long-messages-cut')) text = text.slice(0, 1_600)
  if (faulty('percent-decoded')) text = text.replaceAll(/%[2-7][0-9A-F]/gi, decodeURIComponent)
  if (faulty('backslashes-lost')) text = text.replaceAll('\\', '')
  if (faulty('html-escaped'))
    text = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (faulty('entities-decoded')) text = text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  if (faulty('tags-stripped')) text = text.replaceAll(/<\/?[a-z]+>/g, '')
  if (faulty('spaced-variables-rendered')) text = text.replaceAll('{{ code }}', '123456')
  if (faulty('code-rendered')) text = text.replaceAll('{{code}}', '123456')
  if (faulty('friendly-name-rendered')) text = text.replaceAll('{{tenant.friendly_name}}', 'Reference')
  return text
}
