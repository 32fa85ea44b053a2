// Markup: a piece of escaped HTML, and the small pieces that every part of the page uses.

import { html, raw } from 'hono/html'
import { uriEncoded } from '../../../base/uri.ts'
import type { Result } from '../../model/report-diff.ts'

/** A piece of escaped HTML. */
export type Markup = ReturnType<typeof html>

/** How results are called, in the order in which they matter to a reader. */
export const results: readonly (readonly [result: Result, word: string, heading: string])[] = [
  ['fail', 'failed', 'Failed'],
  ['error', 'error', 'Errors of the checker'],
  ['deviation', 'deviation', 'Deviations (failed SHOULDs)'],
  ['inconclusive', 'inconclusive', 'Inconclusive'],
  ['not-run', 'not run', 'Not run'],
  ['waived', 'waived', 'Waived failures'],
  ['gap', 'gap', 'Gaps'],
  ['pass', 'passed', 'Passed'],
  ['not-applicable', 'not applicable', 'Not applicable'],
  ['out-of-scope', 'out of scope', 'Out of scope'],
]

const signs: Readonly<Record<Result, string>> = {
  pass: '✓',
  fail: '✗',
  error: '⚠',
  deviation: '!',
  waived: '~',
  gap: '~',
  inconclusive: '?',
  'not-run': '○',
  'not-applicable': '–',
  'out-of-scope': '·',
}

/** The sign of a result, which says nothing to those who hear the page: the word stands beside it. */
export function sign(result: Result): Markup {
  return html`<span class="sign" aria-hidden="true">${signs[result]}</span>`
}

/** The sign alone, for a drawing. */
export function signOf(result: Result): string {
  return signs[result]
}

/** "failed", "not run" */
export function wordOf(result: Result): string {
  return results.find(([one]) => one === result)?.[1] ?? result
}

/** Text between tags, where quotes mean nothing: as most of what a tenant sends is JSON, the page is a third smaller for it. */
export function text(value: string): Markup {
  return raw(value.replace(/[&<>]/g, (character) => entities[character] ?? ''))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A link to a clause. */
export function linkTo(id: string): Markup {
  return html`<a href="#${uriEncoded(id)}"><code>${breakable(id)}</code></a>`
}

/** A name that may break after its dots and hyphens. */
export function breakable(name: string): Markup {
  return html`${name.split(/(?<=[./])/).map((piece, index) => (index === 0 ? piece : html`<wbr>${piece}`))}`
}

/** A link that filters by what `filter` says; without script it leads to the first clause that fits. */
export function filterLink(
  filter: Readonly<Record<string, string>>,
  first: string,
  label: Markup | string,
  name = '',
): Markup {
  return html`<a class="${name}" href="#${uriEncoded(first)}" data-filter="${new URLSearchParams(filter).toString()}">${label}</a>`
}
