// A badge: the outcome with the version of the specification, never a percentage.
import { clip } from '../../base/clip.ts'
import type { Outcome } from '../../base/verdict.ts'
import { visible, visibleJson } from '../../base/visible.ts'
import type { Report } from '../model/report.ts'

/** What a shields endpoint serves (`schemas/meta/badge.json`). */
export interface Badge {
  readonly schemaVersion: 1
  readonly label: string
  readonly message: string
  readonly color: string
  /** Whether it keeps its colour whatever somebody asks for in the address of the badge. */
  readonly isError?: true
}

const labelCharactersMax = 60

// What is not known is not well, and what was left out is told: only a whole run that conforms is green.
const colors: Readonly<Record<Outcome, string>> = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  incomplete: 'yellow',
}

/** The badge of a report. */
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

/** The badge as its file has it. */
export function badgeJson(report: Report): string {
  return `${visibleJson(badgeOf(report))}\n`
}
