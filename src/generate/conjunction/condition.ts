// `if` with `then` and `else`, `dependentSchemas` and `dependentRequired`.
import type { Alternative, Step } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { isSchemaObject, namedSchemasOf, namesOf, schemaIn, schemasOf } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import { type Applicator, always, asks, type SchemaAssertion } from './applicator.ts'

export const conditions: Applicator = {
  keywords: ['if', 'then', 'else'],
  composed: ['if'],
  assert(assertion) {
    const { schema, state, owners } = assertion
    const tested = schemaIn(schema.if)
    if (tested === undefined || assertion.omits('then') || assertion.omits('else')) return
    const positive = schemasOf([schema.then]).map((each) => assertion.is(each))
    const negative = schemasOf([schema.else]).map((each) => assertion.is(each))
    // Without `then` and `else`, `if` only evaluates members. The search may ignore this effect.
    if (positive.length + negative.length === 0) return
    const ways = [asks(assertion.is(tested), ...positive), asks(assertion.not(tested), ...negative)]
    state.choose(() => ways, owners)
  },
  failing(keyword, refusal) {
    const { schema } = refusal
    const tested = schemaIn(schema.if)
    if (keyword !== 'if' || tested === undefined) return always([])
    const then = schemasOf([schema.then]).map((each) => asks(refusal.is(tested), refusal.not(each)))
    const otherwise = schemasOf([schema.else]).map((each) => asks(refusal.not(tested), refusal.not(each)))
    return always([...then, ...otherwise])
  },
  *steps(schema): Iterable<readonly [Step, string]> {
    for (const keyword of ['then', 'else']) {
      if (schema.if !== undefined && schema[keyword] !== undefined) yield [{ keyword, key: '' }, '']
    }
  },
}

export const dependencies: Applicator = {
  keywords: ['dependentSchemas'],
  composed: [],
  assert(assertion) {
    const { dependentRequired, dependentSchemas } = assertion.schema
    const requirements = isSchemaObject(dependentRequired) ? Object.entries(dependentRequired) : []
    for (const [trigger, names] of requirements) {
      const present = [effect.add('required', trigger, ...namesOf(names))]
      depend(assertion, trigger, { effects: present, demands: [] })
    }
    for (const [trigger, each] of namedSchemasOf(dependentSchemas)) {
      if (assertion.omits('dependentSchemas', trigger)) continue
      const present = [effect.add('required', trigger)]
      depend(assertion, trigger, { effects: present, demands: [assertion.is(each)] })
    }
  },
  failing: (_, refusal) =>
    always(
      namedSchemasOf(refusal.schema.dependentSchemas).map(([trigger, each]) => ({
        effects: [effect.only(kinds.object), effect.add('required', trigger)],
        demands: [refusal.not(each)],
      })),
    ),
  *steps(schema): Iterable<readonly [Step, string]> {
    for (const [key] of namedSchemasOf(schema.dependentSchemas))
      yield [{ keyword: 'dependentSchemas', key }, '']
  },
}

function depend({ state, owners }: SchemaAssertion, trigger: string, present: Alternative): void {
  const absent: Alternative = { effects: [effect.add('absent', trigger)], demands: [] }
  const there = { ...present, effects: [effect.only(kinds.object), ...present.effects] }
  state.choose((branch) => {
    if (branch.required.includes(trigger) && branch.kinds === kinds.object) return [there]
    return (branch.kinds & kinds.object) === 0 ? [asks()] : [there, absent]
  }, owners)
}
