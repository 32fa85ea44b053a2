// The keywords `enum` and `const`.
import { equal, type Json } from '../../base/json.ts'
import * as effect from '../branch/effect.ts'
import { enumOf } from '../schema/schema.ts'
import { everyKind, kindOf } from '../value/kind.ts'
import { does, outside, type Probe, type Rule } from './rule.ts'

const probesMax = 50

export const choices: readonly Rule[] = [ruleOf('enum'), ruleOf('const')]

function ruleOf(keyword: 'enum' | 'const'): Rule {
  return {
    keyword,
    assertions(schema) {
      const values = enumOf(schema, keyword)
      return values === undefined ? [] : [{ keyword, holds: among(values) }]
    },
    effects(schema) {
      const values = enumOf(schema, keyword)
      return values === undefined ? [] : [effect.choices(values)]
    },
    failing(schema) {
      const values = enumOf(schema, keyword)
      if (values === undefined) return []
      // Wrong values of an allowed type come first, because `type` does not refuse them.
      const same = values.reduce((bits: number, each) => bits | kindOf(each), 0)
      return [same, everyKind & ~same].map((bits) => does(effect.only(bits), effect.exclude(values)))
    },
    probes(schema) {
      const values = enumOf(schema, keyword) ?? []
      const inside = values
        .slice(0, probesMax)
        .map((each): Probe => ({ side: 'inside', valid: true, attempts: [[effect.choices([each])]] }))
      return [...inside, outside]
    },
  }
}

function among(allowed: readonly Json[]): (value: Json) => boolean {
  const deep = allowed.filter((each) => typeof each === 'object' && each !== null)
  const plain = new Set<Json>(allowed)
  return (value) => plain.has(value) || deep.some((each) => equal(each, value))
}
