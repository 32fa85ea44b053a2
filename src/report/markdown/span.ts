// Formats a tenant's text so that the summary is also readable unrendered.

import { visible } from '../../base/visible.ts'
import { code } from '../text/markdown-text.ts'

/** A code span, unless the text could end it or a table cell; otherwise an HTML element. */
export function span(text: string): string {
  const shown = visible(text).trim()
  return shown === '' || /[`|]/.test(shown) ? code(text) : `\`${shown}\``
}

/** A collapsed block. `summary` is HTML, not Markdown. */
export function folded(summary: string, blocks: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, ...blocks, '</details>'].join('\n\n')
}

/** Code as one line of HTML, for places without Markdown such as a summary. */
export function htmlCode(text: string): string {
  const shown = visible(text).replace(/[&<>`[\]@|]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<code>${shown}</code>`
}
