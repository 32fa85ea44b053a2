// A badge shows the outcome of a run and the version of the specification.
import { clip } from '../../base/clip.ts'
import type { Outcome } from '../../base/verdict.ts'
import { visible, visibleJson } from '../../base/visible.ts'
import type { Report } from '../model/report.ts'

/** The JSON of a shields endpoint (`schemas/meta/badge.json`). */
export interface Badge {
  readonly schemaVersion: 1
  readonly label: string
  readonly message: string
  readonly color: string
  readonly isError?: true
}

const labelCharactersMax = 60

const colors: Readonly<Record<Outcome, string>> = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  incomplete: 'yellow',
}

function badgeOf({ contract, outcome, clauses, run }: Report): Badge {
  const partly =
    run.interrupted || run.truncated === true || clauses.some(({ verdict }) => verdict === 'out-of-scope')
  const version = contract === undefined ? [] : [contract.version]
  return {
    schemaVersion: 1,
    label: visible(clip(contract?.title || 'conformance', labelCharactersMax)),
    message: visible([outcome, ...version, ...(partly ? ['(in part)'] : [])].join(' ')),
    color: partly && outcome === 'conformant' ? 'yellowgreen' : colors[outcome],
    ...(outcome === 'non-conformant' ? { isError: true } : {}),
  }
}

export function badgeJson(report: Report): string {
  return `${visibleJson(badgeOf(report))}\n`
}
