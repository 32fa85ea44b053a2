// A table that scrolls sideways on narrow screens.
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

export type Cell = Markup | string | number

/** @param label a text for screen readers */
export function tableMarkup(
  label: string,
  head: readonly Cell[],
  rows: readonly (readonly Cell[])[],
): Markup {
  return wide(
    label,
    html`<table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td${typeof cell === 'number' ? html` class="number"` : ''}>${cell}</td>`)}</tr>\n`)}</tbody>
</table>`,
  )
}

export function wide(label: string, content: Markup): Markup {
  return html`<div class="wide" role="group" aria-label="${label}" tabindex="0">${content}</div>`
}
