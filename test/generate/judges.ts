// Two independent validators, Ajv and Hyperjump.
import {
  hasSchema,
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12'
import '@hyperjump/json-schema/draft-2019-09'
import '@hyperjump/json-schema/draft-07'
import '@hyperjump/json-schema/draft-06'
import '@hyperjump/json-schema/draft-04'
import '@hyperjump/json-schema/formats'
import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Ajv4 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import type { Json } from '../../src/base/json.ts'
import type { Dialect } from '../../src/generate/index.ts'

setShouldValidateFormat(true)
setShouldValidateSchema(false)

/** The two validators of a schema. A validator is null if it cannot read the schema. */
export interface Judges {
  readonly ajv: ((value: Json) => boolean) | null
  readonly hyperjump: ((value: Json) => boolean) | null
}

const drafts = {
  '2020-12': [Ajv2020, 'https://json-schema.org/draft/2020-12/schema'],
  '2019-09': [Ajv2019, 'https://json-schema.org/draft/2019-09/schema'],
  'draft-07': [Ajv, 'http://json-schema.org/draft-07/schema#'],
  'draft-06': [Ajv, 'http://json-schema.org/draft-06/schema#'],
  'draft-04': [Ajv4.default, 'http://json-schema.org/draft-04/schema#'],
} as const

export type Draft = keyof typeof drafts & Dialect

/** Returns the draft of a schema. The default is 2020-12. */
function draftOf(schema: object | boolean): Draft {
  const uri = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : ''
  return (Object.keys(drafts) as Draft[]).find((draft) => uri.includes(draft)) ?? '2020-12'
}

let count = 0

export async function judgesOf(
  schema: object | boolean,
  draft: Draft = draftOf(schema),
  remotes: Readonly<Record<string, object | boolean>> = {},
): Promise<Judges> {
  return { ajv: byAjv(schema, draft, remotes), hyperjump: await byHyperjump(schema, draft, remotes) }
}

function byAjv(
  schema: object | boolean,
  draft: Draft,
  remotes: Readonly<Record<string, object | boolean>>,
): Judges['ajv'] {
  try {
    const [Draft] = drafts[draft]
    const ajv = new Draft({
      strict: false,
      logger: false,
      validateSchema: false,
      ownProperties: true,
    })
    addFormats.default(ajv)
    for (const [uri, each] of Object.entries(remotes)) if (typeof each === 'object') ajv.addSchema(each, uri)
    const judge = ajv.compile(schema as object)
    return (value) => judge(value) === true
  } catch {
    return null
  }
}

async function byHyperjump(
  schema: object | boolean,
  draft: Draft,
  remotes: Readonly<Record<string, object | boolean>>,
): Promise<Judges['hyperjump']> {
  const [, dialect] = drafts[draft]
  const uri = `https://judged.test/${count++}`
  try {
    for (const [at, each] of Object.entries(remotes))
      if (!hasSchema(at)) registerSchema(each as never, at, dialect)
    registerSchema(structuredClone(schema) as never, uri, dialect)
    const judge = await validate(uri)
    return (value) => judge(value as never).valid
  } catch {
    return null
  }
}
