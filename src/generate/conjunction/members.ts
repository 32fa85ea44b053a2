// `properties`, `patternProperties`, `additionalProperties` and `propertyNames`.
import type { Step } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { does } from '../keyword/rule.ts'
import { namedSchemasOf, type SchemaObject, schemaIn, schemasOf } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import { child } from '../value/pointer.ts'
import { type Applicator, always, type NameWish, type SchemaRefusal, type Ways } from './applicator.ts'

export const members: Applicator = {
  keywords: ['properties', 'patternProperties', 'additionalProperties'],
  composed: [],
  assert(assertion) {
    const { schema, state, owners, step } = assertion
    const { properties, patternProperties } = schema
    const additional = schemaIn(schema.additionalProperties)
    if (properties === undefined && patternProperties === undefined && additional === undefined) return
    const source = step?.keyword === 'patternProperties' ? step.key : null
    const exempted = source !== null || step?.keyword === 'additionalProperties'
    const named = namedSchemasOf(properties).map(
      ([name, each]) => [name, assertion.omits('properties', name) ? null : assertion.is(each)] as const,
    )
    const patterns = namedSchemasOf(patternProperties).map(
      ([each, held]) => [each, assertion.is(held)] as const,
    )
    const group = {
      properties: new Map(named),
      patterns,
      additional: additional === undefined ? null : assertion.is(additional),
      coversAdditional: additional !== undefined,
      exempt: exempted ? { source, name: String(step?.at) } : null,
      owners,
    }
    state.effect(effect.group(group))
  },
  failing(keyword, refusal) {
    const { schema } = refusal
    if (keyword === 'properties') {
      return always(
        namedSchemasOf(schema.properties).map(([name, each]) =>
          does(effect.only(kinds.object), effect.member(name, refusal.not(each))),
        ),
      )
    }
    if (keyword === 'patternProperties') return patterned(refusal)
    const additional = schemaIn(schema.additionalProperties)
    if (additional === undefined || additional === true) return always([])
    return (branch) =>
      refusal
        .fresh(branch, additionalNames(schema))
        .map((name) => does(effect.only(kinds.object), effect.member(name, refusal.not(additional))))
  },
  *steps(schema): Iterable<readonly [Step, string]> {
    for (const [key] of namedSchemasOf(schema.properties))
      yield [{ keyword: 'properties', key, at: key }, child('', key)]
  },
}

function patterned(refusal: SchemaRefusal): Ways {
  return (branch) =>
    namedSchemasOf(refusal.schema.patternProperties).flatMap(([source, each]) =>
      refusal
        .fresh(branch, { patterns: [source] })
        .map((name) => does(effect.only(kinds.object), effect.member(name, refusal.not(each)))),
    )
}

export const names: Applicator = {
  keywords: ['propertyNames'],
  composed: ['propertyNames'],
  assert(assertion) {
    const { schema, state, step } = assertion
    for (const each of schemasOf([schema.propertyNames])) {
      const exempt = step?.keyword === 'propertyNames' ? String(step.at) : null
      state.effect(effect.names(assertion.is(each), exempt))
    }
  },
  failing(_, refusal) {
    const wanted = schemaIn(refusal.schema.propertyNames)
    if (wanted === undefined || wanted === true) return always([])
    return (branch) =>
      refusal
        .fresh(branch, { demands: [refusal.not(wanted)] })
        .map((name) => does(effect.only(kinds.object), effect.add('required', name)))
  },
  steps: () => [],
}

/** Describes the names to which `additionalProperties` applies (JSON Schema Core, section 10.3.2.3). */
export function additionalNames(schema: SchemaObject): Pick<NameWish, 'excluded' | 'notPatterns'> {
  return {
    excluded: namedSchemasOf(schema.properties).map(([name]) => name),
    notPatterns: namedSchemasOf(schema.patternProperties).map(([source]) => source),
  }
}
