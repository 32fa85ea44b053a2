// Names the part of a specification that a clause comes from.

/** Whether the part is a place in a document, as "#/paths/~1things" or "things.yaml#/Thing". */
export function isPlace(part: string): boolean {
  return part.includes('#/')
}

/** Returns "part X", or the place in a document; "" without a part. */
export function partInWords(part: string): string {
  return part === '' || isPlace(part) ? part : `part ${part}`
}
