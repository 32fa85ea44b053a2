// Escaped HTML and its common pieces.

import { html, raw } from 'hono/html'
import { uriEncoded } from '../../../base/uri.ts'
import type { Result } from '../../model/report-diff.ts'

export type Markup = ReturnType<typeof html>

/** Most important first. */
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

/** Hidden from screen readers: needs a word beside it. */
export function sign(result: Result): Markup {
  return html`<span class="sign" aria-hidden="true">${signs[result]}</span>`
}

/** For drawings. */
export function signOf(result: Result): string {
  return signs[result]
}

export function wordOf(result: Result): string {
  return results.find(([one]) => one === result)?.[1] ?? result
}

/** Leaves quotes unescaped: tenants mostly send JSON, so the page is a third smaller. */
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

/** Without scripts, links to the first matching clause. */
export function filterLink(
  filter: Readonly<Record<string, string>>,
  first: string,
  label: Markup | string,
  name = '',
): Markup {
  return html`<a class="${name}" href="#${uriEncoded(first)}" data-filter="${new URLSearchParams(filter).toString()}">${label}</a>`
}
