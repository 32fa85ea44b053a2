// Finds repeated names in JSON (RFC 8259, 4).

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Compares unescaped names. @param text JSON */
export function repeatedName(text: string): string | null {
  // One per open object or array; arrays contain no names.
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
