// Evaluates a schema for one value, keyword by keyword.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import {
  isSchema,
  type Node,
  namedSchemasOf,
  numberOf,
  type Schema,
  type SchemaObject,
  schemaIn,
  schemasOf,
} from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { matches } from '../value/pattern.ts'

export interface Failing {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

/** The result, with the evaluated members and elements (JSON Schema Core, section 11). */
export interface Evaluation {
  readonly valid: boolean
  readonly members: ReadonlySet<string>
  readonly elements: ReadonlySet<number>
}

export interface OpenEvaluation extends Evaluation {
  valid: boolean
  readonly members: Set<string>
  readonly elements: Set<number>
}

type Run = (sub: Node, part: Json, key: string | number | null, quiet: boolean) => Evaluation

export class Visit {
  readonly #set: SchemaSet
  readonly #node: Node
  readonly #schema: SchemaObject
  readonly #value: Json
  readonly #result: OpenEvaluation
  readonly #fail: (keyword: string, property?: string) => void
  readonly #run: Run
  readonly #into: Failing[] | null

  constructor(
    set: SchemaSet,
    node: Node,
    schema: SchemaObject,
    value: Json,
    result: OpenEvaluation,
    fail: (keyword: string, property?: string) => void,
    run: Run,
    into: Failing[] | null,
  ) {
    this.#set = set
    this.#node = node
    this.#schema = schema
    this.#value = value
    this.#result = result
    this.#fail = fail
    this.#run = run
    this.#into = into
  }

  everything(): void {
    this.#inPlace()
    if (isObject(this.#value)) this.#object(this.#value)
    else if (Array.isArray(this.#value)) this.#array(this.#value as readonly Json[])
  }

  #inPlace(): void {
    const { allOf, anyOf, oneOf, not, if: condition, dependentSchemas } = this.#schema
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      if (this.#schema[keyword] === undefined) continue
      this.#require(this.#run(this.#set.target(this.#node, keyword), this.#value, null, false))
    }
    for (const each of schemasOf(allOf)) this.#require(this.#apply(each, false))
    if (anyOf !== undefined && !this.#alternatives(schemasOf(anyOf), (count) => count > 0))
      this.#fail('anyOf')
    if (oneOf !== undefined && !this.#alternatives(schemasOf(oneOf), (count) => count === 1))
      this.#fail('oneOf')
    const negated = schemaIn(not)
    if (negated !== undefined && this.#apply(negated, true).valid) this.#fail('not')
    const tested = schemaIn(condition)
    if (tested !== undefined) {
      const outcome = this.#apply(tested, true)
      if (outcome.valid) this.#adopt(outcome)
      const next = schemaIn(outcome.valid ? this.#schema.then : this.#schema.else)
      if (next !== undefined && !this.#require(this.#apply(next, false))) this.#fail('if')
    }
    if (!isObject(this.#value)) return
    for (const [name, each] of namedSchemasOf(dependentSchemas)) {
      if (Object.hasOwn(this.#value, name)) this.#require(this.#apply(each, false))
    }
  }

  #object(value: JsonObject): void {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties } = this.#schema
    const { propertyNames } = this.#schema
    const patterns = namedSchemasOf(patternProperties)
    const additional = schemaIn(additionalProperties)
    const names = schemaIn(propertyNames)
    for (const name of Object.keys(value)) {
      const member = value[name] ?? null
      if (names !== undefined && !this.#run(this.#set.sub(this.#node, names), name, null, false).valid) {
        this.#fail('propertyNames', name)
      }
      let evaluated = false
      const apply = (schema: Schema): void => {
        evaluated = true
        this.#member(schema, name, member)
      }
      for (const [pattern, schema] of patterns) if (matches(pattern, name)) apply(schema)
      const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
      if (isSchema(own)) apply(own)
      if (!evaluated && additional === false) {
        evaluated = true
        this.#fail('additionalProperties', name)
      } else if (!evaluated && additional !== undefined) apply(additional)
      if (evaluated) this.#result.members.add(name)
    }
    const unevaluated = schemaIn(unevaluatedProperties)
    if (unevaluated === undefined) return
    for (const [name, member] of Object.entries(value)) {
      if (this.#result.members.has(name)) continue
      this.#result.members.add(name)
      if (unevaluated === false) this.#fail('unevaluatedProperties', name)
      else this.#member(unevaluated, name, member)
    }
  }

  #array(value: readonly Json[]): void {
    const { items, prefixItems, contains, unevaluatedItems } = this.#schema
    const prefix = schemasOf(prefixItems)
    const rest = schemaIn(items)
    for (const [index, element] of value.entries()) {
      const schema = prefix[index] ?? rest
      if (schema === undefined) continue
      this.#result.elements.add(index)
      if (schema === false && index >= prefix.length) this.#fail('items')
      this.#element(schema, index, element)
    }
    const sought = schemaIn(contains)
    if (sought !== undefined) {
      const found = [...value.entries()].filter(
        ([, element]) => this.#run(this.#set.sub(this.#node, sought), element, null, true).valid,
      )
      if (this.#set.containsEvaluates(this.#schema)) {
        for (const [index] of found) this.#result.elements.add(index)
      }
      const least = numberOf(this.#schema, 'minContains')
      if (found.length < (least ?? 1)) {
        if (least !== undefined) this.#fail('minContains')
        if (found.length === 0) this.#fail('contains')
      }
      const most = numberOf(this.#schema, 'maxContains') ?? Number.POSITIVE_INFINITY
      if (found.length > most) this.#fail('maxContains')
    }
    const unevaluated = schemaIn(unevaluatedItems)
    if (unevaluated === undefined) return
    for (const [index, element] of value.entries()) {
      if (this.#result.elements.has(index)) continue
      this.#result.elements.add(index)
      if (unevaluated === false) this.#fail('unevaluatedItems')
      else this.#element(unevaluated, index, element)
    }
  }

  #member(schema: Schema, name: string, member: Json): void {
    const sub = this.#set.sub(this.#node, schema)
    if (!this.#run(sub, member, name, false).valid) this.#result.valid = false
  }

  #element(schema: Schema, index: number, element: Json): void {
    const sub = this.#set.sub(this.#node, schema)
    if (!this.#run(sub, element, index, false).valid) this.#result.valid = false
  }

  #apply(schema: Schema, quiet: boolean): Evaluation {
    return this.#run(this.#set.sub(this.#node, schema), this.#value, null, quiet)
  }

  #alternatives(schemas: readonly Schema[], enough: (count: number) => boolean): boolean {
    const before = this.#into?.length ?? 0
    const held = schemas.map((each) => this.#apply(each, false)).filter((each) => each.valid)
    for (const each of held) this.#adopt(each)
    const valid = enough(held.length)
    if (valid) this.#into?.splice(before)
    return valid
  }

  #require(outcome: Evaluation): boolean {
    if (outcome.valid) this.#adopt(outcome)
    else this.#result.valid = false
    return outcome.valid
  }

  #adopt(outcome: Evaluation): void {
    for (const name of outcome.members) this.#result.members.add(name)
    for (const index of outcome.elements) this.#result.elements.add(index)
  }
}
