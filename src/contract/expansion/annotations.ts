// Keywords that constrain no value (Validation, 9).
const annotations: readonly string[] = [
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', '$comment', 'x-source'],
  ...['externalDocs', 'xml', 'discriminator'],
]

/** Excludes readOnly and writeOnly, because they decide which members a request or response contains. */
export function isAnnotation(key: string): boolean {
  return annotations.includes(key)
}
