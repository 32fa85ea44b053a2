// Templates of paths (OpenAPI 3.1, 4.8.8.2): literal text with parameters in braces, alone in a segment or beside other text.

const parameter = /\{[^{}]*\}/g

/** What a segment of a path has in the place of each parameter of its template, as it is written there; null where it does not fit. */
function filledIn(template: string, segment: string): readonly string[] | null {
  const literals = template.split(parameter).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literals.join('(.*?)')}$`, 's').exec(segment)?.slice(1) ?? null
}

/**
 * What a path has in the place of each parameter of its template, percent-encoded as it is written there. Of a segment that
 * does not fit its template the whole is taken.
 */
export function namedIn(template: string, path: string): readonly string[] {
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/')
  return template.split('/').flatMap((part, index) => {
    const names = part.match(parameter) ?? []
    const segment = segments[index] ?? ''
    return names.length === 0 ? [] : (filledIn(part, segment) ?? [segment])
  })
}

/** Whether a path is one of the template. */
export function fits(template: string, path: string): boolean {
  const parts = template.split('/')
  const segments = path.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => filledIn(part, segments[index] ?? '') !== null)
  )
}

/** Whether each parameter has a segment to itself. */
export function isOfWholeSegments(template: string): boolean {
  return template.split('/').every((part) => !part.includes('{') || /^\{[^{}]*\}$/.test(part))
}

/** The template as it goes over HTTP: what no URI holds of its literal text is percent-encoded (RFC 3987, 3.1). */
export function encodedTemplate(template: string): string {
  return template.replace(/\{[^{}]*\}|[^\x21-\x7e]+/g, (part) =>
    part.startsWith('{') ? part : encodeURIComponent(Buffer.from(part).toString()),
  )
}

/** The resource that stands before a parameter: in the segment before its own, or in its own before a parenthesis. */
export function beforeParameter(template: string, name: string): string {
  const segments = template.split('/')
  const index = segments.findIndex((segment) => segment.includes(`{${name}}`))
  return /^([\w-]+)\(/.exec(segments[index] ?? '')?.[1] ?? segments[index - 1] ?? ''
}

/** Whether the parameter is the last one, and in the last segment. */
export function isAtEnd(template: string, name: string): boolean {
  const last = template.slice(template.lastIndexOf('/') + 1)
  return last.match(parameter)?.at(-1) === `{${name}}`
}
