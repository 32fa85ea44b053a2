// Divides the findings of a diagnosis into two groups: obstacles to a run, and missing prerequisites.

import { counted } from '../base/text/counted.ts'
import type { Finding } from '../diagnostics/finding.ts'
import { clausesWithout } from '../diagnostics/prerequisites.ts'
import { wrapped } from '../report/index.ts'

export function isSupply({ id }: Finding): boolean {
  return /^(?:supply|fixture|receiver|writes)\b/.test(id)
}

/** Returns whether a finding prevents a run, because the tenant has a problem or rejects the given values. */
export function isObstacle(finding: Finding): boolean {
  return (
    finding.state === 'problem' && !isSupply(finding) && !/^(?:node|report-folder|scope)\b/.test(finding.id)
  )
}

export function clausesOf({ unlocks }: Finding): string {
  return unlocks === null ? '' : ` (${counted(unlocks, 'clause')})`
}

const indent = 8

/**
 * Returns a text about the missing prerequisites. The first entry blocks the most clauses. The text is empty
 * if nothing is missing.
 * @param width width of the text in columns
 */
export function missingText(findings: readonly Finding[], width: number): string {
  const missing = findings
    .filter((one) => isSupply(one) && one.state === 'warning')
    .sort((one, other) => (other.unlocks ?? 0) - (one.unlocks ?? 0))
  if (missing.length === 0) return ''
  const lines = missing.flatMap(({ found, remedy, unlocks }) => {
    const what = found.replace(clausesWithout(unlocks), '')
    const [first = '', ...more] = wrapped(
      `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${remedy}`,
      Math.max(30, width - indent),
    )
    return [
      `${String(unlocks ?? '?').padStart(indent - 2)}  ${first}`,
      ...more.map((line) => ' '.repeat(indent) + line),
    ]
  })
  return `Missing prerequisites, with the number of clauses that need each of them (a clause can need several):\n${lines.join('\n')}\n`
}
