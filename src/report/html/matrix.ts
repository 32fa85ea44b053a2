// The matrix of operations and clause families.
import { html } from 'hono/html'
import { groupedBy } from '../../base/collections/grouped.ts'
import { familiesOf } from '../model/families.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { type Result, resultOf, resultsByWeight } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { breakable, filterLink, legend, type Markup, sign, wordOf } from './markup/markup.ts'
import { wide } from './markup/table.ts'

export function matrixMarkup({ clauses, contract }: Report): Markup | '' {
  const families = familiesOf(clauses, contract?.families)
  if (families.length === 0) return ''
  const operations = [...new Set(clauses.map(({ operation }) => operation))].sort(order)
  const placed = clauses.flatMap((clause) =>
    [
      keyOf(clause.operation, clause.family ?? ''),
      keyOf(clause.operation, null),
      keyOf(null, clause.family ?? ''),
      keyOf(null, null),
    ].map((key) => ({ key, clause })),
  )
  const cells = groupedBy(placed, ({ key }) => key)
  const rows = [...operations, null]
  const columns = [null, ...families]
  const table = html`<table class="matrix">
<caption class="heard">Clauses by operation and family</caption>
<thead><tr><td></td>${columns.map((family) => html`<th scope="col">${family === null ? 'all' : family === '' ? 'other' : family}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (
    operation,
  ) => html`<tr><th scope="row">${operation === null ? 'all' : breakable(operation)}</th>${columns.map(
    (family) =>
      cellMarkup(
        (cells.get(keyOf(operation, family)) ?? []).map(({ clause }) => clause),
        operation,
        family,
      ),
  )}</tr>
`,
)}</tbody>
</table>`
  return html`<section class="card" id="matrix" aria-labelledby="matrix-title"><h2 id="matrix-title">Operations by family of clauses</h2>
${wide('Operations by family of clauses', table)}
<p class="quiet key">Each cell shows the worst verdict, and how many of its clauses have it: ${legend(presentIn(clauses))}.</p>
</section>
`
}

function cellMarkup(
  clauses: readonly ReportClause[],
  operation: string | null,
  family: string | null,
): Markup {
  if (clauses.length === 0) return html`<td class="none"><span class="heard">none</span></td>`
  const [worst = 'pass'] = presentIn(clauses)
  const [first, ...more] = clauses.filter((clause) => resultOf(clause) === worst)
  const count = more.length + 1
  const total = count === clauses.length ? '' : html`<span class="total">/${clauses.length}</span>`
  const filter = {
    ...(operation === null ? {} : { operation }),
    ...(family === null ? {} : { family: family === '' ? '-' : family }),
  }
  const label = html`${sign(worst)} ${count}${total} <span class="heard">${wordOf(worst)}</span>`
  return html`<td class="cell ${worst}">${filterLink(filter, first?.id ?? '', label)}</td>`
}

function presentIn(clauses: readonly ReportClause[]): readonly Result[] {
  const present = new Set(clauses.map(resultOf))
  return resultsByWeight.filter((result) => present.has(result))
}

function keyOf(operation: string | null, family: string | null): string {
  return JSON.stringify([operation, family])
}
