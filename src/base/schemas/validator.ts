// Validators of schemas, compiled by the build or on demand (docs/decisions/0026-start-time.md).

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Json } from '../json.ts'
import { codeRoot } from '../package-root.ts'
import { type Ajv, createAjv, plainAjv, type ValidateFunction } from './ajv.ts'
import { linearPattern } from './linear-pattern.ts'

/** `schema` refers to the schemas in `others` by their ids. */
export interface Compilation {
  readonly settings: Settings
  readonly schema: Json
  readonly others?: readonly Json[]
}

type Settings = keyof typeof makers

// A tenant chooses the texts, so matching must take linear time.
const linearPatterns = { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) }

type Options = NonNullable<Parameters<typeof createAjv>[0]>

const makers = {
  /** Does not validate the schemas themselves: tests check the shipped schemas, and src/contract all others. */
  body: (more: Options) =>
    createAjv({
      ...{ allErrors: true, verbose: true, strict: false, ownProperties: true, validateSchema: false },
      ...more,
      // Precompiled validators contain only shipped patterns, whose matching always ends.
      ...(more.code?.source === true ? {} : { code: linearPatterns }),
    }),
  profile: (more: Options) =>
    createAjv({
      allErrors: true,
      verbose: true,
      allowUnionTypes: true,
      strictTypes: false,
      ...more,
      // Ajv needs a long time to optimise the code for a large contract.
      ...(more.code?.source === true ? {} : { code: { optimize: false } }),
    }).addVocabulary(['x-message']),
  contract: (more: Options) => plainAjv({ allErrors: true, verbose: true, allowUnionTypes: true, ...more }),
  requirements: (more: Options) => plainAjv({ allErrors: true, ...more }),
  report: (more: Options) => plainAjv({ strict: true, ...more }),
} as const satisfies Readonly<Record<string, (more: Options) => Ajv>>

const folder = join(codeRoot, 'validators')
const require = createRequire(import.meta.url)

// Cached for the whole process, because shipped files do not change.
const known = new Map<string, ValidateFunction>()

/** @throws Error for an invalid schema */
export function validatorOf<T = unknown>(compilation: Compilation): ValidateFunction<T> {
  const name = validatorFile(compilation)
  const file = join(folder, name)
  const validate =
    known.get(name) ?? (existsSync(file) ? (require(file) as ValidateFunction) : compiled(compilation))
  known.set(name, validate)
  return validate as ValidateFunction<T>
}

export function validatorFile({ settings, schema, others = [] }: Compilation): string {
  const text = JSON.stringify([settings, schema, ...others])
  return `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.cjs`
}

export function compiled(compilation: Compilation): ValidateFunction {
  return compiledBy(compilation, {}).validate
}

/** Returns the source of a CommonJS module, which loads only small parts of Ajv. */
export function moduleText(compilation: Compilation): string {
  const { ajv, validate } = compiledBy(compilation, { code: { source: true } })
  const standalone = require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js')
  return standalone.default(ajv, validate)
}

function compiledBy(
  { settings, schema, others = [] }: Compilation,
  more: Options,
): { readonly ajv: Ajv; readonly validate: ValidateFunction } {
  const ajv = makers[settings](more)
  for (const other of others) ajv.addSchema(other as object)
  return { ajv, validate: ajv.compile(schema as object | boolean) }
}
