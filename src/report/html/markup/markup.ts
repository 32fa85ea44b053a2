// Escaped HTML that many parts of the page share.

import { html, raw } from 'hono/html'
import { uriEncoded } from '../../../base/uri.ts'
import type { Result } from '../../model/result.ts'
import { signs } from '../../text/result.ts'

export type Markup = ReturnType<typeof html>

const words: Readonly<Record<Result, string>> = {
  fail: 'failed',
  error: 'error',
  deviation: 'deviation',
  inconclusive: 'inconclusive',
  'not-run': 'not run',
  waived: 'waived',
  gap: 'gap',
  pass: 'passed',
  'not-applicable': 'not applicable',
  'out-of-scope': 'out of scope',
}

/** Screen readers skip the sign, so the caller must write a word beside it. */
export function sign(result: Result): Markup {
  return html`<span class="sign" aria-hidden="true">${signs[result]}</span>`
}

export function wordOf(result: Result): string {
  return words[result]
}

export function legend(present: readonly Result[]): readonly Markup[] {
  return present.map(
    (result, index) =>
      html`${index === 0 ? '' : ', '}<span class="${result}">${sign(result)} ${wordOf(result)}</span>`,
  )
}

export function statusClass(status: number): number {
  return status >= 100 && status < 600 ? Math.floor(status / 100) : 0
}

export function listMarkup(name: string, items: readonly Markup[], shownMax: number): Markup {
  return html`<ul class="${name}">${items.slice(0, shownMax)}</ul>${
    items.length > shownMax
      ? html`<details><summary>${items.length - shownMax} more</summary><ul class="${name}">${items.slice(shownMax)}</ul></details>`
      : ''
  }`
}

/** Keeps quotes, because escaped quotes would make JSON in the page much longer. */
export function text(value: string): Markup {
  return raw(value.replace(/[&<>]/g, (character) => entities[character] ?? ''))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export function linkTo(id: string): Markup {
  return html`<a href="#${uriEncoded(id)}"><code>${breakable(id)}</code></a>`
}

export function breakable(name: string): Markup {
  return html`${name.split(/(?<=[./])/).map((piece, index) => (index === 0 ? piece : html`<wbr>${piece}`))}`
}

/** Without scripts, the link leads to the first matching clause. */
export function filterLink(
  filter: Readonly<Record<string, string>>,
  first: string,
  label: Markup | string,
  name = '',
): Markup {
  return html`<a class="${name}" href="#${uriEncoded(first)}" data-filter="${new URLSearchParams(filter).toString()}">${label}</a>`
}
