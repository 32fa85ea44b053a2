// Names the part of a specification that a clause comes from.

/**
 * Returns whether the text is a location in an OpenAPI document, for example "#/paths/~1things" or
 * "things.yaml#/Thing".
 */
export function isPlace(part: string): boolean {
  return part.includes('#/')
}

/** Returns the name of the part in words. Returns an empty text if there is no part. */
export function partInWords(part: string): string {
  return part === '' || isPlace(part) ? part : `part ${part}`
}
