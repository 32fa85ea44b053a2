// A text cut to a length, the cut marked and counted.

/**
 * `text` cut to `charactersMax`, the cut shown by an ellipsis and the number of characters left out. What was cut before is
 * counted as well.
 * @param furtherCharacters that were left out before, and of which the text does not tell
 */
export function clip(text: string, charactersMax: number, furtherCharacters = 0): string {
  // Whatever was cut from it before, it is told of in it.
  if (text.length <= charactersMax && furtherCharacters === 0) return text
  const { beginning, leftOut } = unclipped(text)
  const more = Math.max(0, beginning.length - charactersMax) + leftOut + furtherCharacters
  return more === 0 ? text : `${copied(beginning.slice(0, charactersMax))}… (${more} more)`
}

/** What `clip` left of a text, and the number of characters that it left out. */
export function unclipped(text: string): { readonly beginning: string; readonly leftOut: number } {
  const [mark = '', count = '0'] = /… \(([1-9]\d{0,9}) more\)$/.exec(text.slice(-markCharactersMax)) ?? []
  return { beginning: text.slice(0, text.length - mark.length), leftOut: Number(count) }
}

const markCharactersMax = '… (9999999999 more)'.length

/** A piece of a text, which would hold on to the whole of it. Code unit by code unit, as it may hold halves of characters. */
export function copied(piece: string): string {
  return Buffer.from(piece, 'utf16le').toString('utf16le')
}
