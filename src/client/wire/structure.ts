// Rejects JSON with so many levels or members that the JSON could crash a parser.

export const levelsSentMax = 200
/** Higher than for requests, because a response can contain the sent value in a list. */
export const levelsMax = 2 * levelsSentMax
export const partsMax = 50_000

/** Returns a text about the exceeded limit, or null. Does not check whether the JSON is valid. */
export function excessOf(text: string): string | null {
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
