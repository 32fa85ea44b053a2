// Names the part of a specification that a clause comes from.

/** Such as "#/paths/~1things" or "things.yaml#/Thing". */
export function isPlace(part: string): boolean {
  return part.includes('#/')
}

/** "" without a part. */
export function partInWords(part: string): string {
  return part === '' || isPlace(part) ? part : `part ${part}`
}
