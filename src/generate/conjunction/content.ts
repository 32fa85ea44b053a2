// `contentEncoding`, `contentMediaType` and `contentSchema`, which never refuse a string.
import * as effect from '../branch/effect.ts'
import { schemasOf, stringOf } from '../schema/schema.ts'
import { isEncoding, isJsonType } from '../value/content.ts'
import { type Applicator, always } from './applicator.ts'

export const content: Applicator = {
  keywords: ['contentEncoding', 'contentMediaType', 'contentSchema'],
  composed: [],
  assert(assertion) {
    const { schema, state } = assertion
    const encoding = stringOf(schema, 'contentEncoding') ?? null
    const json = isJsonType(stringOf(schema, 'contentMediaType') ?? '')
    if ((encoding === null && !json) || (encoding !== null && !isEncoding(encoding))) return
    const [within] = json ? schemasOf([schema.contentSchema]) : []
    const demand = within === undefined ? null : assertion.is(within)
    state.effect(effect.content({ encoding, json, demand }))
  },
  failing: () => always([]),
  steps: () => [],
}
