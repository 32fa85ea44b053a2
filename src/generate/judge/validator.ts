// The last word on every value: whether the schema accepts it, and whether it refuses it for one reason.
import type { Json } from '../../base/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import type { Evaluator } from './evaluator.ts'
import type { Failing } from './outcome.ts'
import type { SecondOpinion } from './second-opinion.ts'

/** Why a value is refused; the schema is a node's. */
export interface Reason {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

export class Validator {
  readonly #set: SchemaSet
  readonly #evaluator: Evaluator

  /** Of another validator; null where nothing is disputed. */
  readonly second: SecondOpinion | null

  constructor(set: SchemaSet, evaluator: Evaluator, second: SecondOpinion | null) {
    this.#set = set
    this.#evaluator = evaluator
    this.second = second
  }

  /** Whether the value is valid, as all readers of its formats agree. */
  accepts(value: Json): boolean {
    return this.#accepts(value)
  }

  /** Whether there is nothing for which every reader refuses the value. */
  tolerates(value: Json): boolean {
    return this.#accepts(value) || this.#failures(value).length === 0
  }

  /** Whether the value is refused, and the keyword of that schema at that place is among the reasons. */
  refuses(value: Json, reason: Reason): boolean {
    return this.#failures(value).some((failing) => isReason(failing, reason))
  }

  /** Whether the keyword of that schema at that place is the only reason why the value is refused. */
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

  // A schema that applies itself in place without end overflows the stack: nobody then knows.
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
