// Responses of all versions as those of 3.1.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import { type Build, defined } from './build.ts'
import { contentFrom } from './content.ts'
import { schemaFrom } from './schema.ts'

/** @param produces media types of all responses in 2.0 */
export function responsesFrom(
  build: Build,
  value: Json | undefined,
  place: Place,
  produces: readonly string[],
): JsonObject {
  return Object.fromEntries(
    build.entries(value, place).flatMap(([status, response]): [string, Json][] => {
      const here = child(place, status)
      const known = /^[1-5](?:\d\d|xx)$/i.test(status) ? status.toUpperCase() : status
      if (known !== 'default' && !/^[1-5](?:\d\d|XX)$/.test(known)) {
        build.remark(here, 'it is no status such as 200 or 4XX, and is left out')
        return []
      }
      const made = build.inlined(response, here, (one, standing) =>
        responseFrom(build, one, standing, produces),
      )
      return made === null ? [] : [[known, made]]
    }),
  )
}

function responseFrom(
  build: Build,
  value: JsonObject,
  place: Place,
  produces: readonly string[],
): JsonObject {
  const content =
    build.dialect === '2.0'
      ? swaggerContent(build, value, place, produces)
      : contentFrom(build, value.content, child(place, 'content'))
  const headers = headersFrom(build, value.headers, child(place, 'headers'))
  const links = linksFrom(build, value.links, child(place, 'links'))
  const filled = (object: JsonObject): JsonObject | undefined =>
    Object.keys(object).length === 0 ? undefined : object
  return defined({
    description: typeof value.description === 'string' ? value.description : undefined,
    content: filled(content),
    headers: filled(headers),
    links: filled(links),
  })
}

function swaggerContent(
  build: Build,
  { schema }: JsonObject,
  place: Place,
  produces: readonly string[],
): JsonObject {
  if (schema === undefined) return {}
  const made = schemaFrom(build, schema, child(place, 'schema'))
  return Object.fromEntries(produces.map((mediaType) => [mediaType, { schema: made }]))
}

function headersFrom(build: Build, value: Json | undefined, place: Place): JsonObject {
  return Object.fromEntries(
    build.entries(value, place).flatMap(([name, header]): [string, Json][] => {
      const here = child(place, name)
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
        build.mistake(here, 'it is no name of a header (RFC 9110, 5.1)')
        return []
      }
      const made = build.inlined(header, here, (one, standing) => headerFrom(build, one, standing))
      return made === null ? [] : [[name, made]]
    }),
  )
}

function headerFrom(build: Build, header: JsonObject, place: Place): JsonObject {
  const { description: _, required, ...keywords } = header
  const schema =
    build.dialect === '2.0'
      ? schemaFrom(build, keywords, place)
      : header.schema === undefined
        ? undefined
        : schemaFrom(build, header.schema, child(place, 'schema'))
  return defined({ required: required === true ? true : undefined, schema })
}

/** They are read by the inference alone. */
function linksFrom(build: Build, value: Json | undefined, place: Place): JsonObject {
  return Object.fromEntries(
    build.entries(value, place).flatMap(([name, link]): [string, Json][] => {
      const made = build.inlined(link, child(place, name), (one) =>
        defined({
          operationId: one.operationId,
          operationRef: one.operationRef,
          parameters: isObject(one.parameters) ? one.parameters : undefined,
        }),
      )
      return made === null ? [] : [[name, made]]
    }),
  )
}
