// Shortens long texts.

/**
 * Shortens a text, and adds the number of removed characters, for example `… (12 more)`.
 * @param furtherCharacters characters that the caller already removed from the end of `text`
 */
export function clip(text: string, charactersMax: number, furtherCharacters = 0): string {
  if (text.length <= charactersMax && furtherCharacters === 0) return text
  const { beginning, leftOut } = splitClipped(text)
  const more = Math.max(0, beginning.length - charactersMax) + leftOut + furtherCharacters
  return more === 0 ? text : `${copied(beginning.slice(0, charactersMax))}… (${more} more)`
}

export function splitClipped(text: string): { readonly beginning: string; readonly leftOut: number } {
  const [mark = '', count = '0'] = /… \(([1-9]\d{0,9}) more\)$/.exec(text.slice(-markCharactersMax)) ?? []
  return { beginning: text.slice(0, text.length - mark.length), leftOut: Number(count) }
}

const markCharactersMax = '… (9999999999 more)'.length

/** Copies the text, because in V8 a slice keeps the whole text in memory. UTF-16 keeps lone surrogates. */
export function copied(piece: string): string {
  return Buffer.from(piece, 'utf16le').toString('utf16le')
}

const leadMax = 40
// A limit may be exceeded by this number, because the note would need as much space.
const spareMax = 20

export function firstDifference(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place += 1
  return place
}

export function excerpt(text: string, place: number, charactersMax: number): string {
  if (text.length <= charactersMax + spareMax) return text
  const start = place < charactersMax - leadMax ? 0 : Math.min(place - leadMax, text.length - charactersMax)
  return start <= 0
    ? clip(text, charactersMax)
    : `(${start} before) …${clip(text.slice(start), charactersMax)}`
}
