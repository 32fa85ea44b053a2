// Shows clauses without an answer, by reason, and the gaps, waivers and leftovers.
import { html } from 'hono/html'
import { groupedBy } from '../../base/collections/grouped.ts'
import type { Suppression } from '../../base/suppression.ts'
import { counted } from '../../base/text/counted.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { excuseOf, isUnanswered, type Result, resultOf } from '../model/result.ts'
import { leftBehind, searchesInWords, searchHeading } from '../text/leftovers.ts'
import { leftoversInWords } from '../text/outcome.ts'
import { filterLink, linkTo, type Markup, sign, text, wordOf } from './markup/markup.ts'

const shownMax = 6

export function unansweredMarkup({ clauses }: Report): Markup | '' {
  const open = clauses.filter((clause) => isUnanswered(resultOf(clause)))
  const apart = (['not-applicable', 'out-of-scope'] as const).flatMap((result) => {
    const members = clauses.filter((clause) => resultOf(clause) === result)
    return members.length === 0 ? [] : [{ result, members }]
  })
  const excuses = excusesMarkup(clauses)
  if (open.length === 0 && apart.length === 0 && excuses === '') return ''
  return html`<section class="card" id="unanswered" aria-labelledby="unanswered-title"><h2 id="unanswered-title">Not observed <span class="quiet">${counted(open.length, 'clause')} without an answer</span></h2>
${open.length === 0 ? '' : html`<ul class="reasons">${byReason(open).map(reasonMarkup)}</ul>`}
${apart.map(({ result, members }) => html`<details><summary>${members.length} ${wordOf(result)}</summary><ul class="reasons">${byReason(members).map(reasonMarkup)}</ul></details>`)}
${excuses}
</section>
`
}

export function aftermathMarkup({ resources, notes }: Report): Markup | '' {
  const leaked = leftBehind(resources)
  const searches = searchesInWords(resources)
  const excused = leftoversInWords(resources)
  if (leaked.length + searches.length === 0 && excused.length === 0 && notes.length === 0) return ''
  return html`<section class="card" id="notes" aria-labelledby="notes-title"><h2 id="notes-title">${leaked.length === 0 ? 'Notes' : 'Left behind'}</h2>
${leaked.length === 0 ? '' : html`<p>The run created these resources and could not remove them.</p><ul>${leaked.map(({ kind, id }) => html`<li>${kind} <code>${text(id)}</code></li>`)}</ul>`}
${searches.length === 0 ? '' : html`<p>${searchHeading(resources)}.</p><ul>${searches.map((line) => html`<li>${text(line)}</li>`)}</ul>`}
${excused.length === 0 && notes.length === 0 ? '' : html`<ul>${[...excused.map((line) => `${line}.`), ...notes].map((note) => html`<li>${note}</li>`)}</ul>`}
</section>
`
}

function byReason(clauses: readonly ReportClause[]): readonly (readonly ReportClause[])[] {
  const groups = groupedBy(clauses, (clause) => `${resultOf(clause)} ${clause.reason}`)
  return [...groups.values()].toSorted((a, b) => b.length - a.length)
}

function reasonMarkup(clauses: readonly ReportClause[]): Markup | '' {
  const [first] = clauses
  if (first === undefined) return ''
  const result: Result = resultOf(first)
  const links = clauses.map(({ id }) => html`<li>${linkTo(id)}</li>`)
  return html`<li><span class="${result}">${sign(result)} ${wordOf(result)}</span> ${first.reason || 'no reason is given'}${
    links.length === 1
      ? html` <ul class="ids">${links}</ul>`
      : html`<details><summary>${counted(links.length, 'clause')}</summary><ul class="ids">${links.slice(0, shownMax * 4)}</ul>${links.length > shownMax * 4 ? html`<p>${filterLink({ verdict: result }, first.id, `All clauses with the verdict ${wordOf(result)}`)}</p>` : ''}</details>`
  }</li>`
}

function excusesMarkup(clauses: readonly ReportClause[]): Markup | '' {
  const uses = new Map<string, { excuse: Suppression; kind: Result; clauses: ReportClause[] }>()
  for (const clause of clauses) {
    const result = resultOf(clause)
    const excuse = excuseOf(clause)
    if (excuse === undefined) continue
    const key = `${result} ${JSON.stringify(excuse)}`
    const known = uses.get(key)
    if (known === undefined) uses.set(key, { excuse, kind: result, clauses: [clause] })
    else known.clauses.push(clause)
  }
  if (uses.size === 0) return ''
  return html`<h3>Gaps and waivers</h3><ul class="reasons">${[...uses.values()].map(
    ({ excuse, kind, clauses: own }) =>
      html`<li><span class="${kind}">${sign(kind)} ${wordOf(kind)}</span> ${excuse.reason} <b>${excuse.expires === undefined ? 'no end date' : `until ${excuse.expires}`}</b> <ul class="ids">${own.slice(0, shownMax).map(({ id }) => html`<li>${linkTo(id)}</li>`)}</ul>${own.length > shownMax ? html` <span class="quiet">and ${own.length - shownMax} more</span>` : ''}</li>`,
  )}</ul>`
}
