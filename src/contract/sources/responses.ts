// Makes the documented responses of an operation from its file.

import { isJsonType, isOfRange } from '../../base/http/media-type.ts'
import { type Json, tokenOf } from '../../base/json.ts'
import type { DocumentedResponse } from '../documented-response.ts'
import type { Schema } from '../schema.ts'
import type { ResponseFile } from './source-files.ts'

export function responsesFrom(
  responses: Readonly<Record<string, ResponseFile>>,
  resolved: (schema: Json, pointer: string) => Schema | null,
): readonly DocumentedResponse[] {
  return Object.entries(responses).map(([status, { mediaTypes, schema, headers = {} }]) => {
    const place = `/responses/${tokenOf(status)}`
    const types = (mediaTypes ?? (schema === undefined ? [] : ['application/json'])).map((type) =>
      type.toLowerCase(),
    )
    // If no media type is JSON, the schema can describe plain text.
    const isJson = types.some((type) => isJsonType(type) || isOfRange('application/json', type))
    const read = schema === undefined ? null : resolved(schema, `${place}/schema`)
    const isText = !isJson && types.some((type) => isOfRange('text/plain', type))
    return {
      status: status.toUpperCase().replace('DEFAULT', 'default'),
      mediaTypes: types,
      schema: isJson ? read : null,
      text: isText && read !== null && restrictsText(read) ? read : null,
      headers: Object.fromEntries(
        Object.entries(headers)
          // OpenAPI ignores this header (OpenAPI 3.1, section 4.8.17.1).
          .filter(([name]) => name.toLowerCase() !== 'content-type')
          .map(([name, header]) => [
            name.toLowerCase(),
            {
              required: header.required ?? false,
              schema:
                header.schema === undefined
                  ? null
                  : resolved(header.schema, `${place}/headers/${tokenOf(name)}/schema`),
            },
          ]),
      ),
    }
  })
}

function restrictsText(schema: Schema): boolean {
  return (
    schema.type === 'string' &&
    ['minLength', 'maxLength', 'pattern', 'enum', 'const', 'format'].some((keyword) => keyword in schema)
  )
}
