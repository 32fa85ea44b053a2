// Path patterns (OpenAPI 3.1, section 4.8.8.2), for example `/books({id})`.
import { escapedForRegExp } from '../base/glob.ts'
import { uriEncoded } from '../base/uri.ts'

const parameter = /\{[^{}]*\}/g

function filledIn(pattern: string, segment: string): readonly string[] | null {
  const literals = pattern.split(parameter).map(escapedForRegExp)
  return new RegExp(`^${literals.join('(.*?)')}$`, 's').exec(segment)?.slice(1) ?? null
}

export function namedIn(pattern: string, path: string): readonly string[] {
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/')
  return pattern.split('/').flatMap((part, index) => {
    const names = part.match(parameter) ?? []
    const segment = segments[index] ?? ''
    return names.length === 0 ? [] : (filledIn(part, segment) ?? [segment])
  })
}

export function fits(pattern: string, path: string): boolean {
  const parts = pattern.split('/')
  const segments = path.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => filledIn(part, segments[index] ?? '') !== null)
  )
}

export function isOfWholeSegments(pattern: string): boolean {
  return pattern.split('/').every((part) => !part.includes('{') || /^\{[^{}]*\}$/.test(part))
}

/** Percent-encodes control characters, blanks and non-ASCII characters (RFC 3987, section 3.1). */
export function encodedPattern(pattern: string): string {
  return pattern.replace(/\{[^{}]*\}|[^\x21-\x7e]+/g, (part) =>
    part.startsWith('{') ? part : uriEncoded(part),
  )
}

/** Returns the segment before the parameter. For `/books({id})`, returns "books". */
export function beforeParameter(pattern: string, name: string): string {
  const segments = pattern.split('/')
  const index = segments.findIndex((segment) => segment.includes(`{${name}}`))
  return /^([\w-]+)\(/.exec(segments[index] ?? '')?.[1] ?? segments[index - 1] ?? ''
}

export function isAtEnd(pattern: string, name: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1)
  return last.match(parameter)?.at(-1) === `{${name}}`
}
