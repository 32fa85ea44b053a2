// Keywords that constrain no value (JSON Schema 2020-12, validation, 9).
const annotations: readonly string[] = [
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', '$comment', 'x-source'],
  ...['externalDocs', 'xml', 'discriminator'],
]

/** readOnly and writeOnly decide what a side sends: they are no mere annotations here. */
export function isAnnotation(key: string): boolean {
  return annotations.includes(key)
}
