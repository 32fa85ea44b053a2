// The keyword `type`.
import * as effect from '../branch/effect.ts'
import { everyKind, kindOf, kinds, kindsOf } from '../value/kind.ts'
import { does, type Probe, type Rule } from './rule.ts'

export const type: Rule = {
  keyword: 'type',
  assertions({ type: named }) {
    if (named === undefined) return []
    const allowed = kindsOf(named)
    return [{ keyword: 'type', holds: (value) => (allowed & kindOf(value)) !== 0 }]
  },
  effects: ({ type: named }) => (named === undefined ? [] : [effect.only(kindsOf(named))]),
  failing({ type: named }) {
    const others = everyKind & ~kindsOf(named)
    return others === 0 ? [] : [does(effect.only(others))]
  },
  probes({ type: named }) {
    const allowed = kindsOf(named)
    return Object.values(kinds).map((kind): Probe => {
      const valid = (kind & allowed) !== 0
      return { side: valid ? 'inside' : 'outside', valid, attempts: [[effect.only(kind)]] }
    })
  },
}
