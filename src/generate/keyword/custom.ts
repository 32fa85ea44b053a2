// Custom keywords that the caller defines.
import type * as fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import * as effect from '../branch/effect.ts'
import type { SchemaObject } from '../schema/schema.ts'
import { everyKind, type KindName, kindOf, kindsOf } from '../value/kind.ts'
import { bothSides, does, type Rule } from './rule.ts'

export interface CustomKeyword {
  /** Types of values that the keyword concerns. The default is every type. */
  readonly type?: TypeName | readonly TypeName[]
  readonly accepts: (value: Json, given: Json, schema: SchemaObject) => boolean
  /**
   * Makes values that the keyword accepts. By default, the generator filters the instances of the other
   * keywords.
   */
  readonly values?: (given: Json, schema: SchemaObject) => fc.Arbitrary<Json>
  readonly failing?: (given: Json, schema: SchemaObject) => fc.Arbitrary<Json>
}

export type CustomKeywords = Readonly<Record<string, CustomKeyword>>
type TypeName = Exclude<KindName, 'fraction'> | 'number'

export function customRule(keyword: string, custom: CustomKeyword): Rule {
  const about = custom.type === undefined ? everyKind : kindsOf(custom.type)
  const accepts =
    (schema: SchemaObject) =>
    (value: Json): boolean =>
      (kindOf(value) & about) === 0 || custom.accepts(value, schema[keyword] as Json, schema)
  const keyOf = (schema: SchemaObject): string => `${keyword} ${JSON.stringify(schema[keyword])}`
  const isGiven = (schema: SchemaObject): boolean => Object.hasOwn(schema, keyword)
  return {
    keyword,
    assertions: (schema) => (isGiven(schema) ? [{ keyword, holds: accepts(schema) }] : []),
    effects(schema) {
      if (!isGiven(schema)) return []
      const values = custom.values?.(schema[keyword] as Json, schema) ?? null
      return [effect.test({ key: keyOf(schema), holds: accepts(schema), values })]
    },
    failing(schema) {
      if (!isGiven(schema)) return []
      const holds = accepts(schema)
      const values = custom.failing?.(schema[keyword] as Json, schema) ?? null
      const fails = effect.test({ key: `no ${keyOf(schema)}`, holds: (value) => !holds(value), values })
      return [does(effect.only(about), fails)]
    },
    probes: () => bothSides(effect.only(about)),
  }
}
