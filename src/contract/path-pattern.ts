// Patterns of paths (OpenAPI 3.1, 4.8.8.2): literal text with parameters in braces, alone in a segment or beside other text.
import { uriEncoded } from '../base/uri.ts'

const parameter = /\{[^{}]*\}/g

/** What a segment of a path has in the place of each parameter of its pattern, as it is written there; null where it does not fit. */
function filledIn(pattern: string, segment: string): readonly string[] | null {
  const literals = pattern.split(parameter).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literals.join('(.*?)')}$`, 's').exec(segment)?.slice(1) ?? null
}

/**
 * What a path has in the place of each parameter of its pattern, percent-encoded as it is written there. Of a segment that
 * does not fit its pattern the whole is taken.
 */
export function namedIn(pattern: string, path: string): readonly string[] {
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/')
  return pattern.split('/').flatMap((part, index) => {
    const names = part.match(parameter) ?? []
    const segment = segments[index] ?? ''
    return names.length === 0 ? [] : (filledIn(part, segment) ?? [segment])
  })
}

/** Whether a path is one of the pattern. */
export function fits(pattern: string, path: string): boolean {
  const parts = pattern.split('/')
  const segments = path.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => filledIn(part, segments[index] ?? '') !== null)
  )
}

/** Whether each parameter has a segment to itself. */
export function isOfWholeSegments(pattern: string): boolean {
  return pattern.split('/').every((part) => !part.includes('{') || /^\{[^{}]*\}$/.test(part))
}

/** The pattern as it goes over HTTP: what no URI holds of its literal text is percent-encoded (RFC 3987, 3.1). */
export function encodedPattern(pattern: string): string {
  return pattern.replace(/\{[^{}]*\}|[^\x21-\x7e]+/g, (part) =>
    part.startsWith('{') ? part : uriEncoded(part),
  )
}

/** The resource that stands before a parameter: in the segment before its own, or in its own before a parenthesis. */
export function beforeParameter(pattern: string, name: string): string {
  const segments = pattern.split('/')
  const index = segments.findIndex((segment) => segment.includes(`{${name}}`))
  return /^([\w-]+)\(/.exec(segments[index] ?? '')?.[1] ?? segments[index - 1] ?? ''
}

/** Whether the parameter is the last one, and in the last segment. */
export function isAtEnd(pattern: string, name: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1)
  return last.match(parameter)?.at(-1) === `{${name}}`
}
