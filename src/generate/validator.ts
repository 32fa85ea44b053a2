// The last word on every value: Ajv, and our own evaluator where Ajv is known to be mistaken.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../base/json.ts'
import type { Evaluator } from './evaluator.ts'
import type { SchemaSet } from './schema-set.ts'

type Validate = (value: unknown) => boolean

export class Validator {
  readonly #set: SchemaSet
  readonly #evaluator: Evaluator
  readonly #ajv: Validate | null
  /** Whether the evaluator is asked too: about keywords that Ajv gets wrong in places. */
  readonly #both: boolean

  constructor(set: SchemaSet, evaluator: Evaluator, schema: unknown, others: readonly object[]) {
    this.#set = set
    this.#evaluator = evaluator
    this.#ajv = compile(schema, others)
    this.#both =
      this.#ajv === null || set.uses('$dynamicRef', 'unevaluatedItems', 'unevaluatedProperties', '$id')
  }

  accepts(value: Json): boolean {
    if (this.#ajv !== null && !this.#ajv(value)) return false
    return !this.#both || this.#evaluator.valid(this.#set.root, value)
  }

  refuses(value: Json): boolean {
    if (this.#ajv?.(value)) return false
    return !this.#both || !this.#evaluator.valid(this.#set.root, value)
  }
}

// Null where Ajv cannot compile the schema.
function compile(schema: unknown, others: readonly object[]): Validate | null {
  try {
    const meta = JSON.stringify([schema, others]).includes('json-schema.org/draft/2020-12/')
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      meta,
      validateSchema: false,
      ownProperties: true,
      addUsedSchema: false,
    })
    addFormats.default(ajv)
    for (const other of others) ajv.addSchema(other)
    return ajv.compile(schema as object | boolean)
  } catch {
    return null
  }
}
