// Hints: an instance to stay close to, so that a value differs from it only where it must.
import { isObject, type Json } from '../base/json.ts'
import type { Admission } from './admit.ts'
import { type Branch, memberDemands } from './branch.ts'
import { conjunction } from './demand.ts'
import { kindOf } from './kind.ts'
import { matches } from './pattern.ts'

/** In how many places a value of the branch must differ from `hint`. */
export function distance(branch: Branch, hint: Json, admission: Admission): number {
  if ((kindOf(hint) & branch.kinds) === 0) return 1000
  if (Array.isArray(hint)) {
    const elements = hint as readonly Json[]
    const wrong = elements.filter((each, index) => !admission.elementAllowed(branch, index, each))
    const over =
      Math.max(0, elements.length - branch.maxItems) + Math.max(0, branch.minItems - elements.length)
    return wrong.length + over
  }
  if (isObject(hint)) {
    const names = Object.keys(hint)
    const wrong = names.filter(
      (name) =>
        branch.absent.includes(name) ||
        !admission.satisfies(conjunction(memberDemands(branch, name, matches)), hint[name] ?? null),
    )
    return wrong.length + branch.required.filter((name) => !names.includes(name)).length
  }
  return admission.admits(branch, hint) ? 0 : 1
}
