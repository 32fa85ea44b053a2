// `prefixItems`, `items`, and `contains` with its minimum and maximum.
import type { Alternative, Demand, Step } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { does } from '../keyword/rule.ts'
import { isSchemaObject, numberOf, schemaIn, schemasOf } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import { child } from '../value/pointer.ts'
import { type Applicator, always } from './applicator.ts'

export const items: Applicator = {
  keywords: ['prefixItems', 'items'],
  composed: [],
  assert(assertion) {
    const { schema, state, owners, step } = assertion
    const prefix = schemasOf(schema.prefixItems)
    const rest = schemaIn(schema.items)
    if (prefix.length === 0 && rest === undefined) return
    const demands: (Demand | null)[] = prefix.map((each, index) =>
      assertion.omits('prefixItems', String(index)) ? null : assertion.is(each),
    )
    if (rest !== undefined && assertion.omits('items')) {
      for (let index = prefix.length; index < Number(step?.at); index++) demands.push(assertion.is(rest))
      demands.push(null)
    }
    const further = rest === undefined ? null : assertion.is(rest)
    state.effect(effect.row({ prefix: demands, rest: further, coversRest: rest !== undefined, owners }))
  },
  failing(keyword, refusal) {
    const array = effect.only(kinds.array)
    const prefix = schemasOf(refusal.schema.prefixItems)
    if (keyword === 'prefixItems') {
      return always(prefix.map((each, index) => does(array, effect.element(index, refusal.not(each)))))
    }
    const rest = schemaIn(refusal.schema.items)
    if (rest === undefined) return always([])
    return always(
      [0, 1, 2].map((step) => does(array, effect.element(prefix.length + step, refusal.not(rest)))),
    )
  },
  *steps(schema): Iterable<readonly [Step, string]> {
    const prefix = schemasOf(schema.prefixItems).length
    for (let index = 0; index < prefix; index++) {
      yield [{ keyword: 'prefixItems', key: String(index), at: index }, child('', index)]
    }
    const closing = schema.items === false && prefix > 0
    if ((schema.items === false || isSchemaObject(schema.items)) && !closing) {
      yield [{ keyword: 'items', key: '', at: prefix }, '/*']
    }
  },
}

export const contains: Applicator = {
  keywords: ['contains', 'minContains', 'maxContains'],
  composed: ['contains', 'minContains', 'maxContains'],
  assert(assertion) {
    const { set, schema, state, owners } = assertion
    const sought = schemaIn(schema.contains)
    if (sought === undefined) return
    const min = numberOf(schema, 'minContains') ?? 1
    const max = numberOf(schema, 'maxContains') ?? Number.POSITIVE_INFINITY
    const evaluating = set.containsEvaluates(schema) ? owners : []
    state.effect(effect.contains({ demand: assertion.is(sought), min, max, owners: evaluating }))
    if (min > 0 || max < min) state.effect(effect.raise('minItems', min))
  },
  failing(keyword, refusal) {
    const { schema } = refusal
    const sought = schemaIn(schema.contains)
    const counted = (min: number, max: number): Alternative[] => {
      if (sought === undefined || max < min) return []
      const entry = { demand: refusal.is(sought), min, max, owners: [] }
      return [does(effect.only(kinds.array), effect.contains(entry), effect.raise('minItems', min))]
    }
    const least = numberOf(schema, 'minContains')
    if (keyword === 'contains') return always(least === 0 ? [] : counted(0, 0))
    if (keyword === 'minContains') return always(counted(0, (least ?? 1) - 1))
    return always(counted((numberOf(schema, 'maxContains') ?? 0) + 1, Number.POSITIVE_INFINITY))
  },
  steps: () => [],
}
