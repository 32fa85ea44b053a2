// The HTML view: one self-contained page, whole without scripts, that shows hostile text and obeys none of it.
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { type Causes, causesOf } from '../model/causes.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { type Result, resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { scopeInWords, whyInWords } from '../text/outcome.ts'
import { visibleDeep } from '../text/visible.ts'
import { clauseMarkup, type Markup } from './clause.ts'
import { htmlScript } from './script.ts'
import { aftermathMarkup, coverageMarkup, openPointsMarkup, runMarkup } from './section.ts'
import { htmlStyle } from './style.ts'

const groups: readonly (readonly [result: Result, heading: string])[] = [
  ['fail', 'Failed'],
  ['error', 'Errors of the checker'],
  ['deviation', 'Deviations (failed SHOULDs)'],
  ['inconclusive', 'Inconclusive'],
  ['not-run', 'Not run'],
  ['waived', 'Waived failures'],
  ['gap', 'Gaps'],
  ['pass', 'Passed'],
  ['not-applicable', 'Not applicable'],
  ['out-of-scope', 'Out of scope'],
]

// Only the style and the script of this very page may act; a tenant's markup that slipped through could not.
const allowed = [
  "default-src 'none'",
  `style-src '${hashOf(htmlStyle)}'`,
  `script-src '${hashOf(htmlScript)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The report as one HTML page without any external resource, fit for screen readers, keyboards and paper. */
export function reportHtml(report: Report): string {
  const safe = visibleDeep(report, { lines: true })
  const { target, outcome, run, clauses } = safe
  const causes = causesOf(clauses)
  const contract = foreignContract(safe)
  const how = [run.interrupted && 'interrupted', run.strict && 'strict'].filter(Boolean).join(', ')
  const why = whyInWords(safe)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(allowed)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${outcome}: ${target.baseUrl}${contract === null ? '' : `, ${contract}`}</title>
<style>${raw(htmlStyle)}</style>
</head>
<body>
<a class="skip" href="#clauses">Skip to the clauses</a>
<header>
<h1>Conformance of ${target.baseUrl}${contract === null ? '' : ` to the ${contract}`}</h1>
<p class="outcome ${outcome}">${outcome}${how === '' ? '' : ` (${how})`} · ${scopeInWords(safe)}</p>
${why === null ? '' : html`<p>${why}</p>`}
<ul class="tally">${tally(clauses)}</ul>
</header>
<main>
${runMarkup(safe)}
<div id="clauses" tabindex="-1">
${filterMarkup(clauses)}
${groups.map(([result, heading]) => groupMarkup(clauses, causes, result, heading))}
</div>
${aftermathMarkup(safe)}
${openPointsMarkup(safe)}
${coverageMarkup(safe)}
</main>
<script>${raw(htmlScript)}</script>
</body>
</html>
`
  return String(page)
}

function tally(clauses: readonly ReportClause[]): readonly Markup[] {
  return groups.flatMap(([result]) => {
    const count = clauses.filter((clause) => resultOf(clause) === result).length
    return count === 0 ? [] : [html`<li class="${result}"><b>${count}</b>${result.replace('-', ' ')}</li>`]
  })
}

function groupMarkup(
  clauses: readonly ReportClause[],
  causes: Causes,
  result: string,
  heading: string,
): Markup | '' {
  const members = clauses.filter((clause) => resultOf(clause) === result)
  if (members.length === 0) return ''
  return html`<section class="group"><h2>${heading} <span class="quiet">(${members.length})</span></h2>
${members.map((clause) => clauseMarkup(clause, causes))}</section>
`
}

function filterMarkup(clauses: readonly ReportClause[]): Markup {
  const operations = [...new Set(clauses.map(({ operation }) => operation))].sort(order)
  const results = groups.map(([result]) => result)
  const present = results.filter((result) => clauses.some((clause) => resultOf(clause) === result))
  const select = (name: string, label: string, values: readonly string[]) => html`<label>${label}
<select name="${name}"><option value="">all</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>
`
  return html`<form hidden aria-label="Filter the clauses">
<label>Text <input type="search" name="text"></label>
${select('verdict', 'Verdict', present)}
${select('level', 'Level', ['MUST', 'SHOULD'])}
${select('operation', 'Operation', operations)}
<button type="reset">Show all</button>
<button type="button" id="toggle" aria-pressed="false">Open all</button>
<span id="shown" role="status"></span>
</form>
`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
