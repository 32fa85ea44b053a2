// Reads the name of a stream, 1 to 128 characters, with faults (parts 2.4 and 8 of the specification).
import { type Json, typeOf } from '../../base/json.ts'
import type { FaultGroup, Faulty, Seed } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import type { Call } from '../route.ts'
import { isAcceptedText, isNear, lengthOf, storedText } from '../values/stored-text.ts'
import { alteredText, textFaultSeeds } from '../values/text-faults.ts'
import type { Variation } from '../variations/variation.ts'

export const nameCharactersMax = 128

const altered = (clause: string): Readonly<Record<string, Seed>> => ({
  'name-html-escaped': [
    clause === 'name-changes' ? [clause, 'form-body'] : clause,
    'Markup in a name is escaped.',
  ],
  'name-astral-characters-replaced': [
    [clause, 'name-length-characters'],
    'Characters outside the Basic Multilingual Plane are replaced with question marks.',
  ],
})

// The specification does not mention white space or normal forms, so these faults violate only `text-exact`.
const delicate: Readonly<Record<string, Seed>> = {
  'name-trimmed': ['text-exact', 'White space around a name is removed.'],
  'name-composed': ['text-exact', 'A name is normalised to Unicode form NFC.'],
  'name-decomposed': ['text-exact', 'A name is normalised to Unicode form NFD.'],
  'name-spaces-collapsed': ['text-exact', 'Repeated spaces in a name are replaced with one space.'],
  'name-control-characters-lost': ['text-exact', 'Control characters in a name are removed.'],
}

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'near-name-ignored': [
        ['name-changes', 'form-body'],
        'A new name is ignored if it differs from the stored name only in case or accents.',
      ],
    },
  },
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'long-name-cut-in-units': [
        'name-length-characters',
        'A name of more than 128 UTF-16 units is cut to 128 units.',
      ],
    },
  },
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'name-length-129-accepted': [
        ['name-length', 'name-length-characters'],
        'A name of 129 characters is accepted and cut.',
      ],
      'name-length-unlimited': [
        ['name-length', 'name-length-characters'],
        'A name of any length is accepted and cut.',
      ],
      'name-length-counted-in-a-byte': [
        'name-length',
        'The length of a name is counted in one byte: a name of 257 to 384 characters is accepted and cut.',
      ],
      'name-length-128-refused': [
        'name-length',
        'A name of exactly 128 characters of the Basic Multilingual Plane is rejected.',
      ],
      'name-length-1-refused': ['name-length', 'A name of one character is rejected.'],
      'name-empty-accepted': ['name-length', 'An empty name is accepted.'],
      'name-length-in-utf16-units': [
        'name-length-characters',
        'The length of a name is counted in UTF-16 units.',
      ],
      'name-length-in-bytes': [
        'name-length-characters',
        'The length of a name is counted in bytes of UTF-8.',
      ],
      'name-null-accepted': ['name-type', 'null is accepted as a name.'],
      'name-blanks-behind-uncounted': [
        'returned-name',
        'Trailing white space does not count in the length of a name, so more than 128 characters are stored.',
      ],
      'name-blanks-before-uncounted': [
        'returned-name',
        'Leading white space does not count in the length of a name, so more than 128 characters are stored.',
      ],
      'blank-name-stored-empty': [
        'returned-name',
        'A name that contains only white space is accepted and stored empty.',
      ],
      'name-counted-composed': [
        'returned-name',
        'The length of a name is counted in Unicode form NFC, but the name is stored unchanged.',
      ],
    },
  },
  // Each fault belongs to one operation, because a default run sends each wrong type to one operation.
  {
    of: ['event-streams.create'],
    seeds: {
      'name-boolean-accepted': ['name-type', 'A boolean is accepted as a name.'],
      'name-array-accepted': ['name-type', 'An array is accepted as a name.'],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'name-false-skipped': ['name-type', 'The name false or 0 is ignored.'],
      'name-number-accepted': ['name-type', 'A number is accepted as a name.'],
      'name-object-accepted': ['name-type', 'An object is accepted as a name.'],
    },
  },
  { of: ['event-streams.create'], seeds: altered('name-as-sent') },
  { of: ['event-streams.update'], seeds: altered('name-changes') },
  { of: ['event-streams.create', 'event-streams.update'], seeds: delicate },
  { of: ['event-streams.create'], seeds: textFaultSeeds('name', 'name-as-sent', 'text-exact') },
  { of: ['event-streams.update'], seeds: textFaultSeeds('name', 'name-changes', 'text-exact') },
  {
    of: ['event-streams.update'],
    seeds: {
      'form-name-length-unchecked': ['form-refused', 'A name of any length in a form is accepted and cut.'],
      'form-name-empty-accepted': ['form-refused', 'An empty name in a form is accepted.'],
      'form-name-length-128-refused': [
        ['form-refused', 'form-body'],
        'A name of exactly 128 characters in a form is rejected.',
      ],
    },
  },
]

