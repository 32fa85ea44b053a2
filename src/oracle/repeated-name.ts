// Finds a name that a JSON object contains twice (RFC 8259, section 4).

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Returns the first repeated name without its escapes, or null.
 * @param text JSON text
 */
export function repeatedName(text: string): string | null {
  // One set for each object or array that is still open. The set of an object contains its names. The set of
  // an array is empty.
  const open: Set<string>[] = []
  let last = ''
  for (const [piece] of text.matchAll(token)) {
    if (piece === '{' || piece === '[') open.push(new Set())
    else if (piece === '}' || piece === ']') open.pop()
    else if (piece === ':') {
      const names = open.at(-1)
      if (names?.has(last)) return last
      names?.add(last)
    } else last = JSON.parse(piece) as string
  }
  return null
}
