// Lists the rules of all keywords.
import type { Json } from '../../base/json.ts'
import type { Effect } from '../branch/demand.ts'
import type { SchemaObject } from '../schema/schema.ts'
import { numericBounds } from './bound.ts'
import { choices } from './choice.ts'
import { type CustomKeywords, customRule } from './custom.ts'
import { type CustomFormats, formatRule } from './format.ts'
import { multipleOf } from './multiple-of.ts'
import { pattern } from './pattern.ts'
import { requirements } from './required.ts'
import type { Assertion, Rule } from './rule.ts'
import { sizes } from './size.ts'
import { type } from './type.ts'
import { uniqueItems } from './unique-items.ts'

export class Rules {
  readonly ownKeywords: readonly string[]
  readonly ownFormats: readonly string[]
  readonly #rules: ReadonlyMap<string, Rule>

  constructor(keywords: CustomKeywords = {}, formats: CustomFormats = {}) {
    this.ownKeywords = Object.keys(keywords)
    this.ownFormats = Object.keys(formats)
    const all: readonly Rule[] = [
      type,
      ...choices,
      formatRule(formats),
      ...numericBounds,
      multipleOf,
      pattern,
      ...sizes,
      uniqueItems,
      ...requirements,
      ...Object.entries(keywords).map(([name, keyword]) => customRule(name, keyword)),
    ]
    this.#rules = new Map(all.map((rule) => [rule.keyword, rule]))
  }

  of(keyword: string): Rule | undefined {
    return this.#rules.get(keyword)
  }

  assertions(schema: SchemaObject): Assertion[] {
    return this.#carried(schema).flatMap((rule) => rule.assertions(schema))
  }

  effects(schema: SchemaObject): Effect[] {
    return this.#carried(schema).flatMap((rule) => rule.effects(schema))
  }

  holds(schema: SchemaObject, value: Json): boolean {
    return this.assertions(schema).every(({ holds }) => holds(value))
  }

  #carried(schema: SchemaObject): Rule[] {
    return [...this.#rules.values()].filter((rule) => Object.hasOwn(schema, rule.keyword))
  }
}
