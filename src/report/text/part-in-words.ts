// Names the part of a specification that a clause comes from.

/** Returns whether the text is a location in an OpenAPI document, for example "things.yaml#/Thing". */
export function isPlace(part: string): boolean {
  return part.includes('#/')
}

export function partInWords(part: string): string {
  return part === '' || isPlace(part) ? part : `part ${part}`
}
