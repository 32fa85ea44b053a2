// Names that stand twice in one object of a JSON text: parsers differ in which one they take (RFC 8259, 4).

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** The first name that stands twice in one object, however it is escaped; null where there is none. @param text JSON */
export function repeatedName(text: string): string | null {
  // One for each object or array that is open; arrays hold no names.
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
