// Finds out whether an instance is valid, or which keywords fail.
import type { Json } from '../../base/json.ts'
import type { Assertion } from '../keyword/rule.ts'
import type { Rules } from '../keyword/rules.ts'
import { isSchemaObject, type Node, type SchemaObject } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { child } from '../value/pointer.ts'
import { type Check, checkOf } from './check.ts'
import { type Evaluation, type Failing, type OpenEvaluation, Visit } from './visit.ts'

const passed: Evaluation = { valid: true, members: new Set(), elements: new Set() }
const refused: Evaluation = { valid: false, members: new Set(), elements: new Set() }

/** Stops the evaluation of contradictory schemas, for example a schema that is valid if it is not valid. */
const depthMax = 400

interface Own {
  readonly assertions: readonly Assertion[]
  readonly isLeaf: boolean
}

const applying: ReadonlySet<string> = new Set([
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'contains', 'unevaluatedItems'],
])

export class Evaluator {
  readonly #set: SchemaSet
  readonly #rules: Rules
  readonly #checks = new Map<Node, Check>()
  readonly #own = new Map<SchemaObject, Own>()

  constructor(set: SchemaSet, rules: Rules) {
    this.#set = set
    this.#rules = rules
  }

  valid(node: Node, value: Json): boolean {
    return this.check(node)(value, 0)
  }

  /** @throws RangeError for a schema that applies itself without end */
  check(node: Node): Check {
    let check = this.#checks.get(node)
    if (check === undefined) {
      check = this.#make(node)
      this.#checks.set(node, check)
    }
    return check
  }

  /** Omits failures within a valid subschema, for example in an alternative of `anyOf`. */
  failures(node: Node, value: Json): Failing[] {
    const into: Failing[] = []
    this.#run(node, value, '', null, into, 0, false)
    return into
  }

  #make(node: Node): Check {
    const { schema } = node
    if (!isSchemaObject(schema)) return () => schema
    if (isOwner(schema)) {
      return (value, depth) => this.#run(node, value, '', null, null, depth, true).valid
    }
    const parts = checkOf(this.#set, node, schema, this.#ownOf(schema).assertions, (next) => this.#lazy(next))
    return (value, depth) => {
      if (depth > depthMax) throw new RangeError('the schema refers to itself without end')
      for (const part of parts) if (!part(value, depth)) return false
      return true
    }
  }

  #lazy(node: Node): Check {
    let check: Check | undefined
    return (value, depth) => {
      check ??= this.check(node)
      return check(value, depth + 1)
    }
  }

  #ownOf(schema: SchemaObject): Own {
    let own = this.#own.get(schema)
    if (own === undefined) {
      const isLeaf = !Object.keys(schema).some((keyword) => applying.has(keyword))
      own = { assertions: this.#rules.assertions(schema), isLeaf }
      this.#own.set(schema, own)
    }
    return own
  }

  // @param key name of the member or index of the element in `above`; null for the value at `above`
  // @param tracked whether to return the evaluated members and elements
  #run(
    node: Node,
    value: Json,
    above: string,
    key: string | number | null,
    into: Failing[] | null,
    depth: number,
    tracked: boolean,
  ): Evaluation {
    const { schema } = node
    if (depth > depthMax) throw new RangeError('the schema refers to itself without end')
    if (!isSchemaObject(schema)) {
      if (!schema) into?.push({ pointer: pointerOf(above, key), keyword: 'false schema', schema })
      return schema ? passed : refused
    }
    const { assertions, isLeaf } = this.#ownOf(schema)
    // Most subschemas are valid, so the fast check comes first. A root whose failures are collected is
    // probably invalid.
    const isDoubtful = depth === 0 && into !== null
    if (!tracked && !isLeaf && !isDoubtful && this.check(node)(value, depth)) return passed
    const note = (keyword: string, property?: string): void => {
      const pointer = pointerOf(above, key)
      into?.push({ pointer, keyword, schema, ...(property === undefined ? {} : { property }) })
    }
    let valid = true
    for (const { keyword, property, holds, surely } of assertions) {
      if ((into === null ? (surely ?? holds) : holds)(value)) continue
      valid = false
      note(keyword, property)
    }
    if (isLeaf || (!valid && into === null)) return valid ? passed : refused
    const result: OpenEvaluation = { valid, members: new Set(), elements: new Set() }
    const fail = (keyword: string, property?: string): void => {
      result.valid = false
      note(keyword, property)
    }
    const here = tracked || isOwner(schema)
    const pointer = pointerOf(above, key)
    const run = (sub: Node, part: Json, within: string | number | null, quiet: boolean): Evaluation =>
      this.#run(sub, part, pointer, within, quiet ? null : into, depth + 1, within === null && here)
    new Visit(this.#set, node, schema, value, result, fail, run, into).everything()
    return result
  }
}

function pointerOf(above: string, key: string | number | null): string {
  return key === null ? above : child(above, key)
}

function isOwner(schema: SchemaObject): boolean {
  return schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined
}
