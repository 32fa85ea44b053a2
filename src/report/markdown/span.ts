// Text of a tenant in the summary, where it has to be readable before it is rendered as well.

import { visible } from '../../base/visible.ts'
import { code } from '../text/markdown-text.ts'

/** Text as a code span where nothing of it could end one, or a cell of a table; else as an element with references inside. */
export function span(text: string): string {
  const shown = visible(text).trim()
  return shown === '' || /[`|]/.test(shown) ? code(text) : `\`${shown}\``
}

/** What is folded until somebody opens it. `summary` is HTML, and no Markdown. */
export function folded(summary: string, blocks: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, ...blocks, '</details>'].join('\n\n')
}

/** Text as code where Markdown is not read, as in a summary: a line of HTML. */
export function htmlCode(text: string): string {
  const shown = visible(text).replace(/[&<>`[\]@|]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<code>${shown}</code>`
}
