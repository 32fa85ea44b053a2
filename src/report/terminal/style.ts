// Colours and marks for the terminal.
import pc from 'picocolors'
import type { Result } from '../model/report-diff.ts'

export type Paint = ReturnType<typeof pc.createColors>

export function paint(color: boolean): Paint {
  return pc.createColors(color)
}

/** Differs in shape, not only colour. */
export function markOf(result: Result, colors: Paint): string {
  switch (result) {
    case 'pass':
      return colors.green('✓')
    case 'fail':
      return colors.red('✗')
    case 'deviation':
      return colors.yellow('!')
    case 'waived':
      return colors.yellow('~')
    case 'error':
      return colors.magenta('✗')
    case 'inconclusive':
      return colors.yellow('?')
    case 'gap':
    case 'not-run':
    case 'not-applicable':
    case 'out-of-scope':
      return colors.dim('-')
  }
}
