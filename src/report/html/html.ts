// The HTML report: one self-contained page that works without scripts and escapes hostile text.
import { html, raw } from 'hono/html'
import { visibleDeep } from '../../base/visible.ts'
import { causesOf } from '../model/causes.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report } from '../model/report.ts'
import { contentSecurity } from '../text/content-security.ts'
import { changesMarkup } from './changes.ts'
import { clausesMarkup } from './clauses.ts'
import { failedMarkup } from './failed.ts'
import { headerMarkup } from './header.ts'
import { matrixMarkup } from './matrix.ts'
import { openPointsMarkup } from './open-points.ts'
import { picturesMarkup } from './picture/pictures.ts'
import { runMarkup } from './run.ts'
import { htmlScript } from './script/script.ts'
import { htmlStyle } from './style/style.ts'
import { aftermathMarkup, unansweredMarkup } from './unanswered.ts'

const allowed = contentSecurity(htmlStyle, htmlScript)

/** Works with screen readers, keyboards and paper. */
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
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(allowed)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${outcome}: ${target.baseUrl}${contract === null ? '' : `, ${contract}`}</title>
<style>${raw(htmlStyle)}</style>
</head>
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
