// Reads the bodies of OpenAPI 2.0, which describes a body as a parameter.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { schemaFrom } from '../schemas/schema.ts'
import { limits } from '../source/limits.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { defined } from '../state/members.ts'
import { swaggerStyle } from './parameter.ts'
import type { Given } from './parameters.ts'

export function mediaTypesOf(
  build: Build,
  operation: JsonObject,
  place: Place,
  member: 'consumes' | 'produces',
): readonly string[] {
  const value = operation[member] ?? (isObject(build.root) ? build.root[member] : undefined)
  const listed = Array.isArray(value) ? value : []
  if (listed.length > limits.mediaTypesMax)
    build.remark(child(place, member), `only ${limits.mediaTypesMax} media types are checked`)
  const types = listed
    .slice(0, limits.mediaTypesMax)
    .filter((one: Json) => typeof one === 'string' && one.includes('/'))
  return types.length === 0 ? ['application/json'] : types
}

export function bodyFrom(
  build: Build,
  given: readonly Given[],
  operation: JsonObject,
  place: Place,
): JsonObject | undefined {
  const [first] = given
  if (first === undefined) return undefined
  const consumes = mediaTypesOf(build, operation, place, 'consumes')
  const body = given.find(({ parameter }) => parameter.in === 'body')
  return body === undefined
    ? build.once('form', operation, place, () =>
        build.from(formFrom(build, given, consumes, first.place), first.place),
      )
    : build.once(`body ${consumes.join()}`, body.parameter, place, () => wholeBody(build, body, consumes))
}

function wholeBody(build: Build, { parameter, place }: Given, consumes: readonly string[]): JsonObject {
  const { schema = {}, required } = parameter
  const made = schemaFrom(build, schema, child(place, 'schema'))
  const content = Object.fromEntries(consumes.map((mediaType) => [mediaType, { schema: made }]))
  return build.from(defined({ required: required === true ? true : undefined, content }), place)
}

function formFrom(
  build: Build,
  given: readonly Given[],
  consumes: readonly string[],
  place: Place,
): JsonObject {
  const required = given.flatMap(({ parameter }) =>
    parameter.required === true ? [String(parameter.name)] : [],
  )
  const schema = build.from(
    defined({
      type: 'object',
      properties: Object.fromEntries(given.map((one) => [String(one.parameter.name), memberOf(build, one)])),
      required: required.length === 0 ? undefined : required,
    }),
    place,
  )
  const lists = given.filter(({ parameter }) => parameter.type === 'array')
  const encoding = lists.map(({ parameter }) => [String(parameter.name), swaggerStyle(parameter)] as const)
  const media = defined({
    schema,
    encoding: encoding.length === 0 ? undefined : Object.fromEntries(encoding),
  })
  const hasFile = given.some(({ parameter }) => parameter.type === 'file')
  return defined({
    required: required.length > 0 ? true : undefined,
    content: Object.fromEntries(formTypes(consumes, hasFile).map((mediaType) => [mediaType, media])),
  })
}

function memberOf(build: Build, { parameter, place }: Given): Json {
  const { required: _, ...keywords } = parameter
  return schemaFrom(build, keywords, place)
}

function formTypes(consumes: readonly string[], hasFile: boolean): readonly string[] {
  const forms = consumes.filter((mediaType) =>
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(mediaType),
  )
  if (forms.length > 0) return forms
  return [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']
}
