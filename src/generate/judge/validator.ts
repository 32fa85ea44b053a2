// Checks generated values, and the reasons why the schema refuses them.
import type { Json } from '../../base/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import type { Evaluator } from './evaluator.ts'
import type { SecondOpinion } from './second-opinion.ts'
import type { Failing } from './visit.ts'

export interface Reason {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

export class Validator {
  readonly #set: SchemaSet
  readonly #evaluator: Evaluator

  readonly second: SecondOpinion | null

  constructor(set: SchemaSet, evaluator: Evaluator, second: SecondOpinion | null) {
    this.#set = set
    this.#evaluator = evaluator
    this.second = second
  }

  /** Returns whether the value is valid in every interpretation of formats. */
  accepts(value: Json): boolean {
    return this.#accepts(value)
  }

  /** Returns whether the value is valid in at least one interpretation of formats. */
  tolerates(value: Json): boolean {
    return this.#accepts(value) || this.#failures(value).length === 0
  }

  refuses(value: Json, reason: Reason): boolean {
    return this.#failures(value).some((failing) => isReason(failing, reason))
  }

  refusesOnly(value: Json, reason: Reason): boolean {
    const failures = this.#failures(value)
    const { pointer, keyword } = reason
    return (
      failures.some((failing) => isReason(failing, reason)) &&
      failures.every((failing) => failing.pointer === pointer && failing.keyword === keyword)
    )
  }

  #failures(value: Json): readonly Failing[] {
    try {
      return this.#evaluator.failures(this.#set.root, value)
    } catch (error) {
      if (error instanceof RangeError) return []
      throw error
    }
  }

  // A RangeError means that the schema applies itself without end. No value is then valid.
  #accepts(value: Json): boolean {
    try {
      return this.#evaluator.valid(this.#set.root, value)
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }
}

function isReason(failing: Failing, { pointer, keyword, schema, property }: Reason): boolean {
  return (
    failing.pointer === pointer &&
    failing.keyword === keyword &&
    (failing.schema === schema || failing.schema === false) &&
    (property === undefined || failing.property === property)
  )
}
