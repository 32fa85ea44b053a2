// Text in Markdown: escaped, so that what a tenant said neither formats nor links.
import { visible } from '../../base/visible.ts'

/** A table; the cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

/** Text in which nothing is Markdown, HTML or a link; it must not stand at the start of a line. */
export function escaped(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]<>#!|~$@:&"']|(?<=www)\./gi, (character) => `&#${character.charCodeAt(0)};`)
    .trim()
}

/** Text as code: an HTML element with references inside, as a code span would end at the tenant's own back-ticks. */
export function code(text: string): string {
  return `<code>${escaped(text)}</code>`
}

/** A block of lines, for a shell unless told otherwise; it ends at nothing that stands in it. */
export function fenced(text: string, language = 'sh'): string {
  const shown = visible(text, { lines: true })
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${shown}\n${fence}`
}
