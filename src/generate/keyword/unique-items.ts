// The keyword `uniqueItems`.
import type { Json } from '../../base/json.ts'
import * as effect from '../branch/effect.ts'
import { kinds } from '../value/kind.ts'
import { areUnique } from '../value/unique.ts'
import { bothSides, does, type Rule } from './rule.ts'

export const uniqueItems: Rule = {
  keyword: 'uniqueItems',
  assertions({ uniqueItems: wanted }) {
    if (wanted !== true) return []
    const holds = (value: Json): boolean => !Array.isArray(value) || areUnique(value as readonly Json[])
    return [{ keyword: 'uniqueItems', holds }]
  },
  effects: ({ uniqueItems: wanted }) => (wanted === true ? [effect.set('unique')] : []),
  failing: ({ uniqueItems: wanted }) =>
    wanted === true ? [does(effect.only(kinds.array), effect.set('repeated'))] : [],
  probes: () => bothSides(effect.only(kinds.array), effect.raise('minItems', 2)),
}
