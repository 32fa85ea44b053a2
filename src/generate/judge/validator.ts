// The last word on every value: Ajv, and our own evaluator where Ajv is known to be mistaken.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../../base/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import type { Evaluator } from './evaluator.ts'

/** Why a value is refused. */
export interface Reason {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

// Ajv reports these under the name of the keyword that they qualify.
const aliases: Readonly<Record<string, string>> = { minContains: 'contains', maxContains: 'contains' }

export class Validator {
  readonly #set: SchemaSet
  readonly #evaluator: Evaluator
  readonly #schema: unknown
  readonly #others: readonly object[]
  readonly #ajv: ValidateFunction | null
  /** The same, going on after the first error; compiled when first needed. */
  #thorough: ValidateFunction | null = null
  /** Whether the evaluator is asked too: about keywords that Ajv gets wrong in places. */
  readonly #both: boolean

  constructor(set: SchemaSet, evaluator: Evaluator, schema: unknown, others: readonly object[]) {
    this.#set = set
    this.#evaluator = evaluator
    this.#schema = schema
    this.#others = others
    this.#ajv = compile(schema, others, false)
    this.#both =
      this.#ajv === null || set.uses('$dynamicRef', 'unevaluatedItems', 'unevaluatedProperties', '$id')
  }

  accepts(value: Json): boolean {
    return this.#all(value, true)
  }

  /** Whether the value is refused, and the keyword of that schema at that place is among the reasons. */
  refuses(value: Json, reason: Reason): boolean {
    this.#thorough ??= compile(this.#schema, this.#others, true)
    if (this.#thorough === null) return this.#all(value, false) && this.#names(value, reason)
    const { keyword, pointer, property } = reason
    const name = aliases[keyword] ?? keyword
    const errors = this.#errors(value).filter(
      (error) =>
        error.keyword === name &&
        error.instancePath === pointer &&
        (property === undefined || error.params.missingProperty === property),
    )
    if (errors.length === 0) return false
    const same = name === keyword && errors.some((error) => error.parentSchema === reason.schema)
    return (same && !this.#both) || (this.#all(value, false) && this.#names(value, reason))
  }

  #errors(value: Json): readonly ErrorObject[] {
    try {
      return this.#thorough?.(value) === false ? (this.#thorough.errors ?? []) : []
    } catch (error) {
      if (error instanceof RangeError) return []
      throw error
    }
  }

  // The evaluator tells apart schemas that Ajv does not, and counts as `contains` does.
  #names(value: Json, { pointer, keyword, schema, property }: Reason): boolean {
    return this.#evaluator
      .failures(this.#set.root, value)
      .some(
        (failing) =>
          failing.pointer === pointer &&
          failing.keyword === keyword &&
          (failing.schema === schema || failing.schema === false) &&
          (property === undefined || failing.property === property),
      )
  }

  // A schema that applies itself in place without end overflows the stack: nobody then knows.
  #all(value: Json, verdict: boolean): boolean {
    try {
      if (this.#ajv !== null && this.#ajv(value) !== verdict) return false
      return !this.#both || this.#evaluator.valid(this.#set.root, value) === verdict
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }
}

// Null where Ajv cannot compile the schema.
function compile(schema: unknown, others: readonly object[], allErrors: boolean): ValidateFunction | null {
  try {
    const meta = JSON.stringify([schema, others]).includes('json-schema.org/draft/2020-12/')
    const ajv = new Ajv2020({
      strict: false,
      allErrors,
      verbose: allErrors,
      logger: false,
      meta,
      validateSchema: false,
      ownProperties: true,
      addUsedSchema: false,
    })
    addFormats.default(ajv)
    // Compiled in this way the meta-schema asserts no formats, as everywhere where Ajv checks its schemas.
    if (meta) ajv.validateSchema({})
    for (const other of others) ajv.addSchema(other)
    return ajv.compile(schema as object | boolean)
  } catch {
    return null
  }
}
