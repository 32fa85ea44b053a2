// Finds mistyped keywords, invalid schemas, and values that violate their schema.

import { messageOf } from '../../base/error.ts'
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { createAjv } from '../../base/schemas/ajv.ts'
import { faultInWords } from '../../base/schemas/in-words.ts'
import { nearest } from '../../base/text/nearest.ts'
import { type Problems, unknownName } from '../problems.ts'
import { subschemas } from '../schema.ts'

const keywords: readonly string[] = [
  ...[
    '$schema',
    '$id',
    '$ref',
    '$defs',
    '$comment',
    '$anchor',
    'title',
    'description',
    'default',
    'examples',
  ],
  ...['deprecated', 'readOnly', 'writeOnly', 'type', 'enum', 'const', 'format', 'pattern'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...[
    'items',
    'prefixItems',
    'contains',
    'minContains',
    'maxContains',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'required'],
  ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
]

export class SchemaChecker {
  readonly #ajv = createAjv({ strict: false, allErrors: true, logger: false })
  readonly #formats: readonly string[]

  constructor() {
    this.#formats = Object.keys(this.#ajv.formats)
  }

  checkForm(schema: JsonObject, file: string, pointer: string, problems: Problems): boolean {
    if (this.#ajv.validateSchema(schema) === true) return true
    const errors = this.#ajv.errors ?? []
    // An `enum` error lists the allowed words, so it replaces the other errors at its location.
    const worded = new Set(
      errors.flatMap(({ keyword, instancePath }) => (keyword === 'enum' ? [instancePath] : [])),
    )
    for (const error of errors.filter(
      ({ keyword, instancePath }) => keyword === 'enum' || !worded.has(instancePath),
    ))
      problems.add(
        file,
        `${pointer}${error.instancePath}`,
        `this is not a valid JSON Schema of draft 2020-12: ${faultInWords(error, schema)}`,
      )
    return false
  }

  check(schema: JsonObject, file: string, pointer: string, problems: Problems): void {
    if (!this.checkForm(schema, file, pointer, problems)) return
    const before = problems.count
    this.#visit(schema, file, pointer, problems)
    if (problems.count > before) return
    try {
      this.#ajv.compile(schema)
    } catch (error) {
      problems.add(file, pointer, `this is not a valid JSON Schema of draft 2020-12: ${messageOf(error)}`)
    }
  }

  #visit(schema: Json, file: string, pointer: string, problems: Problems): void {
    if (!isObject(schema)) return
    const tell = (keyword: string, message: string): void =>
      problems.add(file, `${pointer}/${tokenOf(keyword)}`, message)
    for (const name of Object.keys(schema)) {
      const hint = keywords.includes(name) || name.startsWith('x-') ? null : nearest(name, keywords)
      if (hint !== null) tell(name, `"${name}" is not a keyword: did you mean "${hint}"?`)
    }
    const { pattern, format, required, properties, additionalProperties } = schema
    if (typeof pattern === 'string') {
      try {
        new RegExp(pattern, 'u')
      } catch (error) {
        tell('pattern', `the pattern is not a regular expression: ${messageOf(error)}`)
        return
      }
    }
    if (typeof format === 'string' && !this.#formats.includes(format))
      tell('format', unknownName('format', format, this.#formats))
    if (Array.isArray(required) && additionalProperties === false && isObject(properties))
      for (const name of required as string[])
        if (!(name in properties) && schema.patternProperties === undefined)
          tell(
            'required',
            `"${name}" is required, but "properties" does not contain it, and "additionalProperties" is false`,
          )
    if ('default' in schema) this.#fits(schema, tell)
    for (const [keyword, inner] of subschemas(schema))
      this.#visit(inner, file, `${pointer}/${keyword}`, problems)
  }

  checkValue(schema: JsonObject, value: Json, file: string, pointer: string, problems: Problems): void {
    this.#fits({ ...schema, default: value }, (_, message) => problems.add(file, pointer, message))
  }

  #fits(schema: JsonObject, tell: (keyword: string, message: string) => void): void {
    const { default: value, ...rest } = schema
    try {
      const validate = this.#ajv.compile(rest)
      if (validate(value)) return
      const [first] = validate.errors ?? []
      tell(
        'default',
        `the schema does not allow the value ${JSON.stringify(value)}${first === undefined ? '' : `: ${faultInWords(first)}`}`,
      )
    } catch {
      // Another check reports invalid schemas.
    }
  }
}
