// Ids that most likely name nothing: made from ids that the run has seen, and never next to them where ids have neighbours.
import fc from 'fast-check'

// Fewer differing characters may come from a counter or a clock.
const differingMin = 8
const randomCharactersMin = 16

/**
 * Whether ids of that kind are long and random, so that a changed one is nobody's: any two of them differ in many places, or
 * a single one is long and of many different characters. Counted, short and otherwise telling ids are not.
 */
export function haveNoNeighbours(ids: readonly string[]): boolean {
  const distinct = [...new Set(ids)]
  const [first, second] = distinct
  if (first === undefined) return false
  if (second === undefined) {
    const varying = first.slice(first.lastIndexOf('_') + 1)
    return varying.length >= randomCharactersMin && new Set(varying).size >= differingMin
  }
  return distinct.every((id, index) =>
    distinct
      .slice(index + 1)
      .every((other) => other.length === id.length && differingPlaces(id, other).length >= differingMin),
  )
}

/**
 * An id of the same form as `ids` that most likely names nothing: in the places in which ids differ random characters,
 * each of which an id has had in such a place. For ids with neighbours one that no counter reaches.
 * @param charactersMax length limit of such ids
 * @param seed draws the same id for the same seed
 */
export function unknownId(ids: readonly string[], charactersMax: number, seed: number): string {
  const [first = '', ...others] = [...new Set(ids)]
  if (!haveNoNeighbours(ids)) return 'x'.repeat(charactersMax)
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
