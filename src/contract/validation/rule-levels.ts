// Checks the names of built-in rules in `rules`.
import { tokenOf } from '../../base/json.ts'
import type { RuleLevels } from '../contract.ts'
import { type Problems, unknownName } from '../problems.ts'
import { rules } from '../rules/index.ts'

export function checkRuleLevels(levels: RuleLevels | undefined, file: string, problems: Problems): void {
  const names = rules.map(({ name }) => name)
  for (const name of Object.keys(levels ?? {}))
    if (!names.includes(name)) problems.add(file, `/rules/${tokenOf(name)}`, unknownName('rule', name, names))
}
