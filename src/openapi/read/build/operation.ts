// Normalises an operation, and adds the parameters of its path.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place, shownPlace } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { defined } from '../state/members.ts'
import { contentFrom } from './content.ts'
import { type Given, givenParameters, parametersFrom } from './parameters.ts'
import { responsesFrom } from './responses.ts'
import { requirementsFrom } from './security.ts'
import { serversFrom } from './servers.ts'
import { bodyFrom, mediaTypesOf } from './swagger.ts'

interface Member {
  readonly value: Json | undefined
  readonly place: Place
}

export interface Surroundings {
  readonly path: string
  readonly shared: Member
  readonly servers: Member
  readonly schemes: ReadonlySet<string>
  readonly operationIds: Map<string, string>
}

export function operationFrom(
  build: Build,
  value: JsonObject,
  place: Place,
  { path, shared, servers, schemes, operationIds }: Surroundings,
): JsonObject {
  build.countOperation(place)
  const given = givenParameters(build, shared, { value: value.parameters, place: child(place, 'parameters') })
  const isOfBody = ({ parameter }: Given): boolean =>
    build.dialect === '2.0' && (parameter.in === 'body' || parameter.in === 'formData')
  const own = value.servers === undefined ? servers : { value: value.servers, place: child(place, 'servers') }
  return build.from(
    defined({
      ...texts(value),
      operationId: operationIdOf(build, value, place, operationIds),
      tags: Array.isArray(value.tags) ? value.tags : undefined,
      servers: own.value === undefined ? undefined : serversFrom(build, own.value, own.place),
      security: requirementsFrom(build, value.security, child(place, 'security'), schemes),
      parameters: parametersFrom(
        build,
        given.filter((one) => !isOfBody(one)),
        path,
        place,
      ),
      requestBody:
        build.dialect === '2.0'
          ? bodyFrom(build, given.filter(isOfBody), value, place)
          : requestBodyFrom(build, value.requestBody, child(place, 'requestBody')),
      responses: responsesFrom(
        build,
        value.responses,
        child(place, 'responses'),
        build.dialect === '2.0' ? mediaTypesOf(build, value, place, 'produces') : [],
      ),
    }),
    place,
  )
}

function texts({ summary, description, deprecated }: JsonObject): Readonly<Record<string, Json | undefined>> {
  return {
    summary: typeof summary === 'string' ? summary : undefined,
    description: typeof description === 'string' ? description : undefined,
    deprecated: deprecated === true ? true : undefined,
  }
}

function operationIdOf(
  build: Build,
  { operationId }: JsonObject,
  place: Place,
  known: Map<string, string>,
): string | undefined {
  if (typeof operationId !== 'string') return undefined
  const other = known.get(operationId)
  if (other === undefined) known.set(operationId, shownPlace(place))
  else
    build.remark(
      place,
      `the operationId "${operationId}" is also used at ${other}: the name applies to both operations`,
    )
  return operationId
}

function requestBodyFrom(build: Build, value: Json | undefined, place: Place): JsonObject | undefined {
  if (value === undefined || value === null) return undefined
  const made = build.inlined('requestBody', value, place, (body, standing) =>
    defined({
      required: body.required === true ? true : undefined,
      content: contentFrom(build, body.content, child(standing, 'content')),
    }),
  )
  return isObject(made) ? made : undefined
}
