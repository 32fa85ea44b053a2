// Evaluates instances against schemas: every failed keyword with its place, and what was evaluated (Core 7.7).
import { isObject, type Json } from '../../base/json.ts'
import {
  isSchemaObject,
  type Node,
  namedSchemasOf,
  numberOf,
  type Schema,
  type SchemaObject,
  schemasOf,
} from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { matches } from '../value/pattern.ts'
import { child } from '../value/pointer.ts'
import { failedAssertions } from './assertion.ts'

/** One keyword that an instance fails. */
export interface Failing {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

/** What one schema found: which members and elements of the instance it, or what it applies, evaluated. */
interface Result {
  valid: boolean
  readonly members: Set<string>
  readonly elements: Set<number>
}

/** How deep evaluation follows references that consume nothing before it gives up (a paradox, such as not itself). */
const depthMax = 400

export class Evaluator {
  readonly #set: SchemaSet
  constructor(set: SchemaSet) {
    this.#set = set
  }

  valid(node: Node, value: Json): boolean {
    return this.#run(node, value, '', null, 0).valid
  }

  /** Every failed keyword, those inside failed alternatives included. */
  failures(node: Node, value: Json): Failing[] {
    const into: Failing[] = []
    this.#run(node, value, '', into, 0)
    return into
  }

  #run(node: Node, value: Json, pointer: string, into: Failing[] | null, depth: number): Result {
    const result: Result = { valid: true, members: new Set(), elements: new Set() }
    const { schema } = node
    if (depth > depthMax) throw new RangeError('the schema refers to itself without end')
    if (!isSchemaObject(schema)) {
      result.valid = schema
      if (!schema) into?.push({ pointer, keyword: 'false schema', schema })
      return result
    }
    const fail = (keyword: string, property?: string): void => {
      result.valid = false
      into?.push({ pointer, keyword, schema, ...(property === undefined ? {} : { property }) })
    }
    failedAssertions(schema, value, fail)
    if (!result.valid && into === null) return result
    const visit = new Visit(this.#set, node, schema, value, result, fail, (sub, part, at, quiet) =>
      this.#run(sub, part, at === '' ? pointer : pointer + at, quiet ? null : into, depth + 1),
    )
    visit.inPlace()
    if (isObject(value)) visit.object(value)
    else if (Array.isArray(value)) visit.array(value as readonly Json[])
    return result
  }
}

type Run = (sub: Node, part: Json, at: string, quiet: boolean) => Result

// One schema object on one instance.
class Visit {
  readonly #set: SchemaSet
  readonly #node: Node
  readonly #schema: SchemaObject
  readonly #value: Json
  readonly #result: Result
  readonly #fail: (keyword: string, property?: string) => void
  readonly #run: Run

  constructor(
    set: SchemaSet,
    node: Node,
    schema: SchemaObject,
    value: Json,
    result: Result,
    fail: (keyword: string, property?: string) => void,
    run: Run,
  ) {
    this.#set = set
    this.#node = node
    this.#schema = schema
    this.#value = value
    this.#result = result
    this.#fail = fail
    this.#run = run
  }

