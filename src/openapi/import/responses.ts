// Converts the documented responses of an operation.
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import type { OperationFile } from '../../contract/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { contentOf } from './content.ts'
import { schemaIn } from './schema.ts'

type Responses = NonNullable<OperationFile['responses']>
type Headers = NonNullable<Responses[string]['headers']>

export function responsesIn(responses: JsonObject, pointer: string, document: OpenApiDocument): Responses {
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]) => {
      if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status) || !isObject(response)) return []
      return [[status, responseIn(response, `${pointer}/${status}`, document)]]
    }),
  )
}

function responseIn(response: JsonObject, pointer: string, document: OpenApiDocument): Responses[string] {
  const json = contentOf(response, pointer)
  const text = json?.isJson === true ? null : textIn(response, pointer)
  const headers = headersIn(response.headers, `${pointer}/headers`, document)
  return {
    mediaTypes: isObject(response.content) ? Object.keys(response.content).map(withoutParameters) : [],
    ...(json?.isJson === true ? { schema: schemaIn(json.schema, json.pointer, document) } : {}),
    ...(text === null ? {} : { schema: schemaIn(text.schema, text.pointer, document) }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  }
}

function textIn(
  { content }: JsonObject,
  pointer: string,
): { readonly schema: JsonObject; readonly pointer: string } | null {
  if (!isObject(content)) return null
  const type = Object.keys(content).find((one) => withoutParameters(one) === 'text/plain')
  const media = type === undefined ? undefined : content[type]
  if (type === undefined || !isObject(media) || !isObject(media.schema)) return null
  return { schema: media.schema, pointer: `${pointer}/content/${tokenOf(type)}/schema` }
}

const withoutParameters = (mediaType: string): string =>
  (mediaType.split(';')[0] ?? mediaType).trim().toLowerCase()

function headersIn(headers: Json | undefined, pointer: string, document: OpenApiDocument): Headers {
  if (!isObject(headers)) return {}
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, header]) => {
      // OpenAPI ignores a response header named Content-Type.
      if (!isObject(header) || name.toLowerCase() === 'content-type') return []
      const schema = isObject(header.schema)
        ? { schema: schemaIn(header.schema, `${pointer}/${tokenOf(name)}/schema`, document) }
        : {}
      return [[name, { required: header.required === true, ...schema }]]
    }),
  )
}
