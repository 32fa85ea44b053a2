// The filter of the clauses, which the page hides if scripts are disabled.
import { html } from 'hono/html'
import { familiesOf } from '../model/families.ts'
import type { Report } from '../model/report.ts'
import { resultOf, resultsByWeight } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { type Markup, wordOf } from './markup/markup.ts'
import { partsOf } from './markup/parts.ts'

type Choice = readonly [value: string, label: string]

export function filterMarkup({ clauses, contract }: Report): Markup {
  const present = new Set(clauses.map(resultOf))
  const own = (values: readonly string[]) =>
    [...new Set(values)].sort(order).map((value): Choice => [value, value])
  const select = (name: string, label: string, choices: readonly Choice[]) =>
    choices.length === 0
      ? html`<input type="hidden" name="${name}" value="">`
      : html`<label>${label} <select name="${name}"><option value="">all</option>${choices.map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select></label>
`
  return html`<form hidden aria-label="Filter the clauses">
<label class="words">Text <input type="search" name="text" autocomplete="off"></label>
${select(
  'verdict',
  'Verdict',
  resultsByWeight.filter((result) => present.has(result)).map((result): Choice => [result, wordOf(result)]),
)}${select('level', 'Level', own(clauses.map(({ level }) => level)))}${select('operation', 'Operation', own(clauses.map(({ operation }) => operation)))}${select(
  'family',
  'Family',
  familiesOf(clauses, contract?.families).map(
    (family): Choice => (family === '' ? ['-', 'other'] : [family, family]),
  ),
)}${select(
  'part',
  'Part',
  partsOf(clauses.map(({ part }) => part)).map((part): Choice => [part, part]),
)}
<button type="reset">Show all</button>
<button type="button" id="toggle" aria-pressed="false">Open all</button>
<span id="shown" role="status"></span>
</form>
`
}
