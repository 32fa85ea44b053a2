// Operations of all versions as those of 3.1, with the parameters of their path.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import { type Build, defined } from './build.ts'
import { contentFrom } from './content.ts'
import { type Given, parameterFrom } from './parameter.ts'
import { responsesFrom } from './responses.ts'
import { requirementsFrom } from './security.ts'
import { bodyFrom, mediaTypesOf } from './swagger.ts'

interface Surroundings {
  readonly path: string
  /** Parameters of the path. */
  readonly shared: { readonly value: Json | undefined; readonly place: Place }
  /** Names of the security schemes. */
  readonly schemes: ReadonlySet<string>
}

export function operationFrom(
  build: Build,
  value: JsonObject,
  place: Place,
  { path, shared, schemes }: Surroundings,
): JsonObject {
  const own = givenIn(build, value.parameters, child(place, 'parameters'))
  const isOverridden = ({ parameter }: Given): boolean =>
    own.some((one) => one.parameter.name === parameter.name && one.parameter.in === parameter.in)
  const given = [...givenIn(build, shared.value, shared.place).filter((one) => !isOverridden(one)), ...own]
  const isOfBody = ({ parameter }: Given): boolean =>
    build.dialect === '2.0' && (parameter.in === 'body' || parameter.in === 'formData')
  const parameters = given.filter((one) => !isOfBody(one))
  const produces = mediaTypesOf(value, place, 'produces')
  return build.from(
    defined({
      operationId: typeof value.operationId === 'string' ? value.operationId : undefined,
      summary: typeof value.summary === 'string' ? value.summary : undefined,
      description: typeof value.description === 'string' ? value.description : undefined,
      tags: Array.isArray(value.tags) ? value.tags : undefined,
      security: requirementsFrom(build, value.security, child(place, 'security'), schemes),
      parameters: withPathParameters(build, parameters, path, place),
      requestBody:
        build.dialect === '2.0'
          ? bodyFrom(build, given.filter(isOfBody), value, place)
          : requestBodyFrom(build, value.requestBody, child(place, 'requestBody')),
      responses: responsesFrom(build, value.responses, child(place, 'responses'), produces),
    }),
    place,
  )
}

function givenIn(build: Build, value: Json | undefined, place: Place): readonly Given[] {
  return build.list(value, place).flatMap((one, index): Given[] => {
    const found = build.inlined(one, child(place, index), (parameter, standing) => ({
      parameter,
      place: standing,
    }))
    return found === null ? [] : [found]
  })
}

function withPathParameters(
  build: Build,
  given: readonly Given[],
  path: string,
  place: Place,
): readonly Json[] {
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const made = given.flatMap((one): JsonObject[] => {
    const { name } = one.parameter
    if (one.parameter.in === 'path' && !named.includes(String(name))) {
      build.remark(one.place, `the path ${path} has no {${String(name)}}: the parameter is left out`)
      return []
    }
    const parameter = parameterFrom(build, one)
    return parameter === null ? [] : [parameter]
  })
  const missing = named.filter((name) => !made.some((one) => one.in === 'path' && one.name === name))
  for (const name of missing)
    build.remark(place, `no parameter describes {${name}} of ${path}: it is taken as a text`)
  return [
    ...made,
    ...missing.map((name) =>
      build.from({ name, in: 'path', required: true, schema: { type: 'string' } }, place),
    ),
  ]
}

function requestBodyFrom(build: Build, value: Json | undefined, place: Place): JsonObject | undefined {
  if (value === undefined) return undefined
  const made = build.inlined(value, place, (body, standing) =>
    defined({
      required: body.required === true ? true : undefined,
      content: contentFrom(build, body.content, child(standing, 'content')),
    }),
  )
  return isObject(made) ? made : undefined
}
