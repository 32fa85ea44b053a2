// Colours and marks for the terminal.
import pc from 'picocolors'
import type { Result } from '../model/result.ts'
import { signs } from '../text/result.ts'

export type Paint = ReturnType<typeof pc.createColors>

export function paint(color: boolean): Paint {
  return pc.createColors(color)
}

/** The marks differ in shape, not only in colour. */
export function markOf(result: Result, colors: Paint): string {
  switch (result) {
    case 'pass':
      return colors.green(signs.pass)
    case 'fail':
      return colors.red(signs.fail)
    case 'deviation':
      return colors.yellow(signs.deviation)
    case 'waived':
      return colors.yellow(signs.waived)
    case 'error':
      return colors.magenta('✗')
    case 'inconclusive':
      return colors.yellow(signs.inconclusive)
    case 'gap':
    case 'not-run':
    case 'not-applicable':
    case 'out-of-scope':
      return colors.dim('-')
  }
}