  inPlace(): void {
    const { allOf, anyOf, oneOf, not, if: condition, dependentSchemas } = this.#schema
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      if (this.#schema[keyword] === undefined) continue
      this.#require(this.#run(this.#set.target(this.#node, keyword), this.#value, '', false))
    }
    for (const each of schemasOf(allOf)) this.#require(this.#apply(each, false))
    if (anyOf !== undefined && !this.#count(schemasOf(anyOf)).some((each) => each.valid)) this.#fail('anyOf')
    if (oneOf !== undefined && this.#count(schemasOf(oneOf)).filter((each) => each.valid).length !== 1) {
      this.#fail('oneOf')
    }
    const negated = schemasOf([not])[0]
    if (negated !== undefined && this.#apply(negated, true).valid) this.#fail('not')
    const tested = schemasOf([condition])[0]
    if (tested !== undefined) {
      const outcome = this.#apply(tested, true)
      if (outcome.valid) this.#adopt(outcome)
      const next = schemasOf([outcome.valid ? this.#schema.then : this.#schema.else])[0]
      if (next !== undefined && !this.#require(this.#apply(next, false))) this.#fail('if')
    }
    if (!isObject(this.#value)) return
    for (const [name, each] of namedSchemasOf(dependentSchemas)) {
      if (Object.hasOwn(this.#value, name)) this.#require(this.#apply(each, false))
    }
  }

  object(value: Exclude<Json, readonly Json[] | null | string | number | boolean>): void {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties } = this.#schema
    const { propertyNames } = this.#schema
    const named = new Map(namedSchemasOf(properties))
    const patterns = namedSchemasOf(patternProperties)
    const [additional] = schemasOf([additionalProperties])
    const [names] = schemasOf([propertyNames])
    for (const [name, member] of Object.entries(value)) {
      if (names !== undefined && !this.#run(this.#set.sub(this.#node, names), name, '', false).valid) {
        this.#fail('propertyNames', name)
      }
      const applied = patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema)
      const own = named.get(name)
      if (own !== undefined) applied.push(own)
      if (applied.length === 0 && additional !== undefined) {
        if (additional === false) this.#fail('additionalProperties', name)
        else applied.push(additional)
        this.#result.members.add(name)
      }
      for (const schema of applied) {
        this.#result.members.add(name)
        this.#member(schema, name, member)
      }
    }
    const [unevaluated] = schemasOf([unevaluatedProperties])
    if (unevaluated === undefined) return
    for (const [name, member] of Object.entries(value)) {
      if (this.#result.members.has(name)) continue
      this.#result.members.add(name)
      if (unevaluated === false) this.#fail('unevaluatedProperties', name)
      else this.#member(unevaluated, name, member)
    }
  }

  array(value: readonly Json[]): void {
    const { items, prefixItems, contains, unevaluatedItems } = this.#schema
    const prefix = schemasOf(prefixItems)
    const [rest] = schemasOf([items])
    for (const [index, element] of value.entries()) {
      const schema = prefix[index] ?? rest
      if (schema === undefined) continue
      this.#result.elements.add(index)
      if (schema === false && index >= prefix.length) this.#fail('items')
      this.#element(schema, index, element)
    }
    const [sought] = schemasOf([contains])
    if (sought !== undefined) {
      const found = [...value.entries()].filter(
        ([, element]) => this.#run(this.#set.sub(this.#node, sought), element, '', true).valid,
      )
      for (const [index] of found) this.#result.elements.add(index)
      const least = numberOf(this.#schema, 'minContains')
      if (found.length < (least ?? 1)) {
        if (least !== undefined) this.#fail('minContains')
        if (found.length === 0) this.#fail('contains')
      }
      const most = numberOf(this.#schema, 'maxContains') ?? Number.POSITIVE_INFINITY
      if (found.length > most) this.#fail('maxContains')
    }
    const [unevaluated] = schemasOf([unevaluatedItems])
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
    if (!this.#run(sub, member, child('', name), false).valid) this.#result.valid = false
  }

  #element(schema: Schema, index: number, element: Json): void {
    const sub = this.#set.sub(this.#node, schema)
    if (!this.#run(sub, element, child('', index), false).valid) this.#result.valid = false
  }

  #apply(schema: Schema, quiet: boolean): Result {
    return this.#run(this.#set.sub(this.#node, schema), this.#value, '', quiet)
  }

  #count(schemas: readonly Schema[]): Result[] {
    const results = schemas.map((each) => this.#apply(each, false))
    for (const each of results) if (each.valid) this.#adopt(each)
    return results
  }

  #require(outcome: Result): boolean {
    if (outcome.valid) this.#adopt(outcome)
    else this.#result.valid = false
    return outcome.valid
  }

  #adopt(outcome: Result): void {
    for (const name of outcome.members) this.#result.members.add(name)
    for (const index of outcome.elements) this.#result.elements.add(index)
  }
}
