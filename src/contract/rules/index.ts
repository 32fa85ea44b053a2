// Built-in rules: requirements for any operation of a kind. Clauses name rules; the engine checks them. Import only this file of the folder.
import { rulesOfChanges } from './changes.ts'
import { rulesOfConstraints } from './constraints.ts'
import { rulesOfLife } from './life.ts'
import { rulesOfParameters } from './parameters.ts'
import { rulesOfRequests } from './requests.ts'
import { rulesOfResponses } from './responses.ts'
import type { Rule } from './rule.ts'
import { rulesOfValues } from './values.ts'

export { constraintsIn, referencesIn, sentServerSet, uniqueIn } from './condition.ts'
export { referenceClause } from './constraints.ts'
export { parameterInWords } from './parameters.ts'
export type { Rule, RuleFacts } from './rule.ts'

export const rules: readonly Rule[] = [
  ...rulesOfRequests,
  ...rulesOfValues,
  ...rulesOfConstraints,
  ...rulesOfChanges,
  ...rulesOfLife,
  ...rulesOfResponses,
  ...rulesOfParameters,
]

export function ruleNamed(name: string): Rule | undefined {
  return rules.find((rule) => rule.name === name)
}
