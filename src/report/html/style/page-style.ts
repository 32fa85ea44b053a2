// Styles of the complete page.

export const pageStyle = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 1.75rem clamp(1rem, 2.5vw, 3rem) 5rem; max-width: 152rem; background: var(--page); color: var(--text);
  font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums; }
h1, h2, h3, h4, p, ul, ol, dl, figure { margin: 0; }
h2 { font-size: 1.125rem; line-height: 1.35; font-weight: 650; margin-bottom: .5rem; }
h3 { font-size: .9375rem; font-weight: 650; margin: 1rem 0 .25rem; }
h4 { font-size: .8125rem; font-weight: 600; margin: .5rem 0 .25rem; }
h2 .quiet, h3 .quiet, h4 .quiet { font-weight: 400; }
h2 .quiet { font-size: .9375rem; margin-left: .375rem; }
p { max-width: 80ch; }
p, li, dd, h2, h3, h4, summary { overflow-wrap: anywhere; }
p + p { margin-top: .25rem; }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: from-font; }
code, pre { font: .8125rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; unicode-bidi: isolate; overflow-wrap: anywhere; }
pre { margin: 0; padding: .5rem .75rem; background: var(--raised); border-radius: .25rem; white-space: pre-wrap; }
pre i { font-style: normal; color: var(--quiet); }
mark { background: var(--mark); color: var(--text); font-weight: 600; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .2em; }
ul { padding-left: 1.125rem; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
#clauses:focus { outline: none; }
.quiet { color: var(--quiet); }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--page); z-index: 3; }
summary { cursor: pointer; }
button, input, select { font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--quiet); border-radius: .25rem; padding: .25rem .5rem; min-height: 2rem; max-width: 100%; }
button:hover { background: var(--raised); }
main > section { margin-top: 2.5rem; }
.columns > nav { margin: .5rem 0 1.25rem; font-size: .875rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .25rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
@media (min-width: 84rem) {
  .columns { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: 0 2rem; }
  .columns > nav { position: sticky; top: 0; align-self: start; margin: 0; padding-top: 1rem; max-height: 100vh; overflow: auto; }
  nav ul { display: grid; }
}
.wide { position: relative; overflow-x: auto; scrollbar-width: thin; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
.wide > table { min-width: 40rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem 1rem .375rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { color: var(--quiet); font-size: .8125rem; font-weight: 600; }
td.number { text-align: right; }
#open-points td:nth-child(2) { min-width: 18rem; max-width: 40rem; }
.rows { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.25rem; }
.rows dt { color: var(--quiet); }
.rows dd { margin: 0; overflow-wrap: anywhere; }
.rows code { background: var(--raised); padding: 0 .25rem; border-radius: .1875rem; margin-right: .375rem; }
@media (max-width: 36rem) { .rows { grid-template-columns: minmax(0, 1fr); gap: 0; } .rows dd { margin-bottom: .5rem; } }
.copy { display: none; }
.scripted .copy { display: inline-block; font-size: .8125rem; min-height: 1.75rem; padding: .0625rem .5rem; font-weight: 400; }
`
