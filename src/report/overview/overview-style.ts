// Styles of the overview. The colours meet WCAG AA.

export const overviewStyle = `
:root {
  color-scheme: light dark;
  --page: #fbfbf9; --raised: #f1f1ee; --text: #1c1e21; --quiet: #565b62; --line: #cfd1d4; --focus: #0b57d0;
  --pass: #1a6b34; --fail: #a8201a; --warn: #7a4b00; --error: #7a1f7a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16181b; --raised: #1f2226; --text: #e6e7e9; --quiet: #a6abb3; --line: #3c4147; --focus: #a8c7fa;
    --pass: #6fce8b; --fail: #ff938a; --warn: #e8b45a; --error: #e5a3e5;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 110rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p { margin: .25rem 0; max-width: 75ch; overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: .2em; }
code { font: .875rem/1.5 ui-monospace, monospace; unicode-bidi: isolate; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.lead { font-weight: 700; font-size: 1.15rem; }
.quiet { color: var(--quiet); font-weight: 400; }
.small { font-size: .8125rem; display: block; }
.state { font-weight: 600; white-space: nowrap; }
.pass, .conformant { color: var(--pass); }
.fail, .non-conformant { color: var(--fail); }
.deviation, .inconclusive, .not-run, .waived, .gap, .incomplete { color: var(--warn); }
.error { color: var(--error); }
.not-applicable, .out-of-scope, .none { color: var(--quiet); }
.wide { overflow-x: auto; border-bottom: 1px solid var(--line); }
table { border-collapse: separate; border-spacing: 0; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem; border-top: 1px solid var(--line); }
thead th { color: var(--quiet); font-size: .8125rem; border-top: 0; vertical-align: bottom; }
tbody th { position: sticky; left: 0; z-index: 1; background: var(--page); min-width: 8rem; max-width: 45vw;
  overflow-wrap: anywhere; border-right: 1px solid var(--line); padding-left: 0; }
thead th:first-child { padding-left: 0; }
.matrix td { min-width: 6.5rem; padding-inline: .5rem; }
.matrix .state { white-space: normal; }
.place { min-width: 12rem; overflow-wrap: anywhere; }
.scope { min-width: 14rem; max-width: 24rem; overflow-wrap: anywhere; }
.date { white-space: nowrap; }
@media (max-width: 40rem) { tbody th .small { display: none; } }
@media (min-width: 48rem) { tbody th { max-width: 28rem; } }
@media print {
  :root { color-scheme: light; --page: #fff; --raised: #f4f4f4; --text: #000; --quiet: #444; --line: #999; --pass: #1a6b34; --fail: #a8201a;
    --warn: #7a4b00; --error: #7a1f7a; }
  @page { size: landscape; margin: 1cm; }
  body { max-width: none; padding: 0; font-size: 8pt; }
  .wide { overflow: visible; }
  tbody th, .matrix td, .place, .scope { position: static; min-width: 0; max-width: none; }
  th, td { padding: .2rem .35rem; }
  .state { white-space: normal; }
  tr { break-inside: avoid; }
}
`
