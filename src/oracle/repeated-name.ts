// Finds a name that a JSON object contains twice (RFC 8259, section 4).

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Returns the first repeated name, in which the JSON escapes are decoded, or null. */
export function repeatedName(text: string): string | null {
  // One set for each open object or array. A set contains the member names that the loop has read so far. The
  // set of an array stays empty.
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
