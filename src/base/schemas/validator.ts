// Validators of the schemas that ship: made at the build, where they were; compiled when they are asked for, else
// (docs/decisions/0026-start-time.md).
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Json } from '../json.ts'
import { codeRoot } from '../package-root.ts'
import { type Ajv, createAjv, plainAjv, type ValidateFunction } from './ajv.ts'

/** What is compiled: a schema, how it is to be read, and the schemas that it refers to by their ids. */
export interface Compilation {
  readonly reading: Reading
  readonly schema: Json
  readonly others?: readonly Json[]
}

type Reading = keyof typeof readings

type Options = NonNullable<Parameters<typeof createAjv>[0]>

const readings = {
  /** Bodies of requests and responses, every departure with its schema. The schemas are held against their meta-schema by a test. */
  body: (more: Options) =>
    createAjv({
      ...{ allErrors: true, verbose: true, strict: false, ownProperties: true, validateSchema: false },
      ...more,
    }),
  profile: (more: Options) =>
    createAjv({
      allErrors: true,
      verbose: true,
      allowUnionTypes: true,
      strictTypes: false,
      ...more,
    }).addVocabulary(['x-message']),
  /** Files of a contract. */
  contract: (more: Options) => plainAjv({ allErrors: true, verbose: true, allowUnionTypes: true, ...more }),
  requirements: (more: Options) => plainAjv({ allErrors: true, ...more }),
  report: (more: Options) => plainAjv({ strict: true, ...more }),
} as const satisfies Readonly<Record<string, (more: Options) => Ajv>>

const folder = join(codeRoot, 'validators')
const require = createRequire(import.meta.url)

// Files that ship are the same for every run of a process.
const known = new Map<string, ValidateFunction>()

/** The validator of a schema. Throws where it is not a JSON Schema. */
export function validatorOf<T = unknown>(compilation: Compilation): ValidateFunction<T> {
  const name = validatorFile(compilation)
  const file = join(folder, name)
  const validate =
    known.get(name) ?? (existsSync(file) ? (require(file) as ValidateFunction) : compiled(compilation))
  known.set(name, validate)
  return validate as ValidateFunction<T>
}

/** The name of the file that holds it where it was made at the build. Another schema, or another reading, has another one. */
export function validatorFile({ reading, schema, others = [] }: Compilation): string {
  const text = JSON.stringify([reading, schema, ...others])
  return `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.cjs`
}

/** The validator, compiled anew. */
export function compiled(compilation: Compilation): ValidateFunction {
  return compiledBy(compilation, {}).validate
}

/** The text of a CommonJS module that is the validator. It needs parts of Ajv alone that are small. */
export function moduleText(compilation: Compilation): string {
  const { ajv, validate } = compiledBy(compilation, { code: { source: true } })
  const standalone = require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js')
  return standalone.default(ajv, validate)
}

function compiledBy(
  { reading, schema, others = [] }: Compilation,
  more: Options,
): { readonly ajv: Ajv; readonly validate: ValidateFunction } {
  const ajv = readings[reading](more)
  for (const other of others) ajv.addSchema(other as object)
  return { ajv, validate: ajv.compile(schema as object | boolean) }
}
