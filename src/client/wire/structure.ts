// The structure of JSON text, before anything reads it: what is nested too deep, or has too many parts, is not worth a crash.

/** Levels of arrays and objects within each other that a request has at most. */
export const levelsSentMax = 200
/** Levels of arrays and objects within each other: a tenant may keep what it was sent, and show it in a list within others. */
export const levelsMax = 2 * levelsSentMax
/** Members and elements, of all arrays and objects together. */
export const partsMax = 50_000

/** What of the text is more than a checker takes, in a few words; null where nothing is. Text that is not JSON may be either. */
export function excessOf(text: string): string | null {
  // Shorter than either bound.
  if (text.length <= levelsMax) return null
  let [level, parts, quoted] = [0, 0, false]
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (quoted) {
      if (character === backslash) index += 1
      else if (character === quote) quoted = false
      continue
    }
    if (character === quote) quoted = true
    else if (character === bracket || character === brace) {
      level += 1
      parts += 1
      if (level > levelsMax) return `more than ${levelsMax} levels of arrays and objects`
    } else if (character === closingBracket || character === closingBrace) level -= 1
    else if (character === comma) {
      parts += 1
      if (parts > partsMax) return `more than ${partsMax} members and elements`
    }
  }
  return null
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
