// Normalises a parameter.

import { isHeaderName } from '../../../base/http/header-name.ts'
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { schemaFrom } from '../schemas/schema.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { defined } from '../state/members.ts'
import { contentFrom, examplesIn } from './content.ts'

const places: readonly (Json | undefined)[] = ['path', 'query', 'header', 'cookie']

export function parameterFrom(build: Build, parameter: JsonObject, place: Place): JsonObject | null {
  const { name, in: where } = parameter
  const wrong = mistakeIn(parameter)
  if (wrong !== null) {
    build.mistake(child(place, wrong.member), wrong.message)
    return null
  }
  const leftOut = reasonToLeaveOut(name, where)
  if (leftOut !== null) {
    build.remark(place, `the parameter is left out: ${leftOut}`)
    return null
  }
  if (where === 'path' && parameter.required !== true)
    build.remark(place, `a path parameter is always required: {${String(name)}} is treated as required`)
  const form = build.dialect === '2.0' ? swaggerForm : currentForm
  return build.from(
    defined({
      name,
      in: where,
      required: where === 'path' || parameter.required === true ? true : undefined,
      examples: examplesIn(build, parameter, place),
      ...form(build, parameter, place),
    }),
    place,
  )
}

function mistakeIn({
  name,
  in: where,
}: JsonObject): { readonly member: string; readonly message: string } | null {
  if (typeof name !== 'string' || name === '')
    return { member: 'name', message: 'a parameter needs a name: add "name"' }
  if (/\p{Cc}/u.test(name))
    return {
      member: 'name',
      message: 'the name of a parameter must not contain line breaks or control characters',
    }
  if (where === 'querystring' || places.includes(where)) return null
  return {
    member: 'in',
    message: `a parameter is in path, query, header or cookie, not in ${JSON.stringify(where ?? null)}`,
  }
}

function reasonToLeaveOut(name: Json | undefined, where: Json | undefined): string | null {
  if (where === 'querystring') return 'parameters in "querystring" are not sent'
  return where !== 'header' || isHeaderName(String(name))
    ? null
    : 'the name is not a header name (RFC 9110, 5.1)'
}

function currentForm(build: Build, parameter: JsonObject, place: Place): JsonObject {
  const { schema, content, style, explode } = parameter
  return defined({
    schema: schema === undefined ? undefined : schemaFrom(build, schema, child(place, 'schema')),
    content: isObject(content) ? contentFrom(build, content, child(place, 'content')) : undefined,
    style: typeof style === 'string' ? style : undefined,
    explode: typeof explode === 'boolean' ? explode : undefined,
  })
}

const styles: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  tsv: 'tabDelimited',
}

/** In OpenAPI 2.0, the parameter itself contains the keywords of its schema. */
function swaggerForm(build: Build, parameter: JsonObject, place: Place): JsonObject {
  const { required: _, ...keywords } = parameter
  const made = { schema: schemaFrom(build, keywords, place) }
  return keywords.type === 'array' ? { ...made, ...swaggerStyle(keywords) } : made
}

export function swaggerStyle({ collectionFormat, in: where }: JsonObject): JsonObject {
  if (collectionFormat === 'multi') return { style: 'form', explode: true }
  const usual = where === 'path' || where === 'header' ? 'simple' : 'form'
  return { style: styles[String(collectionFormat)] ?? usual, explode: false }
}
