// Styles of the clauses and of their filter.

export const clauseStyle = `
form { display: flex; flex-wrap: wrap; gap: .5rem .625rem; font-size: .875rem; align-items: end; padding: .625rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
@media (min-width: 64rem) and (min-height: 40rem) { form { position: sticky; top: 0; z-index: 2; } #clauses .clause { scroll-margin-top: 6.5rem; } }
label { display: grid; font-size: .8125rem; color: var(--quiet); min-width: 0; }
.words { flex: 1 1 10rem; }
.words input { width: 100%; min-width: 0; }
form select { max-width: 12rem; } form button { font-size: .8125rem; }
#shown { font-size: .8125rem; color: var(--quiet); align-self: center; }
.group h3 { margin: 1.25rem 0 .25rem; }
.group .operation { font-size: .8125rem; font-weight: 600; color: var(--quiet); margin: 1rem 0 .125rem; }
.clause { border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2.375rem; }
.clause[open] { content-visibility: visible; }
.clause:last-child { border-bottom: 1px solid var(--line); }
.clause > summary { display: grid; grid-template-columns: 1rem 8rem 4.25rem minmax(0, 1fr) auto 9.5rem; gap: 0 .5rem; padding: .4375rem .25rem; align-items: baseline; list-style: none; }
.clause > summary::-webkit-details-marker { display: none; }
.clause > summary::before { content: "›"; color: var(--quiet); font-weight: 700; }
.clause[open] > summary::before { content: "⌄"; }
.clause > summary:hover { background: var(--raised); }
.clause > summary:focus-visible { outline-offset: -2px; }
.clause:target > summary { background: var(--raised); }
.clause .id { grid-column: 4; }
.often { grid-column: 6; font-size: .8125rem; color: var(--quiet); text-align: right; }
.clause > summary > .quiet { grid-column: 5; font-size: .8125rem; }
.said { display: none; }
@media (min-width: 110rem) {
  .clause > summary { grid-template-columns: 1rem 8rem 4.25rem 26rem minmax(0, 1fr) auto 9.5rem; }
  .clause > summary > .said { display: block; grid-column: 5; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: var(--quiet); font-size: .875rem; }
  .clause[open] > summary > .said { visibility: hidden; }
  .clause > summary > .quiet { grid-column: 6; } .clause > summary > .often { grid-column: 7; }
}
.verdict { font-weight: 600; }
.level { font-size: .8125rem; }
@media (max-width: 52rem) {
  .clause > summary { grid-template-columns: 1rem auto auto 1fr; }
  .clause .id { grid-column: 2 / -1; } .clause > summary > .quiet { grid-column: 2 / 4; } .often { grid-column: 4; }
}
.body { padding: .125rem .25rem 1.5rem 1.75rem; }
@media (max-width: 52rem) { .body { padding-left: .25rem; } }
.statement { font-size: 1.0625rem; }
.reason { color: var(--quiet); }
.tools { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; font-size: .8125rem; margin: .25rem 0; }
.failure { margin-top: .75rem; padding-top: .25rem; border-top: 1px solid var(--line); }
.failure > h3 { margin-top: .5rem; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: .25rem 1.25rem; margin: .25rem 0; }
.sides > * { min-width: 0; }
@media (min-width: 52rem) {
  .sides > .exchange:only-child { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); grid-template-rows: auto auto; grid-auto-flow: column; gap: 0 1.25rem; align-items: start; }
  .exchange:only-child > .raw { grid-row: 3; grid-column: 1 / -1; }
}
.again { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: .25rem 1.25rem; align-items: start; }
.again > * { min-width: 0; }
.again pre { max-height: 9.5rem; overflow: auto; }
.copyable h4 { display: flex; gap: .625rem; align-items: center; min-height: 1.75rem; }
.strip { display: flex; flex-wrap: wrap; gap: .375rem .375rem; padding: 0; margin: .75rem 0; list-style: none; }
.strip li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .375rem; padding: .1875rem .5rem; border: 1px solid var(--line); border-radius: .25rem; font-size: .8125rem; max-width: 100%; }
.strip li + li::before { content: "→"; color: var(--quiet); margin-right: .25rem; }
.strip li.attempt { border-color: var(--fail); border-width: 2px; } .strip li.more { border-style: dashed; color: var(--quiet); }
.role { color: var(--quiet); } .attempt .role { color: var(--fail); font-weight: 600; }
.status { font-weight: 650; } .s2.status { color: var(--pass); } .s5.status { color: var(--fail); } .s0.status { color: var(--error); }
.raw > summary, .steps > summary { color: var(--quiet); font-size: .8125rem; padding: .25rem 0; }
.rests { font-weight: 550; margin-top: .5rem; } .rests .quiet { font-weight: 400; }
`
