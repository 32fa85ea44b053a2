// Separates obstacles to a run from missing prerequisites.

import { counted } from '../base/text/counted.ts'
import type { Finding } from '../diagnostics/finding.ts'
import { clausesWithout } from '../diagnostics/prerequisites.ts'
import { clauseIdsWithout, type Measurable } from '../diagnostics/unlocks.ts'
import { wrapped } from '../report/index.ts'

export function isSupply({ id }: Finding): boolean {
  return /^(?:supply|fixture|receiver|writes)\b/.test(id)
}

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
 * Lists the missing prerequisites. The first one blocks the most clauses. A clause counts only for the first
 * prerequisite that blocks it.
 */
export function missingText(findings: readonly Finding[], config: Measurable, width: number): string {
  const missing = findings
    .filter((one) => isSupply(one) && one.state === 'warning')
    .sort((one, other) => (other.unlocks ?? 0) - (one.unlocks ?? 0))
  if (missing.length === 0) return ''
  const seen = new Set<string>()
  const lines = missing.flatMap((finding) => {
    const { found, remedy, unlocks } = finding
    const ids = clauseIdsWithout(config, thingOf(finding, config))
    const further = ids?.filter((id) => !seen.has(id)) ?? []
    for (const id of further) seen.add(id)
    const count = unlocks === null || ids === null ? unlocks : further.length
    const what = found.replace(clausesWithout(unlocks), '')
    const [first = '', ...more] = wrapped(
      `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${remedy}`,
      Math.max(30, width - indent),
    )
    return [
      `${String(count ?? '?').padStart(indent - 2)}  ${first}`,
      ...more.map((line) => ' '.repeat(indent) + line),
    ]
  })
  const heading = 'Missing prerequisites, with the number of clauses that get no verdict.'
  const rule = 'A clause that lacks several prerequisites counts only for the first of them:'
  return `${[heading, rule].flatMap((one) => wrapped(one, width)).join('\n')}\n${lines.join('\n')}\n`
}

function thingOf({ id }: Finding, { writes }: Measurable): string {
  return id === 'writes' ? `writes.${writes}` : id.replace(/^supply\./, '')
}
