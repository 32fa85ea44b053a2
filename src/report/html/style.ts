// The look of the HTML report: readable in light and dark, on paper, and at any width; colours meet WCAG AA.

export const htmlStyle = `
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
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 70rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
h4 { font-size: .8125rem; margin: .5rem 0 .25rem; color: var(--quiet); }
p { margin: .25rem 0; max-width: 75ch; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; unicode-bidi: isolate; overflow-wrap: anywhere; }
pre { margin: 0; padding: .5rem .625rem; background: var(--raised); border-radius: .25rem; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--page); }
.quiet { color: var(--quiet); }
.outcome { font-weight: 700; font-size: 1.15rem; }
.pass, .conformant { color: var(--pass); }
.fail, .non-conformant { color: var(--fail); }
.deviation, .inconclusive, .waived, .incomplete { color: var(--warn); }
.error { color: var(--error); }
.gap, .not-run, .not-applicable, .out-of-scope { color: var(--quiet); }
.tally { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 1rem 0; padding: 0; list-style: none; }
.tally b { font-size: 1.5rem; font-variant-numeric: tabular-nums; margin-right: .375rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin: .5rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end;
  padding: .75rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
@media (min-width: 60rem) { form { position: sticky; top: 0; z-index: 1; } }
form[hidden] { display: none; }
label { display: grid; font-size: .8125rem; color: var(--quiet); }
input, select, button { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--quiet);
  border-radius: .25rem; padding: .3125rem .5rem; min-height: 2rem; }
.clause { border-top: 1px solid var(--line); }
.clause:last-child { border-bottom: 1px solid var(--line); }
summary .quiet { margin-left: .5rem; }
summary { padding: .5rem .25rem; cursor: pointer; }
summary:hover { background: var(--raised); }
.verdict { display: inline-block; min-width: 9rem; font-weight: 600; }
.level { display: inline-block; min-width: 4.5rem; font-size: .8125rem; }
.body { padding: 0 .25rem 1rem 1.25rem; }
.failure { margin: 1rem 0; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .75rem; margin: .5rem 0; }
.sides > * { min-width: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 44rem; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: break-word; }
th { color: var(--quiet); font-size: .8125rem; }
@media print {
  :root { --page: #fff; --raised: #f4f4f4; --text: #000; --quiet: #444; --line: #999; --pass: #1a6b34; --fail: #a8201a; --warn: #7a4b00; --error: #7a1f7a; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  form, .skip { display: none; }
  .failure, tr { break-inside: avoid; }
}
`
