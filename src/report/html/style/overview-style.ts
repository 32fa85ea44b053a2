// Styles of the overview.

export const overviewStyle = `
header { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
header > * { grid-column: 1 / -1; }
header .kind { grid-column: 1; white-space: nowrap; color: var(--quiet); }
header .appearance { grid-column: 2; grid-row: 1; display: flex; align-items: center; gap: .5rem; }
header .appearance select { min-height: 1.75rem; padding: .0625rem .25rem; border-color: var(--line); }
h1 { font-size: clamp(1.875rem, 1.2rem + 1.6vw, 2.5rem); line-height: 1.15; font-weight: 700; letter-spacing: -.015em; margin: .25rem 0 .25rem; }
h1 .how { font-size: 1rem; font-weight: 500; letter-spacing: 0; }
.scope { font-size: 1.0625rem; font-weight: 550; }
.why { margin-top: .25rem; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.625rem; margin-top: .75rem; font-size: .8125rem; }
.facts dt { color: var(--quiet); font-size: .75rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.tally { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin-top: 1rem; padding: 0; list-style: none; }
.tally a { text-decoration: none; color: var(--own); white-space: nowrap; }
.tally a:hover { text-decoration: underline; }
.tally b { font-size: 1.375rem; font-weight: 650; }
.overview { display: grid; gap: 2rem 2.5rem; margin-top: 1.25rem; }
.overview > * { min-width: 0; display: grid; gap: 2rem 2.5rem; align-content: start; }
.overview .findings { grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); }
@media (min-width: 120rem) {
  .overview { grid-template-columns: minmax(0, 66rem) minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .overview.found > .findings { grid-column: 2; grid-row: 1 / span 2; }
}
.card { min-width: 0; }
.card ul { margin: .25rem 0; }
.matrix { width: auto; min-width: 0 !important; border-collapse: separate; border-spacing: 2px; }
.matrix th { font-size: .75rem; padding: .25rem .25rem; border: 0; line-height: 1.3; font-weight: 500; }
.matrix thead th { vertical-align: bottom; text-align: center; min-width: 3.25rem; }
.matrix tbody th { position: sticky; left: 0; z-index: 1; background: var(--page); min-width: 7rem; max-width: 15rem; color: var(--text); vertical-align: middle; padding-left: 0; }
.matrix td { padding: 0; border: 0; text-align: center; vertical-align: middle; }
.cell a { display: block; padding: .3125rem .25rem; border-radius: .1875rem; text-decoration: none; white-space: nowrap; color: var(--own); background: var(--ground, var(--raised)); font-size: .8125rem; }
.cell a:hover { text-decoration: underline; }
.cell.pass { --ground: var(--pass-ground); } .cell.fail { --ground: var(--fail-ground); font-weight: 650; }
.cell.deviation, .cell.inconclusive, .cell.waived { --ground: var(--warn-ground); } .cell.error { --ground: var(--error-ground); }
.matrix .total { font-weight: 400; }
.matrix thead th:nth-child(2), .matrix tr > :nth-child(2) { border-right: .5rem solid transparent; }
.matrix tr:last-child > * { padding-top: .375rem; }
.key { font-size: .8125rem; margin-top: .375rem; }
.failures, .reasons { list-style: none; padding: 0; }
.failures > li { padding: .25rem 0 .25rem 1.375rem; text-indent: -1.375rem; border-top: 1px solid var(--line); }
.failures > li > * { text-indent: 0; }
.failures .sign { display: inline-block; width: 1.375rem; text-align: center; text-indent: 0; font-weight: 700; }
.failures .message { overflow-wrap: anywhere; color: var(--quiet); }
.leads { margin-bottom: .25rem; overflow-wrap: anywhere; }
.changes ul, .failures { font-size: .875rem; }
.key span { white-space: nowrap; }
.reasons > li { padding: .3125rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.ids { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.ids a, .ids code { display: inline-block; min-height: 24px; line-height: 24px; }
.card details > summary { color: var(--quiet); font-size: .875rem; padding: .125rem 0; }
`
