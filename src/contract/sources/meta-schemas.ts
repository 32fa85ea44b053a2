// Validates the files of a contract with the schemas in `schemas/meta`.
import { join } from 'node:path'
import { readInput } from '../../base/files/input-file.ts'
import { type Json, tokenOf } from '../../base/json.ts'
import { packageRoot } from '../../base/package-root.ts'
import type { ErrorObject, ValidateFunction } from '../../base/schemas/ajv.ts'
import { faultInWords } from '../../base/schemas/in-words.ts'
import { tellingErrors } from '../../base/schemas/telling-errors.ts'
import { type Compilation, validatorOf } from '../../base/schemas/validator.ts'
import type { Problems } from '../problems.ts'

const names = [
  'contract',
  'operation',
  'resource',
  'cross',
  'open-points',
  'profile-keys',
  'scopes',
  'causes',
  'families',
]

export function metaCompilations(): readonly Compilation[] {
  const meta = new MetaSchemas()
  return names.map((name) => meta.compilation(name))
}

/** Loads all schemas, because they refer to each other by file name. */
export class MetaSchemas {
  readonly #schemas = new Map(
    names.map((name) => [
      name,
      JSON.parse(readInput(join(packageRoot, 'schemas/meta', `${name}.json`))) as Json,
    ]),
  )
  readonly #validators = new Map<string, ValidateFunction>()

  compilation(name: string): Compilation {
    const schema = this.#schemas.get(name)
    if (schema === undefined) throw new Error(`no meta schema ${name}`)
    return {
      settings: 'contract',
      schema,
      others: [...this.#schemas.values()].filter((one) => one !== schema),
    }
  }

  check(name: string, value: Json, file: string, problems: Problems): void {
    const validate = this.#validators.get(name) ?? validatorOf(this.compilation(name))
    this.#validators.set(name, validate)
    if (validate(value)) return
    for (const error of tellingErrors(validate.errors ?? []))
      problems.add(file, `${error.instancePath}${memberOf(error)}`, faultInWords(error, value))
  }
}

function memberOf({ keyword, params, propertyName }: ErrorObject): string {
  if (propertyName !== undefined) return `/${tokenOf(propertyName)}`
  const { additionalProperty, missingProperty } = params as Readonly<Record<string, string | undefined>>
  const name =
    keyword === 'required'
      ? missingProperty
      : keyword === 'additionalProperties'
        ? additionalProperty
        : undefined
  return name === undefined ? '' : `/${tokenOf(name)}`
}
