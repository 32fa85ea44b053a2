// Loads Ajv on demand, for a fast start (docs/decisions/0026-start-time.md).
import type { Ajv, Options } from 'ajv'

export type { ErrorObject, ValidateFunction } from 'ajv'
export type { Ajv }

// Browsers also load this module, but have no `require`.
const require = loader()

function loader(): NodeJS.Require {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> }
  const module = process?.getBuiltinModule?.('node:module')
  if (module !== undefined) return module.createRequire(import.meta.url)
  const none = (name: string): never => {
    throw new Error(`${name} is not available outside of Node.js`)
  }
  return none as unknown as NodeJS.Require
}

export const hasAjv = 'resolve' in require

export type AjvDraft = '2020-12' | '2019-09' | 'draft-07' | 'draft-04'

// The bundler wrongly turns `new (require(name)).Class()` into `new require(name).Class()`.
const makers: Readonly<Record<AjvDraft, (options: Options) => Ajv>> = {
  '2020-12'(options) {
    const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
    return new Ajv2020(options)
  },
  '2019-09'(options) {
    const { Ajv2019 } = require('ajv/dist/2019.js') as typeof import('ajv/dist/2019.js')
    return new Ajv2019(options)
  },
  'draft-07'(options) {
    const { Ajv } = require('ajv') as typeof import('ajv')
    return new Ajv(options)
  },
  'draft-04'(options) {
    const { default: AjvOfDraft04 } = require('ajv-draft-04') as typeof import('ajv-draft-04')
    return new AjvOfDraft04(options)
  },
}

export function plainAjv(options: Options = {}, draft: AjvDraft = '2020-12'): Ajv {
  return makers[draft](options)
}

export function createAjv(options: Options = {}, draft: AjvDraft = '2020-12'): Ajv {
  const ajv = plainAjv(options, draft)
  const formats = require('ajv-formats') as typeof import('ajv-formats')
  formats.default(ajv)
  return ajv
}
