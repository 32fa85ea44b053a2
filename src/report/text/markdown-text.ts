// Escapes text for Markdown.
import { visible } from '../../base/visible.ts'

/** Cells are already Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

/** Must not stand at the start of a line. */
export function escaped(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]<>#!|~$@:&"']|(?<=www)\./gi, (character) => `&#${character.charCodeAt(0)};`)
    .trim()
}

/** Back-ticks in the text would end a code span. */
export function code(text: string): string {
  return `<code>${escaped(text)}</code>`
}

/** The text cannot close the fence. */
export function fenced(text: string, language = 'sh'): string {
  const shown = visible(text, { lines: true })
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${shown}\n${fence}`
}
