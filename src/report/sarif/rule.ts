// Converts a clause to a SARIF rule.
import type { ReportingDescriptor } from 'sarif'
import { clip } from '../../base/clip.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { code, escaped } from '../text/markdown-text.ts'
import { partInWords } from '../text/part-in-words.ts'

// Limits of code scanning services.
const descriptionCharactersMax = 900
const idCharactersMax = 255

export function levelOf({ level }: Pick<ReportClause, 'level'>, strict: boolean): 'error' | 'warning' {
  return level === 'MUST' || strict ? 'error' : 'warning'
}

export function ruleOf(clause: ReportClause, report: Report): ReportingDescriptor {
  const { id, part, family, operation, statement } = clause
  const level = levelOf(clause, report.run.strict)
  const explain = `npx ${report.tool.name} clauses explain ${id}`
  const weight = `${clause.level}${part === '' ? '' : `, ${partInWords(part)}`}`
  return {
    id: ruleIdOf(clause),
    shortDescription: { text: clip(statement, descriptionCharactersMax) },
    fullDescription: { text: clip(`${statement} (${weight})`, descriptionCharactersMax) },
    help: {
      text: `${statement}\n\n${weight}. How it is checked: ${explain}`,
      markdown: `${escaped(statement)}\n\n${escaped(weight)}. How it is checked: ${code(explain)}`,
    },
    defaultConfiguration: { level },
    properties: {
      tags: [
        'conformance',
        clause.level,
        operation,
        ...(family === undefined ? [] : [family]),
        ...(foreignContract(report) === null ? [] : ['unproven']),
      ],
      'problem.severity': level,
      part,
    },
  }
}

export function ruleIdOf({ id }: Pick<ReportClause, 'id'>): string {
  return id.slice(0, idCharactersMax)
}
