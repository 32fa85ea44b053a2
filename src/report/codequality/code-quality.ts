// The Code Quality report for GitLab: failures, errors, and unobserved clauses that affect the outcome.
import { clip } from '../../base/clip.ts'
import { visible, visibleJson } from '../../base/visible.ts'
import { fingerprintOf } from '../model/fingerprint.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { headlineOf, resultOf } from '../model/result.ts'
import { isCounted } from '../model/tally.ts'

const charactersMax = 500

type Severity = 'info' | 'minor' | 'major' | 'critical'

export interface Finding {
  readonly description: string
  readonly check_name: string
  /** Equal in all runs, so that GitLab can distinguish new findings from fixed findings. */
  readonly fingerprint: string
  readonly severity: Severity
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } }
}

/** @param reportFile path relative to the folder of the job */
export function codeQuality(report: Report, reportFile: string): readonly Finding[] {
  const lines = linesOfClauses(report)
  return report.clauses.flatMap((clause) => {
    const severity = severityOf(clause, report.run.strict)
    if (severity === null) return []
    const description = `${clause.level} ${clause.id}: ${headlineOf(clause)}`
    return [
      {
        description: visible(clip(description, charactersMax)),
        check_name: clause.id,
        fingerprint: fingerprintOf(clause, report),
        severity,
        location: { path: reportFile, lines: { begin: lines.get(clause.id) ?? 1 } },
      },
    ]
  })
}

export function codeQualityJson(report: Report, reportFile: string): string {
  return `${visibleJson(codeQuality(report, reportFile))}\n`
}

function severityOf(clause: ReportClause, strict: boolean): Severity | null {
  const counts = isCounted(clause, strict)
  switch (resultOf(clause)) {
    case 'fail':
    case 'deviation':
      return counts ? 'critical' : 'minor'
    case 'error':
      return 'major'
    case 'inconclusive':
    case 'not-run':
      return counts ? 'info' : null
    default:
      return null
  }
}

function linesOfClauses(report: Report): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const lines = visibleJson(report).split('\n')
  const from = lines.indexOf('  "clauses": [')
  for (const [index, line] of lines.entries()) {
    const [, id] = /^ {6}"id": "(.*)",$/.exec(line) ?? []
    if (index > from && id !== undefined && !found.has(id)) found.set(id, index + 1)
  }
  return found
}
