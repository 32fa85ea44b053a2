// Ids that most likely name nothing: made from ids that the run has seen, and never next to them where ids have neighbours.
import fc from 'fast-check'

// Fewer differing characters may come from a counter or a clock.
const differingMin = 8
const randomCharactersMin = 16

// Kinds of ids that may count at their end although much of them is chance: ULIDs, object ids, xids, and all UUIDs but
// those of version 4 (RFC 9562). What comes before them is a prefix.
const countedKinds: readonly RegExp[] = [
  /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i,
  /^[\da-f]{24}$/i,
  /^[\da-v]{20}$/,
  /^[\da-f]{8}-[\da-f]{4}-[0-35-9a-f][\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i,
]

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Whether ids of that kind are long and random, so that one drawn anew is nobody's: any two of them differ in many places,
 * or a single one is long and of many different characters. Counted, short and otherwise telling ids are not.
 */
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
      // A number may be long without being random.
      const numbers = places.every((place) => /\d/.test(`${id[place]}`) && /\d/.test(`${other[place]}`))
      return other.length === id.length && places.length >= differingMin && !numbers
    }),
  )
}

/** Whether it is a UUID, whose letter case does not count (RFC 9562, 4). */
export function isUuid(id: string): boolean {
  return uuid.test(id)
}

/** Whether they are random to their end as well, so that the next to one of them is nobody's. */
export function haveNoNeighbours(ids: readonly string[]): boolean {
  // Of random ids one in a hundred happens to look as a ULID does; of ULIDs all do.
  return areSparse(ids) && ids.filter(isCounted).length <= ids.length / 2
}

/**
 * Whether an id that is none of `own` names no resource, whoever made it: it is nowhere near to one of a random kind, or of
 * a form that no counter, hash or clock makes, however leniently a tenant reads it.
 */
export function namesNothingElse(id: string, own: readonly string[]): boolean {
  if (/^x{2,}$/.test(id)) return true
  // No counter writes an id with fillers, blanks, a NUL character or a slash behind it.
  if (own.some((one) => id.startsWith(one) && /^(?:x+|[\s\0]+|\/)$/.test(id.slice(one.length)))) return true
  if (haveNoNeighbours(own)) return true
  // What differs from a long random id in a single place in its middle is nobody's, even where ids count at their end.
  if (areSparse(own) && own.some((one) => id === withWildcard(one))) return true
  return areSparse(own) && own.every((one) => differingPlaces(id, one).length >= differingMin)
}

/** The id with a wildcard in place of the character in its middle. */
export function withWildcard(id: string, wildcard = '_'): string {
  const characters = [...id]
  characters[characters.length >> 1] = wildcard
  return characters.join('')
}

/**
 * An id of the same form as `ids` that most likely names nothing: in the places in which ids differ random characters,
 * each of which an id has had in such a place. For ids with neighbours one that no counter reaches.
 * @param charactersMax length limit of such ids
 * @param seed draws the same id for the same seed
 */
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
 * Ids next to `id` that name nothing: one character less, one more, another last one. None where ids may have
 * neighbours, for those could be somebody's. Letter case alone never makes the difference, as it may not count.
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

/**
 * Ids that begin as `id` does and are longer than allowed. Where ids have neighbours only what no tenant, however leniently
 * it reads, takes for another one: digits that stand twice are another number.
 */
export function overLongIds(id: string, ids: readonly string[], charactersMax: number): readonly string[] {
  const filled = id.padEnd(charactersMax, 'x')
  return [`${filled}x`, haveNoNeighbours(ids) ? id + filled : `${filled}${'x'.repeat(charactersMax)}`]
}

function isCounted(id: string): boolean {
  const unprefixed = [id, id.slice(id.lastIndexOf('_') + 1), varyingOf(id)]
  return countedKinds.some((kind) => unprefixed.some((text) => kind.test(text)))
}

// What comes after the last separator; a UUID is one whole.
function varyingOf(id: string): string {
  const unprefixed = id.slice(id.lastIndexOf('_') + 1)
  return uuid.test(unprefixed) ? unprefixed : (/[^-.:~|]*$/.exec(unprefixed)?.[0] ?? '')
}

// Of a single id the last characters: before them may stand a time (ULID, UUID of version 7), between them a separator.
function randomPlaces(id: string): number[] {
  const places = [...id].flatMap((character, place) =>
    place > id.lastIndexOf('_') && /[a-z\d]/i.test(character) ? [place] : [],
  )
  return places.slice(-randomCharactersMin)
}

function differingPlaces(one: string, other: string): number[] {
  return [...one].flatMap((character, place) => (character === other[place] ? [] : [place]))
}
