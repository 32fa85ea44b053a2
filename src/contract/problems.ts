// Collects all errors of a contract's files.

import { ConfigurationError } from '../base/error.ts'
import { isObject, type Json, tokenOf } from '../base/json.ts'
import type { ErrorObject, ValidateFunction } from '../base/schemas/ajv.ts'
import { faultInWords } from '../base/schemas/in-words.ts'
import { type Compilation, validatorOf } from '../base/schemas/validator.ts'

/** Further errors are only counted. */
const problemsToldMax = 100

export class Problems {
  readonly #found = new Map<string, string>()

  /**
   * @param file relative to the contract's folder
   * @param pointer JSON pointer
   * @param message error and remedy
   */
  add(file: string, pointer: string, message: string): void {
    const place = pointer === '' ? file : `${file} at ${pointer}`
    this.#found.set(`${place}: ${message}`, file)
  }

  get count(): number {
    return this.#found.size
  }

  get none(): boolean {
    return this.#found.size === 0
  }

  of(file: string): boolean {
    return [...this.#found.values()].includes(file)
  }

  /** @throws ConfigurationError with all errors */
  raise(folder: string): void {
    if (this.none) return
    const told = [...this.#found.keys()].sort()
    const more = told.length > problemsToldMax ? [`and ${told.length - problemsToldMax} more`] : []
    throw new ConfigurationError(`The contract in ${folder} is not valid:`, [
      ...told.slice(0, problemsToldMax),
      ...more,
    ])
  }
}

/** Validators of contract files. */
export class MetaSchemas {
  readonly #schemas: readonly Json[]
  readonly #validators = new Map<string, ValidateFunction>()

  /** @param schemas of `schemas/meta`, which refer to each other by file name */
  constructor(schemas: readonly Json[]) {
    this.#schemas = schemas
  }

  compilation(name: string): Compilation {
    const isNamed = (schema: Json): boolean =>
      isObject(schema) && schema.$id === `tenant-conformance:/meta/${name}.json`
    const schema = this.#schemas.find(isNamed)
    if (schema === undefined) throw new Error(`no meta schema ${name}`)
    return { reading: 'contract', schema, others: this.#schemas.filter((one) => one !== schema) }
  }

  /** Reports violations of the named meta schema. */
  check(name: string, value: Json, file: string, problems: Problems): void {
    const validate = this.#validators.get(name) ?? validatorOf(this.compilation(name))
    this.#validators.set(name, validate)
    if (validate(value)) return
    for (const error of validate.errors ?? []) {
      // The pattern or branch reports the cause.
      if (['propertyNames', 'if'].includes(error.keyword)) continue
      problems.add(file, `${error.instancePath}${memberOf(error)}`, faultInWords(error, value))
    }
  }
}

// The missing or additional member.
function memberOf({ keyword, params }: ErrorObject): string {
  const { additionalProperty, missingProperty } = params as Readonly<Record<string, string | undefined>>
  const name =
    keyword === 'required'
      ? missingProperty
      : keyword === 'additionalProperties'
        ? additionalProperty
        : undefined
  return name === undefined ? '' : `/${tokenOf(name)}`
}
