// Keywords that constrain no value (Validation, 9).
const annotations: readonly string[] = [
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', '$comment', 'x-source'],
  ...['externalDocs', 'xml', 'discriminator'],
]

/** readOnly and writeOnly decide which members are sent, so they count as more. */
export function isAnnotation(key: string): boolean {
  return annotations.includes(key)
}
