// Finds the resource id that a path names, with faults (parts 2.1, 4.5 and 7 of the specification).
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { Refusal } from '../http/refusal.ts'

// Most of these faults belong to one operation, because a default run sends each kind of id to only one.
export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'id-found-by-its-beginning': [
        ['other-id', 'path-id-length'],
        'The beginning of an id finds the resource, if this beginning has more than 20 characters.',
      ],
      'id-middle-not-compared': [
        ['other-id', 'path-id-length'],
        'The tenant compares only the first and the last ten characters of an id.',
      ],
      'id-ends-at-nul': ['other-id', 'The tenant cuts an id at a NUL character.'],
      'id-in-like': ['other-id', 'A % at the end of an id is a wildcard.'],
      'id-in-sql': ['other-id', 'The tenant evaluates an SQL condition after an id.'],
      'id-array-taken': ['other-id', 'A JSON array with an id finds the resource with that id.'],
      'inherited-id-found': [
        'other-id',
        'An id that is a property of every JavaScript object, such as constructor, is found.',
      ],
      'broken-escape-500': ['no-server-error', 'An id with a broken escape gets 500.'],
      'long-id-500': ['no-server-error', 'An id of more than 4,000 characters gets 500.'],
      'quote-in-id-500': ['no-server-error', 'A single quote in an id gets 500.'],
      'id-trimmed-behind': ['id-as-written', 'The tenant ignores blanks after an id.'],
      'id-slash-ignored': ['id-as-written', 'The tenant ignores an encoded slash after an id.'],
      'id-decoded-twice': ['id-as-written', 'An id is decoded twice.'],
      'id-query-cut': [
        'id-as-written',
        'The tenant ignores everything after an encoded question mark in an id.',
      ],
      'id-extension-cut': ['id-as-written', 'The tenant ignores .json after an id.'],
    },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: {
      'id-found-by-its-end': [
        'other-id',
        'The end of an id finds the resource, if this end has more than 20 characters.',
      ],
      'id-head-not-compared': ['other-id', 'The tenant ignores the first character of an id.'],
      'id-as-glob': ['other-id', 'A * at the end of an id is a wildcard.'],
      'id-as-pattern': ['other-id', 'A .* at the end of an id is a regular expression.'],
      'id-list-taken': ['other-id', 'A list of ids finds a resource of the list.'],
      'id-beyond-ascii-dropped': ['other-id', 'The tenant ignores non-ASCII characters in an id.'],
      'number-id-500': ['no-server-error', 'A numeric id gets 500.'],
      'id-normalised': ['other-id', 'An id is normalised to Unicode form NFKC.'],
      'full-width-id-500': ['no-server-error', 'An id with non-ASCII characters gets 500.'],
      'id-trimmed-before': ['id-as-written', 'The tenant ignores blanks before an id.'],
      'id-line-end-ignored': ['id-as-written', 'The tenant ignores a line end after an id.'],
      'id-dots-resolved': ['id-as-written', 'Encoded dot segments of an id are resolved.'],
      'id-parameter-cut': ['id-as-written', 'The tenant ignores everything after a semicolon in an id.'],
      'id-fragment-cut': [
        'id-as-written',
        'The tenant ignores everything after an encoded number sign in an id.',
      ],
    },
  },
  {
    of: ['event-streams.update', 'rate-limit-policies.delete'],
    seeds: {
      'id-case-ignored': ['id-as-written', 'The tenant ignores the letter case of an id.'],
      'id-underscore-wild': ['other-id', 'A _ in an id matches any character.'],
      'id-percent-inside-wild': ['other-id', 'A % in the middle of an id is a wildcard.'],
      'id-unquoted': ['other-id', 'The tenant ignores quotes around an id.'],
      'odd-id-html': [
        'id-refused-in-json',
        'An error response is an HTML page if the id contains characters other than letters, digits, _ and -.',
      ],
    },
  },
]

