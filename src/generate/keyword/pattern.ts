// `pattern`, not anchored.
import * as effect from '../branch/effect.ts'
import { stringOf } from '../schema/schema.ts'
import { kinds, numberKinds } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import { bothSides, does, type Rule } from './rule.ts'

export const pattern: Rule = {
  keyword: 'pattern',
  assertions(schema) {
    const source = stringOf(schema, 'pattern')
    if (source === undefined) return []
    return [{ keyword: 'pattern', holds: (value) => typeof value !== 'string' || matches(source, value) }]
  },
  effects(schema) {
    const source = stringOf(schema, 'pattern')
    return source === undefined ? [] : [effect.add('patterns', source)]
  },
  failing(schema) {
    const source = stringOf(schema, 'pattern')
    return source === undefined ? [] : [does(effect.only(kinds.string), effect.add('notPatterns', source))]
  },
  probes: () => bothSides(effect.only(kinds.string | numberKinds)),
}
