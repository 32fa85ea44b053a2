// Compares a branch with a hint, the instance to stay close to.
import { isObject, type Json } from '../../base/json.ts'
import { type Branch, memberDemands } from '../branch/branch.ts'
import { conjunction } from '../branch/demand.ts'
import { kindOf } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import type { Satisfaction } from './satisfaction.ts'

/** Counts places that must differ. */
export function distance(branch: Branch, hint: Json, satisfaction: Satisfaction): number {
  if ((kindOf(hint) & branch.kinds) === 0) return 1000
  if (Array.isArray(hint)) {
    const elements = hint as readonly Json[]
    const wrong = elements.filter((each, index) => !satisfaction.elementAllowed(branch, index, each))
    const over =
      Math.max(0, elements.length - branch.maxItems) + Math.max(0, branch.minItems - elements.length)
    return wrong.length + over
  }
  if (isObject(hint)) {
    const names = Object.keys(hint)
    const wrong = names.filter(
      (name) =>
        branch.absent.includes(name) ||
        !satisfaction.satisfies(conjunction(memberDemands(branch, name, matches)), hint[name] ?? null),
    )
    return wrong.length + branch.required.filter((name) => !names.includes(name)).length
  }
  return satisfaction.satisfiesBranch(branch, hint) ? 0 : 1
}
