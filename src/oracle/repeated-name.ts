// Finds repeated names in JSON (RFC 8259, 4).

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Returns the first repeated name, unescaped. @param text JSON */
export function repeatedName(text: string): string | null {
  // The names of each open object. An open array has an empty set.
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
