// Lists the clauses, grouped by their result.
import { html } from 'hono/html'
import { groupedBy } from '../../base/collections/grouped.ts'
import { type Causes, countingGroups } from '../causes/causes.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf, resultsByWeight } from '../model/result.ts'
import { headings } from '../text/result.ts'
import { type ClauseContext, clauseMarkup } from './clause.ts'
import { filterMarkup } from './filter.ts'
import type { Markup } from './markup/markup.ts'
import { limitsFor } from './page-limits.ts'

const openMax = 5
const dividedMin = 30

export function clausesMarkup(report: Report, causes: Causes): Markup {
  const { clauses, target } = report
  const groups = countingGroups(causes)
  const failed = groups.flatMap((group) => group.map(({ id }) => id))
  const leads = groups.map(([lead]) => lead.id)
  const errors = clauses.filter(({ verdict }) => verdict === 'error').map(({ id }) => id)
  const context: ClauseContext = {
    causes,
    baseUrl: target.baseUrl,
    foreign: foreignContract(report) !== null,
    limits: limitsFor(clauses),
    open: new Set([...(failed.length <= openMax ? failed : leads), ...errors].slice(0, openMax)),
  }
  return html`<section id="clauses" tabindex="-1" aria-labelledby="clauses-title"><h2 id="clauses-title">Clauses <span class="quiet">${clauses.length}</span></h2>
${filterMarkup(report)}
${resultsByWeight.map((result) => {
  const members = clauses.filter((clause) => resultOf(clause) === result)
  return members.length === 0
    ? ''
    : html`<section class="group"><h3>${headings[result]} <span class="quiet">${members.length}</span></h3>
${members.length < dividedMin ? members.map((clause) => clauseMarkup(clause, context)) : [...groupedBy(members, ({ operation }) => operation).values()].map((own) => subgroupMarkup(own, context))}</section>
`
})}
</section>
`
}

function subgroupMarkup(clauses: readonly ReportClause[], context: ClauseContext): Markup {
  return html`<div class="subgroup"><h4 class="operation">${clauses[0]?.operation}</h4>
${clauses.map((clause) => clauseMarkup(clause, context))}</div>
`
}
