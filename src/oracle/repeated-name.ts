// Finds a name that a JSON object contains twice (RFC 8259, section 4).

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Returns the first repeated name, with decoded JSON escapes, or null. */
export function repeatedName(text: string): string | null {
  // The names in each open object. The set of an array stays empty.
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
