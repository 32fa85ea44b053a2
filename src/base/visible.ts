// Visible text: what came from the wire, made harmless for terminals, XML, HTML and Markdown alike.
import { ExactNumber } from './numbers/exact-number.ts'

// Controls (C0, C1, DEL), format characters (bidi overrides, zero-width, tags, byte order marks), line and
// paragraph separators, lone surrogates and non-characters: all that acts on a display instead of showing on
// it. Every character that XML 1.0 forbids is among them.
const acting = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

// Printable ASCII shows as it is. Most text is nothing else, and to see that is many times faster than to look for properties.
const beyondPlain = /[^ -~]/
const beyondPlainRuns = /[^ -~]+/g
const beyondPlainLineRuns = /[^ -~\n]+/g

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * `text` with every character that would act instead of show written as its escape (`\u001b`, `\n`). With
 * `lines`, line feeds and tabs stay: use it only where the layout keeps them apart from its own lines.
 */
export function visible(text: string, { lines = false } = {}): string {
  if (!beyondPlain.test(text)) return text
  return text.replace(beyondPlainRuns, (run) =>
    run.replace(acting, (character) =>
      lines && (character === '\n' || character === '\t') ? character : escaped(character),
    ),
  )
}

/** A copy of a JSON-like value in which every string, member names included, is visible. */
export function visibleDeep<T>(value: T, options: { readonly lines?: boolean } = {}): T {
  if (typeof value === 'string') return visible(value, options) as T
  if (Array.isArray(value)) return value.map((item) => visibleDeep(item, options)) as T
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [visible(key, options), visibleDeep(member, options)]),
  ) as T
}

/**
 * JSON text that shows on any display: what acts is escaped inside its strings.
 * @param indent 0 for a single line
 */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(beyondPlainLineRuns, (run) =>
    run.replace(acting, jsonEscaped),
  )
}

// GitHub Actions obeys "::name::" at the start of a line, blanks before it aside, and "##[name]" anywhere in one; Azure
// Pipelines "##vso[name]" and TeamCity "##teamcity[name]".
const command = /^([^\S\n\r]*):(?=:)|#(?=#\w*\[)/gm

/**
 * `text` without what a CI service would obey in a job's log: a character of it is written as its escape. A JSON text
 * says the same as before, for such a character stands inside its strings alone.
 */
export function inert(text: string): string {
  return text.replace(command, (_, blanks?: string) =>
    blanks === undefined ? '\\u0023' : `${blanks}\\u003a`,
  )
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return (
    named[character] ??
    (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
  )
}

function jsonEscaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
