// Makes received text harmless for terminals, XML, HTML and Markdown.
import { ExactNumber } from './numbers/exact-number.ts'

// Includes all characters that XML 1.0 forbids.
const acting = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

// Faster than a search for Unicode properties.
const beyondPlain = /[^ -~]/
const beyondPlainRuns = /[^ -~]+/g
const beyondPlainLineRuns = /[^ -~\n]+/g

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Escapes characters that change a display, for example ESC as `\u001b`. */
export function visible(text: string, { lines = false } = {}): string {
  if (!beyondPlain.test(text)) return text
  return text.replace(beyondPlainRuns, (run) =>
    run.replace(acting, (character) =>
      lines && (character === '\n' || character === '\t') ? character : escaped(character),
    ),
  )
}

export function visibleDeep<T>(value: T, options: { readonly lines?: boolean } = {}): T {
  if (typeof value === 'string') return visible(value, options) as T
  if (Array.isArray(value)) return value.map((item) => visibleDeep(item, options)) as T
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [visible(key, options), visibleDeep(member, options)]),
  ) as T
}

export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(beyondPlainLineRuns, (run) =>
    run.replace(acting, jsonEscaped),
  )
}

// CI systems execute commands in logs: GitHub Actions "::name::" at the start of a line and "##[name]", Azure
// Pipelines "##vso[name]", TeamCity "##teamcity[name]".
const command = /^([^\S\n\r]*):(?=:)|#(?=#\w*\[)/gm

/** Escapes commands of CI systems within the strings of a JSON text. */
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
