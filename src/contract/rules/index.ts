// Built-in rules: requirements for all operations of one type. Other folders import only this file.
import { rulesOfChanges } from './changes.ts'
import { rulesOfConstraints } from './constraints.ts'
import { rulesOfLife } from './life.ts'
import { rulesOfLists } from './lists.ts'
import { rulesOfLogins } from './logins.ts'
import { rulesOfParameters } from './parameters.ts'
import { rulesOfPatches } from './patches.ts'
import { rulesOfRequests } from './requests.ts'
import { rulesOfResponses } from './responses.ts'
import type { Rule } from './rule.ts'
import { rulesOfValues } from './values.ts'

export { takesTag } from './changes.ts'
export { constraintsIn, referencesIn, sentServerSet, uniqueIn } from './condition.ts'
export { referenceClause } from './constraints.ts'
export { filterClause, sortingClause } from './lists.ts'
export { readWithSession, schemeOfLogin, schemeOfLogout } from './logins.ts'
export { parameterInWords } from './parameters.ts'
export { removableIn } from './patches.ts'
export type { Rule, RuleFacts } from './rule.ts'

export const rules: readonly Rule[] = [
  ...rulesOfRequests,
  ...rulesOfLogins,
  ...rulesOfValues,
  ...rulesOfConstraints,
  ...rulesOfChanges,
  ...rulesOfPatches,
  ...rulesOfLife,
  ...rulesOfLists,
  ...rulesOfResponses,
  ...rulesOfParameters,
]

export function ruleNamed(name: string): Rule | undefined {
  return rules.find((rule) => rule.name === name)
}
