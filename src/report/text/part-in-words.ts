// Names the part of a specification that a clause comes from.

/** Returns true for "#/paths/~1things" or "things.yaml#/Thing". */
export function isPlace(part: string): boolean {
  return part.includes('#/')
}

/** Returns "" without a part. */
export function partInWords(part: string): string {
  return part === '' || isPlace(part) ? part : `part ${part}`
}
