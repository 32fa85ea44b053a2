// Collects the clauses from the files of a contract.

import { appliesTo } from '../applies-to.ts'
import { type Clause, clauseOf } from '../clause.ts'
import { type Problems, unknownName } from '../problems.ts'
import { type RuleFacts, ruleNamed, rules } from '../rules/index.ts'
import type { SourceFiles } from './source-files.ts'

export function clausesFrom(
  { operations, cross }: Pick<SourceFiles, 'operations' | 'cross'>,
  facts: RuleFacts,
  problems: Problems,
): Map<string, Clause> {
  const clauses = new Map<string, Clause>()
  const add = (clause: Clause, file: string, place: string): void => {
    const pointer = `${place}/id`
    const rule = clause.law === null ? undefined : ruleNamed(clause.law)
    if (clause.law !== null && rule === undefined)
      problems.add(
        file,
        `${place}/law`,
        unknownName(
          'law',
          clause.law,
          rules.map(({ name }) => name),
        ),
      )
    const operation = facts.operations.get(clause.operation)
    const resource = facts.resources.get(operation?.resource ?? '')
    if (
      rule !== undefined &&
      operation !== undefined &&
      resource !== undefined &&
      !rule.holdsFor(operation, resource, facts)
    )
      problems.add(
        file,
        `${place}/law`,
        `the law "${rule.name}" does not apply to ${operation.name}: "life" of the resource contains ${Object.keys(resource.life).join(', ') || 'no operation'}, and the method of the operation is ${operation.method}. For other conditions of the law see docs/contract-reference.md`,
      )
    if (clauses.has(clause.id))
      problems.add(file, pointer, `there is another clause ${clause.id}: give each clause a unique id`)
    clauses.set(clause.id, clause)
  }
  for (const { file, content } of operations)
    for (const [index, source] of (content.clauses ?? []).entries())
      add(clauseOf(source, content.name, null), file, `/clauses/${index}`)
  for (const { file, content } of cross) {
    for (const [index, source] of (content.each ?? []).entries())
      for (const operation of facts.operations.values())
        if (appliesTo(source.appliesTo, operation))
          add(clauseOf(source, operation.name, content.concern), file, `/each/${index}`)
    for (const [index, source] of (content.clauses ?? []).entries())
      add(clauseOf(source, 'any', content.concern), file, `/clauses/${index}`)
  }
  return clauses
}
