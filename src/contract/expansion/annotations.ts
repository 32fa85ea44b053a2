// Keywords that do not limit the valid values (JSON Schema Validation, section 9).
const annotations: readonly string[] = [
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', '$comment', 'x-source'],
  ...['externalDocs', 'xml', 'discriminator'],
]

/** readOnly and writeOnly are missing, because they decide which members a request or response contains. */
export function isAnnotation(key: string): boolean {
  return annotations.includes(key)
}
