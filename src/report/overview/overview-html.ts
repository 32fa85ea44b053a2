// The overview as one HTML page without scripts.
import { html } from 'hono/html'
import { counted } from '../../base/text/counted.ts'
import { uriEncoded } from '../../base/uri.ts'
import { visibleDeep } from '../../base/visible.ts'
import type { Result } from '../model/result.ts'
import { tenantText } from '../model/run-fact.ts'
import { pageHead } from '../text/page.ts'
import { duration, minute } from '../text/plain.ts'
import { overviewStyle } from './overview-style.ts'
import type { Cell, Difference, Group, Overview, OverviewRow } from './shape.ts'
import {
  contractVersions,
  groupInWords,
  marks,
  outcomesInWords,
  restInWords,
  resultInWords,
  stateInWords,
  summaryInWords,
} from './words.ts'

type Markup = ReturnType<typeof html>

export function overviewHtml(overview: Overview): string {
  const safe = visibleDeep(overview)
  const { contract, reports } = safe
  const versions = contractVersions(safe)
  const page = html`${pageHead(`Conformance: ${outcomesInWords(safe)}`, overviewStyle)}
<body>
<header>
<h1>Conformance${contract === undefined ? '' : ` to the ${contract.title}`}</h1>
<p class="lead">${outcomesInWords(safe)}</p>
${contract === undefined ? '' : html`<p class="quiet">Contract ${contract.name}${versions === null ? '' : `, ${versions}`}</p>`}
</header>
<main>
${table('Reports', '', ['Report', 'Outcome', 'Scope', 'Tenant', 'Run', 'Versions'], reports.map(reportRow))}
${table(
  'Results by family',
  'matrix',
  ['Report', ...safe.groups.map(groupInWords)],
  reports.map((row) => matrixRow(row, safe.groups)),
)}
${differences(safe)}
</main>
</body>
</html>
`
  return String(page)
}

function reportRow(row: OverviewRow): Markup {
  const { name, page, target, tool, contractVersion, outcome, scope, why, summary } = row
  const how = [row.interrupted && 'interrupted', row.strict && 'strict'].filter(Boolean).join(', ')
  return html`<tr><th scope="row">${linked(page, '', name)}</th>
<td><span class="state ${outcome}">${mark(marks[outcome])} ${outcome}</span>${how === '' ? '' : html` <span class="quiet small">${how}</span>`}</td>
<td class="scope">${scope}<span class="quiet small">${summaryInWords(summary)}</span>${why === null ? '' : html`<span class="small">${why}</span>`}</td>
<td class="place">${tenantText(target, target.baseUrl)}<span class="quiet small">profile ${target.profile ?? 'none'}</span></td>
<td class="date"><time datetime="${row.startedAt}">${minute(row.startedAt)}</time><span class="quiet small">${duration(row.durationMs)}</span></td>
<td class="date">${contractVersion === null ? '' : `contract ${contractVersion}`}<span class="quiet small">tool ${tool.version}</span></td></tr>
`
}

function matrixRow({ name, page, cells }: OverviewRow, groups: readonly Group[]): Markup {
  return html`<tr><th scope="row">${linked(page, '', name)}</th>
${groups.map((group, index) => html`<td>${cell(cells[index] ?? null, group, page)}</td>`)}</tr>
`
}

function cell(of: Cell | null, { by, name }: Group, page: string | null): Markup {
  if (of === null) return html`<span class="none">no clause</span>`
  const { state } = of
  const verdict = state === 'pass' ? '' : `&verdict=${state}`
  const fragment = `#${by}=${uriEncoded(name)}${verdict}`
  const words = html`<span class="state ${state}">${mark(marks[state])} ${stateInWords(of)}</span>`
  const rest = restInWords(of)
  return html`${linked(page, fragment, words)}${rest === '' ? '' : html` <span class="quiet small">${rest}</span>`}`
}

function differences({ reports, differences, differencesLeftOut }: Overview): Markup {
  if (reports.length < 2) return html``
  if (differences.length === 0)
    return html`<section><h2>Clauses with different results</h2><p>No clause has different results.</p></section>`
  const rest =
    differencesLeftOut === 0
      ? ''
      : html`<p class="quiet">${counted(differencesLeftOut, 'more clause')} ${differencesLeftOut === 1 ? 'differs' : 'differ'}: to see them, give fewer reports to overview or diff.</p>`
  const heading = `Clauses with different results: ${differences.length + differencesLeftOut}`
  const rows = differences.map((one) => differenceRow(one, reports))
  return html`${table(heading, '', ['Clause', ...reports.map(({ name }) => name)], rows)}${rest}`
}

function differenceRow(
  { id, level, statement, results }: Difference,
  reports: readonly OverviewRow[],
): Markup {
  return html`<tr><th scope="row"><span class="quiet">${level}</span> <code>${id}</code> <span class="quiet small">${statement}</span></th>
${results.map((result, index) => html`<td>${resultMarkup(result, id, reports[index]?.page ?? null)}</td>`)}</tr>
`
}

function resultMarkup(result: Result | null, id: string, page: string | null): Markup {
  if (result === null) return html`<span class="none">${resultInWords(null)}</span>`
  const words = html`<span class="state ${result}">${mark(marks[result])} ${resultInWords(result)}</span>`
  return html`${linked(page, `#${uriEncoded(id)}`, words)}`
}

function linked(page: string | null, fragment: string, text: Markup | string): Markup {
  return page === null ? html`${text}` : html`<a href="${page}${fragment}">${text}</a>`
}

function mark(sign: string): Markup {
  return html`<span aria-hidden="true">${sign}</span>`
}

function table(heading: string, kind: string, head: readonly string[], rows: readonly Markup[]): Markup {
  return html`<section><h2>${heading}</h2>
<div class="wide" role="region" aria-label="${heading}" tabindex="0"><table class="${kind}">
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div></section>`
}
