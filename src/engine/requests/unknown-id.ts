// Makes ids that most likely belong to no resource.
import fc from 'fast-check'

// If fewer characters differ between ids, the ids may come from a counter or a clock.
const differingMin = 8
const randomCharactersMin = 16

// The last characters of these ids may come from a counter: ULIDs, xids, object ids, and UUIDs except version
// 4 (RFC 9562).
const countedKinds: readonly RegExp[] = [
  /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i,
  /^[\da-f]{24}$/i,
  /^[\da-v]{20}$/,
  /^[\da-f]{8}-[\da-f]{4}-[0-35-9a-f][\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i,
]

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** True if the ids are long and random. A new random id then most likely belongs to no resource. */
export function areSparse(ids: readonly string[]): boolean {
  const distinct = [...new Set(ids)]
  const [first, second] = distinct
  if (first === undefined) return false
  if (second === undefined) {
    const varying = varyingOf(first)
    return (
      varying.length >= randomCharactersMin && new Set(varying).size >= differingMin && !/^\d+$/.test(varying)
    )
  }
  return distinct.every((id, index) =>
    distinct.slice(index + 1).every((other) => {
      const places = differingPlaces(id, other)
      // Long numbers may come from a counter.
      const numbers = places.every((place) => /\d/.test(`${id[place]}`) && /\d/.test(`${other[place]}`))
      return other.length === id.length && places.length >= differingMin && !numbers
    }),
  )
}

export function isUuid(id: string): boolean {
  return uuid.test(id)
}

/** True if the ids are random up to their end, so that no other id differs in only a few characters. */
export function haveNoNeighbours(ids: readonly string[]): boolean {
  // About one in a hundred random ids looks like a ULID by chance, so up to half may look like one.
  return areSparse(ids) && ids.filter(isCounted).length <= ids.length / 2
}

/** True if the id cannot belong to another resource, even with a lenient lookup. */
export function namesNothingElse(id: string, own: readonly string[]): boolean {
  if (/^x{2,}$/.test(id)) return true
  // No counter adds x, blanks, a NUL character or a slash to the end of an id.
  if (own.some((one) => id.startsWith(one) && /^(?:x+|[\s\0]+|\/)$/.test(id.slice(one.length)))) return true
  if (haveNoNeighbours(own)) return true
  // An id with a wildcard belongs to no resource, even if the last characters come from a counter.
  if (areSparse(own) && own.some((one) => id === withWildcard(one))) return true
  return areSparse(own) && own.every((one) => differingPlaces(id, one).length >= differingMin)
}

export function withWildcard(id: string, wildcard = '_'): string {
  const characters = [...id]
  characters[characters.length >> 1] = wildcard
  return characters.join('')
}

/** Returns an id that is random only where known ids differ, or only x if ids may come from a counter. */
export function unknownId(ids: readonly string[], charactersMax: number, seed: number): string {
  const [first = '', ...others] = [...new Set(ids)]
  if (!areSparse(ids)) return 'x'.repeat(charactersMax)
  const places =
    others.length > 0 ? [...new Set(others.flatMap((id) => differingPlaces(first, id)))] : randomPlaces(first)
  const alphabet = [...new Set(ids.flatMap((id) => places.map((place) => id[place] ?? 'x')))].sort()
  const drawn = fc.sample(
    fc.array(fc.constantFrom(...alphabet), { minLength: places.length, maxLength: places.length }),
    {
      seed,
      numRuns: 20,
    },
  )
  const known = new Set(ids.map((id) => id.toLowerCase()))
  const made = drawn.map((characters) => {
    const id = [...first]
    for (const [index, place] of places.entries()) id[place] = characters[index] ?? 'x'
    return id.join('')
  })
  return made.find((id) => !known.has(id.toLowerCase())) ?? 'x'.repeat(charactersMax)
}

/**
 * Returns no ids if a similar id may exist. No result differs only in letter case, because a tenant may
 * ignore the case.
 */
export function nearIds(id: string, ids: readonly string[], charactersMax: number): readonly string[] {
  if (!haveNoNeighbours(ids.includes(id) ? ids : [id, ...ids])) return []
  const last = [...new Set(ids.flatMap((one) => [...one]))].find(
    (character) => character !== '_' && character.toLowerCase() !== id.at(-1)?.toLowerCase(),
  )
  return [
    ...(last === undefined ? [] : [`${id.slice(0, -1)}${last}`]),
    id.slice(0, -1),
    ...(last === undefined || id.length >= charactersMax ? [] : [`${id}${last}`]),
  ]
}

/** If ids have neighbours, the id is not doubled, because doubled digits make another number. */
export function overLongIds(id: string, ids: readonly string[], charactersMax: number): readonly string[] {
  const filled = id.padEnd(charactersMax, 'x')
  return [`${filled}x`, haveNoNeighbours(ids) ? id + filled : `${filled}${'x'.repeat(charactersMax)}`]
}

function isCounted(id: string): boolean {
  const unprefixed = [id, id.slice(id.lastIndexOf('_') + 1), varyingOf(id)]
  return countedKinds.some((kind) => unprefixed.some((text) => kind.test(text)))
}

// Returns the part of an id that differs from other ids. A UUID counts as one part.
function varyingOf(id: string): string {
  const unprefixed = id.slice(id.lastIndexOf('_') + 1)
  return uuid.test(unprefixed) ? unprefixed : (/[^-.:~|]*$/.exec(unprefixed)?.[0] ?? '')
}

// Returns only positions at the end, because ULIDs and UUIDs of version 7 begin with a time.
function randomPlaces(id: string): number[] {
  const places = [...id].flatMap((character, place) =>
    place > id.lastIndexOf('_') && /[a-z\d]/i.test(character) ? [place] : [],
  )
  return places.slice(-randomCharactersMin)
}

function differingPlaces(one: string, other: string): number[] {
  return [...one].flatMap((character, place) => (character === other[place] ? [] : [place]))
}