// These faults affect only forms, because a tenant may handle forms in separate code.
const formFaults: Readonly<Record<string, readonly string[]>> = {
  'name-length-unlimited': ['form-name-length-unchecked'],
  'name-length-128-refused': ['form-name-length-128-refused'],
  'name-empty-accepted': ['form-name-empty-accepted'],
}

/** Throws Invalid for a wrong name. */
export function readName(value: Json, { faulty: own, mediaType, variation }: Call): string {
  const form = mediaType === formType
  const faulty: Faulty = (fault) => own(fault) || (form && (formFaults[fault]?.some(own) ?? false))
  if (typeof value === 'string' && !isAcceptedText(value, variation))
    throw new Invalid('String does not match pattern on property name')
  const name = typeof value === 'string' ? storedText(value, variation) : coerced(value, faulty)
  if (name === null) throw new Invalid('Expected type string on property name')
  const characters = lengthOf(counted(name, faulty), unitOf(variation, faulty))
  const max = faulty('name-length-129-accepted') ? nameCharactersMax + 1 : nameCharactersMax
  const wraps = faulty('name-length-counted-in-a-byte') && characters % 256 > 0 && characters % 256 <= max
  const over = characters > max && !wraps && !faulty('name-length-unlimited')
  const full = characters === nameCharactersMax && name.length === nameCharactersMax
  if (over || (full && faulty('name-length-128-refused')))
    throw new Invalid(`String is too long (${characters} characters, maximum ${max}) on property name`)
  if (characters === 1 && faulty('name-length-1-refused'))
    throw new Invalid('String is too short on property name')
  if (characters === 0) {
    if (faulty('name-empty-accepted')) return 'unnamed'
    throw new Invalid('String is too short (0 characters, minimum 1) on property name')
  }
  if (counted(name, faulty) !== name) return name
  if (name.trim() === '' && faulty('blank-name-stored-empty')) return ''
  return stored(name, faulty)
}

/** Returns the text that the tenant compares with the length limit. The tenant stores the complete name. */
function counted(name: string, faulty: Faulty): string {
  if (faulty('name-blanks-behind-uncounted') && name.trim() !== '') return name.trimEnd()
  if (faulty('name-blanks-before-uncounted') && name.trim() !== '') return name.trimStart()
  return faulty('name-counted-composed') ? name.normalize('NFC') : name
}

// The units give different lengths only for names with characters outside ASCII.
function unitOf({ lengthUnit }: Variation, faulty: Faulty): Variation['lengthUnit'] {
  if (faulty('name-length-in-utf16-units')) return 'utf-16 units'
  return faulty('name-length-in-bytes') ? 'bytes' : lengthUnit
}

function coerced(value: Json, faulty: Call['faulty']): string | null {
  return faulty(`name-${typeOf(value)}-accepted`)
    ? `${JSON.stringify(value)}`.slice(0, nameCharactersMax)
    : null
}

function stored(name: string, faulty: Call['faulty']): string {
  let kept = alteredText(name, 'name', faulty)
  if (faulty('long-name-cut-in-units')) kept = Buffer.from(kept.slice(0, nameCharactersMax)).toString()
  if (faulty('name-trimmed')) kept = kept.trim()
  if (faulty('name-composed')) kept = kept.normalize('NFC')
  if (faulty('name-decomposed')) kept = kept.normalize('NFD')
  if (faulty('name-spaces-collapsed')) kept = kept.replaceAll(/ {2,}/g, ' ')
  if (faulty('name-control-characters-lost')) kept = kept.replaceAll(/\p{Cc}/gu, '')
  if (faulty('name-astral-characters-replaced')) kept = kept.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')
  // An empty or too long name would also violate the length clauses.
  if (kept === '' || [...kept].length > nameCharactersMax) kept = name
  if (faulty('name-html-escaped'))
    kept = kept.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [...kept].slice(0, nameCharactersMax).join('')
}

export function isIgnoredName(name: string, before: string, faulty: Faulty): boolean {
  return isNear(name, before) && faulty('near-name-ignored')
}

/** Throws Refusal for the name of another stream, if the variation requires unique names. */
export function requireFreeName(name: string | undefined, id: string, { state, variation }: Call): void {
  if (variation.names === 'free' || name === undefined) return
  const taken = [...state.streams.values()].some((stream) => stream.id !== id && stream.name === name)
  if (taken) throw new Refusal(409, 'name_taken', 'Another stream has this name')
}
