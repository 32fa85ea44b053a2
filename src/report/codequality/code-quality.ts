// GitLab's Code Quality: a finding for each clause that is not well, for the widget of a merge request.
import { clip } from '../../base/clip.ts'
import { visible, visibleJson } from '../../base/visible.ts'
import { fingerprintOf } from '../model/fingerprint.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { ofSpecification } from '../model/tally.ts'

const charactersMax = 500

type Severity = 'info' | 'minor' | 'major' | 'critical'

/** One finding, of those members of the Code Climate format that GitLab reads. */
export interface Finding {
  readonly description: string
  readonly check_name: string
  /** Of the clause: the same in every run, so that a merge request shows what came and what went. */
  readonly fingerprint: string
  readonly severity: Severity
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } }
}

/**
 * The findings of a report. A failed MUST is critical, a deviation minor (with `strict` critical), an error of the checker major; a
 * MUST that could not be observed is information, as what is not observed is not well either.
 * @param reportFile path of the report.json below the folder of the job: a finding is located where its clause stands there
 */
export function codeQuality(report: Report, reportFile: string): readonly Finding[] {
  const lines = linesOfClauses(report)
  return report.clauses.flatMap((clause) => {
    const severity = severityOf(clause, report.run.strict)
    if (severity === null) return []
    const description = `${clause.level} ${clause.id}: ${clause.failures[0]?.message ?? clause.reason}`
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

/** The findings as the text of a `codequality` artifact. */
export function codeQualityJson(report: Report, reportFile: string): string {
  return `${visibleJson(codeQuality(report, reportFile))}\n`
}

function severityOf(clause: ReportClause, strict: boolean): Severity | null {
  const counts = ofSpecification(clause) && (clause.level === 'MUST' || strict)
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

// The text that report.json has: where an id is a clause's own stands there by its indent.
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
