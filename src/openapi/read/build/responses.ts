// Normalises responses.

import { isHeaderName } from '../../../base/http/header-name.ts'
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { schemaFrom } from '../schemas/schema.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { defined } from '../state/members.ts'
import { contentFrom } from './content.ts'

export function responsesFrom(
  build: Build,
  value: Json | undefined,
  place: Place,
  produces: readonly string[],
): JsonObject {
  const kind = `response ${produces.join()}`
  return Object.fromEntries(
    build.entries(value, place).flatMap(([status, response]): [string, Json][] => {
      if (status.startsWith('x-')) return []
      const here = child(place, status)
      const known = /^[1-5](?:\d\d|xx)$/i.test(status) ? status.toUpperCase() : status
      if (known !== 'default' && !/^[1-5](?:\d\d|XX)$/.test(known)) {
        build.remark(here, 'the name is not a status such as 200 or 4XX: the response is left out')
        return []
      }
      const made = build.inlined(kind, response, here, (one, standing) =>
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
  return defined({
    description: typeof value.description === 'string' ? value.description : undefined,
    content: filled(content),
    headers: filled(headersFrom(build, value.headers, child(place, 'headers'))),
    links: filled(linksFrom(build, value.links, child(place, 'links'))),
  })
}

function filled(object: JsonObject): JsonObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}

/** OpenAPI 2.0 has one schema for all media types. */
function swaggerContent(
  build: Build,
  { schema, examples }: JsonObject,
  place: Place,
  produces: readonly string[],
): JsonObject {
  const shown = isObject(examples) ? examples : {}
  if (schema === undefined && Object.keys(shown).length === 0) return {}
  build.spend(produces.length, place)
  const made = schema === undefined ? undefined : schemaFrom(build, schema, child(place, 'schema'))
  return Object.fromEntries(
    produces.map((mediaType) => {
      const value = Object.hasOwn(shown, mediaType) ? shown[mediaType] : undefined
      const example = value === undefined ? undefined : { example: { value } }
      return [mediaType, build.from(defined({ schema: made, examples: example }), place)]
    }),
  )
}

function headersFrom(build: Build, value: Json | undefined, place: Place): JsonObject {
  return Object.fromEntries(
    build.entries(value, place).flatMap(([name, header]): [string, Json][] => {
      const here = child(place, name)
      if (!isHeaderName(name)) {
        build.remark(here, 'the name is not a header name (RFC 9110, 5.1): the header is left out')
        return []
      }
      const made = build.inlined('header', header, here, (one, standing) => headerFrom(build, one, standing))
      return made === null ? [] : [[name, made]]
    }),
  )
}

function headerFrom(build: Build, header: JsonObject, place: Place): JsonObject {
  const { description, required, ...keywords } = header
  const text = typeof description === 'string' ? description : undefined
  if (build.dialect === '2.0')
    return defined({ description: text, schema: schemaFrom(build, keywords, place) })
  const { schema, content, explode } = header
  return defined({
    description: text,
    required: required === true ? true : undefined,
    schema: schema === undefined ? undefined : schemaFrom(build, schema, child(place, 'schema')),
    content: isObject(content) ? contentFrom(build, content, child(place, 'content')) : undefined,
    explode: typeof explode === 'boolean' ? explode : undefined,
  })
}

/** Only the inference of resources reads links. */
function linksFrom(build: Build, value: Json | undefined, place: Place): JsonObject {
  return Object.fromEntries(
    build.entries(value, place).flatMap(([name, link]): [string, Json][] => {
      if (!isObject(link)) return []
      const made = build.inlined('link', link, child(place, name), (one) =>
        defined({
          operationId: one.operationId,
          operationRef: one.operationRef,
          parameters: isObject(one.parameters) ? one.parameters : undefined,
          requestBody: one.requestBody,
        }),
      )
      return made === null ? [] : [[name, made]]
    }),
  )
}
