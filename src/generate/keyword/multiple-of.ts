// The keyword `multipleOf`, for decimal numbers.
import * as effect from '../branch/effect.ts'
import { numberOf } from '../schema/schema.ts'
import { isMultiple } from '../value/decimal.ts'
import { numberKinds } from '../value/kind.ts'
import { bothSides, does, type Rule } from './rule.ts'

const keyword = 'multipleOf'

export const multipleOf: Rule = {
  keyword,
  assertions(schema) {
    const divisor = numberOf(schema, keyword)
    if (divisor === undefined) return []
    return [{ keyword, holds: (value) => typeof value !== 'number' || isMultiple(value, divisor) }]
  },
  effects(schema) {
    const divisor = numberOf(schema, keyword)
    return divisor === undefined ? [] : [effect.divisible('multiples', divisor)]
  },
  failing(schema) {
    const divisor = numberOf(schema, keyword)
    return divisor === undefined
      ? []
      : [does(effect.only(numberKinds), effect.divisible('notMultiples', divisor))]
  },
  probes: () => bothSides(effect.only(numberKinds), effect.exclude([0])),
}
