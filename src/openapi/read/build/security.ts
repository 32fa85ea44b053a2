// Normalises security schemes and requirements.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { defined } from '../state/members.ts'

export function schemesFrom(build: Build, root: JsonObject, main: Place): JsonObject {
  const { components } = root
  const [value, place] =
    build.dialect === '2.0'
      ? [root.securityDefinitions, child(main, 'securityDefinitions')]
      : [
          isObject(components) ? components.securitySchemes : undefined,
          child(child(main, 'components'), 'securitySchemes'),
        ]
  return Object.fromEntries(
    build.entries(value, place).flatMap(([name, scheme]): [string, Json][] => {
      const made = build.inlined('scheme', scheme, child(place, name), (one) =>
        build.dialect === '2.0' ? swaggerScheme(one) : { ...one },
      )
      return made === null ? [] : [[name, made]]
    }),
  )
}

const flows: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

function swaggerScheme(scheme: JsonObject): JsonObject {
  if (scheme.type === 'basic') return { type: 'http', scheme: 'basic' }
  if (scheme.type !== 'oauth2') return scheme
  const { authorizationUrl, tokenUrl, scopes } = scheme
  const flow = flows[String(scheme.flow)] ?? 'implicit'
  return { type: 'oauth2', flows: { [flow]: defined({ authorizationUrl, tokenUrl, scopes: scopes ?? {} }) } }
}

export function requirementsFrom(
  build: Build,
  value: Json | undefined,
  place: Place,
  names: ReadonlySet<string>,
): readonly Json[] | undefined {
  if (value === undefined) return undefined
  return build.list(value, place).flatMap((one, index): JsonObject[] => {
    const here = child(place, index)
    const requirement = build.object(one, here)
    if (requirement === null) return []
    for (const [name] of build.entries(requirement, here))
      if (!names.has(name))
        build.mistake(
          child(here, name),
          `no security scheme has the name "${name}": define it, or correct the name`,
        )
    return [requirement]
  })
}
