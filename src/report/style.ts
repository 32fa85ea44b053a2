// Colours and marks of the terminal views.
import pc from 'picocolors'
import type { ReportClause } from './report.ts'

export type Paint = ReturnType<typeof pc.createColors>

/** Functions that colour text, or leave it as it is. */
export function paint(color: boolean): Paint {
  return pc.createColors(color)
}

/** The mark of a clause: its shape tells the verdict also where colours do not show. */
export function markOf(clause: Pick<ReportClause, 'verdict' | 'level' | 'waived'>, colors: Paint): string {
  switch (clause.verdict) {
    case 'pass':
      return colors.green('✓')
    case 'fail':
      if (clause.waived !== undefined) return colors.yellow('~')
      return clause.level === 'MUST' ? colors.red('✗') : colors.yellow('!')
    case 'error':
      return colors.magenta('✗')
    case 'inconclusive':
      return colors.yellow('?')
    case 'not-run':
    case 'not-applicable':
      return colors.dim('-')
  }
}
