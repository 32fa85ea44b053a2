// `allOf`, `anyOf`, `oneOf` and `not`: several schemas for one value.
import type { Step } from '../branch/demand.ts'
import { schemasOf } from '../schema/schema.ts'
import { type Applicator, always, asks } from './applicator.ts'

export const combinations: Applicator = {
  keywords: ['allOf', 'anyOf', 'oneOf', 'not'],
  composed: ['anyOf', 'oneOf', 'not'],
  assert(assertion) {
    const { schema, state, owners } = assertion
    for (const [index, each] of schemasOf(schema.allOf).entries()) {
      if (!assertion.omits('allOf', String(index))) state.demand(assertion.is(each), owners)
    }
    if (schema.anyOf !== undefined && !assertion.omits('anyOf')) {
      const ways = schemasOf(schema.anyOf).map((each) => asks(assertion.is(each)))
      state.choose(() => ways, owners)
    }
    if (schema.oneOf !== undefined && !assertion.omits('oneOf')) {
      const all = schemasOf(schema.oneOf)
      const ways = all.map((each, index) =>
        asks(
          assertion.is(each),
          ...all.filter((_, other) => other !== index).map((other) => assertion.not(other)),
        ),
      )
      state.choose(() => ways, owners)
    }
    for (const each of schemasOf([schema.not])) state.demand(assertion.not(each), [])
  },
  failing(keyword, refusal) {
    const { schema } = refusal
    const list = schemasOf(schema[keyword])
    if (keyword === 'allOf') return always(list.map((each) => asks(refusal.not(each))))
    if (keyword === 'not') return always(schemasOf([schema.not]).map((each) => asks(refusal.is(each))))
    const none = asks(...list.map((each) => refusal.not(each)))
    if (keyword === 'anyOf') return always([none])
    const pairs = list.flatMap((one, index) =>
      list.slice(index + 1).map((other) => asks(refusal.is(one), refusal.is(other))),
    )
    return always([none, ...pairs])
  },
  *steps(schema): Iterable<readonly [Step, string]> {
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const index of schemasOf(schema[keyword]).keys()) yield [{ keyword, key: String(index) }, '']
    }
  },
}
