// Finds the meta-schemas that Ajv ships.

import { type Ajv, type AjvDraft, hasAjv, plainAjv } from '../../base/schemas/ajv.ts'

const shipping: readonly (readonly [string, AjvDraft])[] = [
  ['https://json-schema.org/draft/2020-12/', '2020-12'],
  ['https://json-schema.org/draft/2019-09/', '2019-09'],
  ['http://json-schema.org/draft-07/', 'draft-07'],
  ['http://json-schema.org/draft-04/', 'draft-04'],
]
const made = new Map<string, Ajv>()

export function metaSchema(uri: string): object | undefined {
  const found = shipping.find(([prefix]) => uri.startsWith(prefix))
  if (!hasAjv) return undefined
  if (found === undefined) return uri === draft6Uri ? draft6() : undefined
  const [prefix, draft] = found
  const ajv = made.get(prefix) ?? plainAjv({ validateSchema: false }, draft)
  made.set(prefix, ajv)
  const schema = ajv.schemas[uri]?.schema ?? ajv.refs[uri] ?? ajv.getSchema(uri)?.schema
  return typeof schema === 'object' && schema !== null && !('validate' in schema) ? schema : undefined
}

const draft6Uri = 'http://json-schema.org/draft-06/schema'

// No class of Ajv contains the meta-schema of draft 6, so this function derives it from draft 7.
function draft6(): object | undefined {
  const newer = metaSchema('http://json-schema.org/draft-07/schema') as Record<string, unknown> | undefined
  if (newer === undefined) return undefined
  const added = [
    'if',
    'then',
    'else',
    '$comment',
    'readOnly',
    'writeOnly',
    'contentMediaType',
    'contentEncoding',
  ]
  const properties = Object.entries(newer.properties as object).filter(([name]) => !added.includes(name))
  return {
    ...newer,
    $schema: `${draft6Uri}#`,
    $id: `${draft6Uri}#`,
    properties: Object.fromEntries(properties),
  }
}
