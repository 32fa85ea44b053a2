// The HTML report. The page loads no other files, is safe for hostile text, and works without scripts.
import { html, raw } from 'hono/html'
import { visibleDeep } from '../../base/visible.ts'
import { causesOf } from '../causes/causes.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report } from '../model/report.ts'
import { pageHead } from '../text/page.ts'
import { changesMarkup } from './changes.ts'
import { clausesMarkup } from './clauses.ts'
import { failedMarkup } from './failed-clauses.ts'
import { headerMarkup } from './header.ts'
import { matrixMarkup } from './matrix.ts'
import { openPointsMarkup } from './open-points.ts'
import { picturesMarkup } from './picture/pictures.ts'
import { runMarkup } from './run.ts'
import { htmlScript } from './script/script.ts'
import { htmlStyle } from './style/style.ts'
import { aftermathMarkup, unansweredMarkup } from './unanswered.ts'

export function reportHtml(report: Report): string {
  const safe = visibleDeep(report, { lines: true })
  const { target, outcome } = safe
  const contract = foreignContract(safe)
  const causes = causesOf(safe.clauses)
  const sections = [
    { id: 'matrix', name: 'Matrix', markup: matrixMarkup(safe) },
    { id: 'failures', name: 'What failed', markup: failedMarkup(causes) },
    { id: 'changes', name: 'What changed', markup: changesMarkup(safe) },
    { id: 'unanswered', name: 'Not observed', markup: unansweredMarkup(safe) },
    { id: 'notes', name: 'Notes', markup: aftermathMarkup(safe) },
    { id: 'clauses', name: 'Clauses', markup: clausesMarkup(safe, causes) },
    { id: 'pictures', name: 'Measured', markup: picturesMarkup(safe) },
    { id: 'open-points', name: 'Open points', markup: openPointsMarkup(safe) },
    { id: 'run', name: 'The run', markup: runMarkup(safe) },
  ].filter(({ markup }) => markup !== '')
  const section = (...ids: readonly string[]) =>
    sections.filter(({ id }) => ids.includes(id)).map(({ markup }) => markup)
  const found = section('failures', 'changes')
  const title = `${outcome}: ${target.baseUrl}${contract === null ? '' : `, ${contract}`}`
  const page = html`${pageHead(title, htmlStyle, htmlScript)}
<body>
<a class="skip" href="#clauses">Skip to the clauses</a>
${headerMarkup(safe)}
<div class="columns">
<nav aria-label="Sections"><ul>${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main>
<div class="overview${found.length === 0 ? '' : ' found'}">
<div>${section('matrix')}</div>
${found.length === 0 ? '' : html`<div class="findings">${found}</div>`}
<div>${section('unanswered', 'notes')}</div>
</div>
${section('clauses', 'pictures', 'open-points', 'run')}
</main>
</div>
<div class="heard" role="status" id="copied"></div>
${raw(`<script>${htmlScript}</script>`)}
</body>
</html>
`
  return String(page)
}
