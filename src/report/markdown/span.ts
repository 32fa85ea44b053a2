// Formats a tenant's text, also readable unrendered.

import { visible } from '../../base/visible.ts'
import { code } from '../text/markdown-text.ts'

/** A code span, unless the text could end it or a table cell. */
export function span(text: string): string {
  const shown = visible(text).trim()
  return shown === '' || /[`|]/.test(shown) ? code(text) : `\`${shown}\``
}

/** `summary` is HTML, not Markdown. */
export function folded(summary: string, blocks: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, ...blocks, '</details>'].join('\n\n')
}

/** For places that do not read Markdown. */
export function htmlCode(text: string): string {
  const shown = visible(text).replace(/[&<>`[\]@|]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<code>${shown}</code>`
}
