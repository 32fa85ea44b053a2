// Faults that change texts when the tenant stores them.
import type { Faulty, Seed } from '../faults/fault.ts'

interface TextFault {
  readonly description: string
  /** True for white space and normal forms, which the specification does not define. */
  readonly delicate?: true
  change(text: string): string
}

const wholeNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const textFaults = {
  'replacement-patterns-expanded': {
    description: 'is used as replacement text: $& is expanded',
    change: (text) => 'place'.replace('place', text),
  },
  'dollars-halved': {
    description: 'has $$ replaced with $',
    change: (text) => text.replaceAll('$$', '$'),
  },
  formatted: {
    description: 'is used as a format string: %s and %d are replaced',
    change: (text) => text.replaceAll(/%[sd]/g, '-'),
  },
  'numbered-places-filled': {
    description: 'loses the placeholder {0}',
    change: (text) => text.replaceAll('{0}', ''),
  },
  'braces-resolved': {
    description: 'loses variables such as #{name}',
    change: (text) => text.replaceAll(/[$#]\{\w+\}/g, ''),
  },
  'escapes-read': {
    description: 'has backslash escapes decoded',
    change: (text) => text.replaceAll('\\n', '\n').replaceAll(/\\u([0-9a-f]{4})/gi, '?'),
  },
  'quotes-straightened': {
    description: 'has its curly quotes replaced with straight quotes',
    change: (text) => text.replaceAll(/[\u201c\u201d]/g, '"').replaceAll(/[\u2018\u2019]/g, "'"),
  },
  'quotes-doubled': {
    description: 'has its single quotes doubled',
    change: (text) => text.replaceAll("'", "''"),
  },
  'entities-decoded': {
    description: 'has HTML entities decoded',
    change: (text) => text.replaceAll('&lt;', '<').replaceAll('&eacute;', 'é'),
  },
  'percents-decoded': {
    description: 'has %41 decoded to A',
    change: (text) => text.replaceAll('%41', 'A'),
  },
  'second-variable-lost': {
    description: 'loses each {{code}} after the first',
    change: (text) => {
      const [first = '', ...others] = text.split('{{code}}')
      return others.length === 0 ? text : `${first}{{code}}${others.join('')}`
    },
  },
  'blanks-in-variables-lost': {
    description: 'loses the blanks in {{ code }}',
    change: (text) => text.replaceAll('{{ code }}', '{{code}}'),
  },
  'unknown-variables-lost': {
    description: 'loses the unknown template variable {{unknown}}',
    change: (text) => text.replaceAll('{{unknown}}', ''),
  },
  'number-respelt': {
    description: 'is rewritten if the whole text is a number: 1.0 becomes 1',
    change: (text) => (wholeNumber.test(text) ? String(Number(text)) : text),
  },
  'date-completed': {
    description: 'gets a time of day if it is a date',
    change: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text),
  },
  'constant-capitalised': {
    description: 'is capitalised if it is true or null',
    change: (text) =>
      /^(?:true|null)$/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text,
  },
  'json-respelt': {
    description: 'gets spaces after its colons if it is a JSON object',
    change: (text) => (/^\{.*\}$/.test(text) ? text.replaceAll(':', ': ') : text),
  },
  'cut-at-65535': {
    description: 'is cut after 65,535 characters',
    change: (text) => text.slice(0, 65_535),
  },
  'cut-at-255': {
    description: 'is cut after 255 characters',
    change: (text) => text.slice(0, 255),
  },
  'direction-marks-lost': {
    description: 'loses its direction marks',
    delicate: true,
    change: (text) => text.replaceAll(/[\u200e\u200f\u202a-\u202e]/g, ''),
  },
  'joiners-lost': {
    description: 'loses zero-width joiners',
    delicate: true,
    change: (text) => text.replaceAll(/[\u200b-\u200d]/g, ''),
  },
  'byte-order-marks-lost': {
    description: 'loses byte order marks',
    delicate: true,
    change: (text) => text.replaceAll('\ufeff', ''),
  },
  'no-break-spaces-plain': {
    description: 'has its non-breaking spaces replaced with plain spaces',
    delicate: true,
    change: (text) => text.replaceAll('\u00a0', ' '),
  },
  'rare-line-ends-changed': {
    description: 'has its rare line ends, such as U+2028, replaced with line feeds',
    delicate: true,
    change: (text) => text.replaceAll(/[\u0085\u2028\u2029]/g, '\n'),
  },
  'returns-changed': {
    description: 'has its carriage returns replaced with line feeds',
    delicate: true,
    change: (text) => text.replaceAll(/\r(?!\n)/g, '\n'),
  },
  'right-trimmed': {
    description: 'loses trailing white space',
    delicate: true,
    change: (text) => text.trimEnd(),
  },
} satisfies Readonly<Record<string, TextFault>>

type Change = keyof typeof textFaults

/** An operation has each fault for one member. A default run sends it each sample text in one member. */
const changesOf = {
  name: [
    ...['replacement-patterns-expanded', 'dollars-halved', 'percents-decoded', 'escapes-read'],
    ...['quotes-straightened', 'number-respelt', 'json-respelt'],
    ...['direction-marks-lost', 'rare-line-ends-changed', 'no-break-spaces-plain', 'right-trimmed'],
  ],
  username: [
    ...['formatted', 'braces-resolved', 'entities-decoded', 'numbered-places-filled', 'quotes-doubled'],
    ...['date-completed', 'constant-capitalised', 'cut-at-255', 'joiners-lost', 'byte-order-marks-lost'],
  ],
  message: [
    ...['replacement-patterns-expanded', 'dollars-halved', 'formatted', 'numbered-places-filled'],
    ...['second-variable-lost', 'blanks-in-variables-lost', 'unknown-variables-lost', 'quotes-straightened'],
    ...['number-respelt', 'json-respelt', 'cut-at-65535'],
    ...['direction-marks-lost', 'joiners-lost', 'byte-order-marks-lost', 'rare-line-ends-changed'],
    ...['returns-changed', 'right-trimmed'],
  ],
} as const satisfies Readonly<Record<string, readonly Change[]>>

export type FaultyText = keyof typeof changesOf

/** @param delicate the clause about white space and normal forms */
export function textFaultSeeds(
  what: FaultyText,
  plain: string | readonly string[],
  delicate: string,
): Readonly<Record<string, Seed>> {
  return Object.fromEntries(
    changesOf[what].map((name): [string, Seed] => {
      const { description, ...change }: TextFault = textFaults[name]
      return [`${what}-${name}`, [change.delicate ? delicate : plain, `A ${what} ${description}.`]]
    }),
  )
}

export function alteredText(text: string, what: FaultyText, faulty: Faulty): string {
  let kept = text
  for (const name of changesOf[what]) if (faulty(`${what}-${name}`)) kept = textFaults[name].change(kept)
  return kept
}
