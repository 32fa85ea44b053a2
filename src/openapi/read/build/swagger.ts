// Bodies of OpenAPI 2.0, which are parameters there.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import { type Build, defined } from './build.ts'
import type { Given } from './parameter.ts'
import { schemaFrom } from './schema.ts'

/** Media types of an operation, else of the document. */
export function mediaTypesOf(
  operation: JsonObject,
  place: Place,
  member: 'consumes' | 'produces',
): readonly string[] {
  const root = place.file.value
  const value = operation[member] ?? (isObject(root) ? root[member] : undefined)
  const types = (Array.isArray(value) ? value : []).filter(
    (one: Json) => typeof one === 'string' && one.includes('/'),
  )
  return types.length === 0 ? ['application/json'] : (types as readonly string[])
}

/** Undefined without a body. @param given the parameters in "body" and "formData" */
export function bodyFrom(
  build: Build,
  given: readonly Given[],
  operation: JsonObject,
  place: Place,
): JsonObject | undefined {
  const consumes = mediaTypesOf(operation, place, 'consumes')
  const body = given.find(({ parameter }) => parameter.in === 'body')
  if (body !== undefined) {
    const { schema = {}, required } = body.parameter
    const made = schemaFrom(build, schema, child(body.place, 'schema'))
    const content = Object.fromEntries(consumes.map((mediaType) => [mediaType, { schema: made }]))
    return build.from(defined({ required: required === true ? true : undefined, content }), body.place)
  }
  const [first] = given
  return first === undefined ? undefined : build.from(formFrom(build, given, consumes), first.place)
}

function formFrom(build: Build, given: readonly Given[], consumes: readonly string[]): JsonObject {
  const members = given.map(({ parameter, place }): [string, Json] => {
    const { name, in: _, required: _required, collectionFormat: _format, ...keywords } = parameter
    return [String(name), schemaFrom(build, keywords, place)]
  })
  const required = given.flatMap(({ parameter }) =>
    parameter.required === true ? [String(parameter.name)] : [],
  )
  const schema = defined({
    type: 'object',
    properties: Object.fromEntries(members),
    required: required.length === 0 ? undefined : required,
  })
  const hasFile = given.some(({ parameter }) => parameter.type === 'file')
  const forms = consumes.filter((mediaType) =>
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(mediaType),
  )
  const types =
    forms.length > 0 ? forms : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']
  return defined({
    required: required.length > 0 ? true : undefined,
    content: Object.fromEntries(types.map((mediaType) => [mediaType, { schema }])),
  })
}
