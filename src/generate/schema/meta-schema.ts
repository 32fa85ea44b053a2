// The meta-schemas of draft 2020-12, which a schema may refer to; Ajv ships them.
import { Ajv2020 } from 'ajv/dist/2020.js'

let ajv: Ajv2020 | undefined

/** The meta-schema with this URI, or undefined. */
export function metaSchema(uri: string): object | undefined {
  if (!uri.startsWith('https://json-schema.org/draft/2020-12/')) return undefined
  ajv ??= new Ajv2020({ validateSchema: false })
  const schema = ajv.schemas[uri]?.schema ?? ajv.refs[uri]
  const found = schema ?? ajv.getSchema(uri)?.schema
  return typeof found === 'object' && found !== null && !('validate' in found) ? found : undefined
}
