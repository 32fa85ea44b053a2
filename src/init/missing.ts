// What a look says to somebody who begins: what is in the way, and what is missing that would show more.
import type { Finding } from '../look/finding.ts'
import { clausesWithout } from '../look/supplies.ts'
import { wrapped } from '../report/index.ts'

/** Whether it is something that only the operator can supply, and no tenant needs to have. */
export function isSupply({ id }: Finding): boolean {
  return /^(?:supply|fixture|receiver|writes)\b/.test(id)
}

/** Whether it says that the tenant is not the one that was meant, or does not take what was given. */
export function isObstacle(finding: Finding): boolean {
  return (
    finding.state === 'problem' && !isSupply(finding) && !/^(?:node|report-folder|scope)\b/.test(finding.id)
  )
}

/** " (5 clauses)" */
export function clausesOf({ unlocks }: Finding): string {
  return unlocks === null ? '' : ` (${unlocks} ${unlocks === 1 ? 'clause' : 'clauses'})`
}

const indent = 8

/** What would show more, beginning with what shows most; "" where nothing is missing. @param width columns */
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
  return `What is still missing, and how many clauses get no verdict without it:\n${lines.join('\n')}\n`
}
