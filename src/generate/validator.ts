// The last word on every value: Ajv, and our own evaluator where Ajv is known to be mistaken.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../base/json.ts'
import type { Evaluator } from './evaluator.ts'
import type { SchemaSet } from './schema-set.ts'

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

  /** Whether the value is refused, and a keyword at a place is among the reasons as Ajv names them. */
  refuses(value: Json, pointer: string, keyword: string, property?: string): boolean {
    if (!this.#all(value, false)) return false
    if (this.#ajv === null) return true
    this.#thorough ??= compile(this.#schema, this.#others, true)
    if (this.#thorough?.(value) !== false) return false
    const name = aliases[keyword] ?? keyword
    return (this.#thorough.errors ?? []).some(
      (error) =>
        error.keyword === name &&
        error.instancePath === pointer &&
        (property === undefined || error.params.missingProperty === property),
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
