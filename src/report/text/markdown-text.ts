// Converts text to Markdown that is readable as plain text.
import type { Outcome } from '../../base/verdict.ts'
import { visible } from '../../base/visible.ts'

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

/** The result must not be at the start of a line. */
export function escaped(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]<>#!|~$@:&"']|(?<=www)\./gi, (character) => `&#${character.charCodeAt(0)};`)
    .trim()
}

/** A back-tick in the text would end a code span, so the result is an HTML element. */
export function code(text: string): string {
  return `<code>${escaped(text)}</code>`
}

export function fenced(text: string, language = 'sh'): string {
  const shown = visible(text, { lines: true })
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${shown}\n${fence}`
}

/** Returns a code span, or an HTML element for a text that could end the span or a table cell. */
export function span(text: string): string {
  const shown = visible(text).trim()
  return shown === '' || /[`|]/.test(shown) ? code(text) : `\`${shown}\``
}

export function folded(summary: string, blocks: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, ...blocks, '</details>'].join('\n\n')
}

export function htmlCode(text: string): string {
  const shown = visible(text).replace(/[&<>`[\]@|]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<code>${shown}</code>`
}

export const outcomeSigns: Readonly<Record<Outcome, string>> = {
  conformant: '✅',
  'non-conformant': '❌',
  incomplete: '⚠️',
}
