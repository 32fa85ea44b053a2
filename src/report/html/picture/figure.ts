// A figure consists of a heading, a sentence, a drawing, a key and a table.
import { html } from 'hono/html'
import type { Markup } from '../markup/markup.ts'
import { type Cell, tableMarkup, wide } from '../markup/table.ts'

export interface Figure {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly key?: Markup
  readonly height: number
  readonly drawing: Markup | readonly Markup[]
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
}

export const width = 860

export function figureMarkup({ id, title, summary, key, height, drawing, table }: Figure): Markup {
  return html`<figure class="picture" id="${id}">
<figcaption><h3>${title}</h3><p>${summary}</p></figcaption>
${wide(
  title,
  html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-said"><title id="${id}-title">${title}</title><desc id="${id}-said">${summary}</desc>
${drawing}
</svg>`,
)}
${key === undefined ? '' : html`<p class="quiet key">${key}</p>`}
<details><summary>As a table</summary>${tableMarkup(`${title}, as a table`, table.head, table.rows)}</details>
</figure>
`
}

export function label(name: string, charactersMax = 30): string {
  return name.length > charactersMax ? `${name.slice(0, charactersMax - 1)}…` : name
}

export function at(value: number): string {
  return String(Math.round(value * 10) / 10)
}