/** Returns `id`, or the id that a fault looks up instead. Throws Refusal if a fault rejects `id`. */
export function resolveId(id: string, known: readonly string[], faulty: Faulty): string {
  if (id.length > 4_000 && faulty('long-id-500')) throw new Refusal(500, 'internal', 'Too long')
  if (id.includes("'") && faulty('quote-in-id-500')) throw new Refusal(500, 'internal', 'Unterminated text')
  if (/^\d+$/.test(id) && faulty('number-id-500')) throw new Refusal(500, 'internal', 'No such key')
  if (/%[^\da-f]/i.test(id) && faulty('broken-escape-500'))
    throw new Refusal(500, 'internal', 'URI malformed')
  if (/[^\0-\x7f]/.test(id) && faulty('full-width-id-500')) throw new Refusal(500, 'internal', 'No such page')
  const meant = known.find((one) => one !== id && isMeant(one, id, faulty))
  return meant ?? written(id, faulty)
}

const endCharacters = 10

function isMeant(known: string, id: string, faulty: Faulty): boolean {
  const [head, star] = [id.slice(0, -1), id.at(-1)]
  return (
    (id.length > 20 && known.startsWith(id) && faulty('id-found-by-its-beginning')) ||
    (id.length > 20 && known.endsWith(id) && faulty('id-found-by-its-end')) ||
    (known.slice(1) === id.slice(1) && faulty('id-head-not-compared')) ||
    (known.slice(0, endCharacters) === id.slice(0, endCharacters) &&
      known.slice(-endCharacters) === id.slice(-endCharacters) &&
      faulty('id-middle-not-compared')) ||
    (star === '*' && known.startsWith(head) && faulty('id-as-glob')) ||
    (star === '%' && known.startsWith(head) && faulty('id-in-like')) ||
    (id.length === known.length &&
      [...id].every((one, index) => one === '_' || one === known[index]) &&
      faulty('id-underscore-wild')) ||
    (isAround(known, id.split('%')) && faulty('id-percent-inside-wild')) ||
    (id.endsWith('.*') && known.startsWith(id.slice(0, -2)) && faulty('id-as-pattern')) ||
    (id.startsWith(`${known}' AND `) && faulty('id-in-sql')) ||
    (id.includes(',') && id.split(',').includes(known) && faulty('id-list-taken')) ||
    (id === JSON.stringify([known]) && faulty('id-array-taken')) ||
    (id in {} && faulty('inherited-id-found')) ||
    (known.toLowerCase() === id.toLowerCase() && faulty('id-case-ignored'))
  )
}

/** If an id has one %, returns whether the known id starts with its `head` and ends with its `tail`. */
function isAround(known: string, [head, tail, ...others]: readonly string[]): boolean {
  if (!head || !tail || others.length > 0) return false
  return known.length >= head.length + tail.length && known.startsWith(head) && known.endsWith(tail)
}

function written(id: string, faulty: Faulty): string {
  if (faulty('id-ends-at-nul')) return id.split('\0', 1)[0] ?? ''
  if (faulty('id-unquoted')) return id.replace(/^(["'])(.*)\1$/s, '$2')
  if (faulty('id-beyond-ascii-dropped')) return id.replace(/[^\0-\x7f]/g, '')
  if (faulty('id-normalised')) return id.normalize('NFKC')
  if (faulty('id-trimmed-before')) return id.replace(/^ +/, '')
  if (faulty('id-trimmed-behind')) return id.replace(/ +$/, '')
  if (faulty('id-line-end-ignored')) return id.replace(/\n$/, '')
  if (faulty('id-slash-ignored')) return id.replace(/\/$/, '')
  if (faulty('id-dots-resolved')) return id.replace(/^.*\/\.\.\//s, '')
  if (faulty('id-decoded-twice'))
    return id.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (faulty('id-parameter-cut')) return id.split(';', 1)[0] ?? ''
  if (faulty('id-query-cut')) return id.split('?', 1)[0] ?? ''
  if (faulty('id-fragment-cut')) return id.split('#', 1)[0] ?? ''
  return faulty('id-extension-cut') ? id.replace(/\.json$/, '') : id
}
