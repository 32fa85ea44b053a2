// A picture on the page: heading, what it shows in a sentence, the drawing, its key, and the table behind it.
import { html } from 'hono/html'
import type { Markup } from '../markup/markup.ts'
import { type Cell, tableMarkup, wide } from '../markup/table.ts'

export interface Figure {
  /** Its place on the page: a name of its own. */
  readonly id: string
  readonly title: string
  /** What it shows, for those who do not see it and those in a hurry. */
  readonly said: string
  /** How its signs are read. */
  readonly key?: Markup
  readonly height: number
  readonly drawing: Markup | readonly Markup[]
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
}

/** Units of every drawing from left to right; it is shown in the width that there is. */
export const width = 860

/** The figure, with the drawing named for those who hear the page. */
export function figureMarkup({ id, title, said, key, height, drawing, table }: Figure): Markup {
  return html`<figure class="picture" id="${id}">
<figcaption><h3>${title}</h3><p>${said}</p></figcaption>
${wide(
  title,
  html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-said"><title id="${id}-title">${title}</title><desc id="${id}-said">${said}</desc>
${drawing}
</svg>`,
)}
${key === undefined ? '' : html`<p class="quiet key">${key}</p>`}
<details><summary>As a table</summary>${tableMarkup(`${title}, as a table`, table.head, table.rows)}</details>
</figure>
`
}

/** A name that fits beside a drawing. */
export function label(name: string, charactersMax = 30): string {
  return name.length > charactersMax ? `${name.slice(0, charactersMax - 1)}…` : name
}

/** A number with as many decimals as a drawing needs. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10)
}
