// `$ref` and `$dynamicRef`.
import { is, not, type Step } from '../branch/demand.ts'
import type { SchemaObject } from '../schema/schema.ts'
import { type Applicator, always, asks } from './applicator.ts'

const keywords = ['$ref', '$dynamicRef'] as const

export const references: Applicator = {
  keywords,
  composed: [],
  assert(assertion) {
    const { set, node, schema, state, owners } = assertion
    for (const keyword of keywords) {
      if (schema[keyword] === undefined || assertion.omits(keyword)) continue
      state.demand(is(set.target(node, keyword)), owners)
    }
  },
  failing: (keyword, { set, node }) =>
    always([asks(not(set.target(node, keyword === '$ref' ? '$ref' : '$dynamicRef')))]),
  *steps(schema: SchemaObject): Iterable<readonly [Step, string]> {
    for (const keyword of keywords) if (schema[keyword] !== undefined) yield [{ keyword, key: '' }, '']
  },
}
