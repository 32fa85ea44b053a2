// Merges the parameters of an operation with the parameters of its path.
import type { Json, JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { parameterFrom } from './parameter.ts'

export interface Given {
  readonly parameter: JsonObject
  readonly place: Place
}

interface Listed {
  readonly value: Json | undefined
  readonly place: Place
}

export function givenParameters(build: Build, shared: Listed, own: Listed): readonly Given[] {
  const overriding = distinct(build, own)
  const inherited = [...distinct(build, shared)].filter(([key]) => !overriding.has(key))
  return [...inherited.map(([, given]) => given), ...overriding.values()]
}

function distinct(build: Build, { value, place }: Listed): ReadonlyMap<string, Given> {
  const all = new Map<string, Given>()
  build.list(value, place).forEach((one, index) => {
    const here = child(place, index)
    const given = build.inlined('given', one, here, (parameter, standing) => ({ parameter, place: standing }))
    if (given === null) return
    const { name, in: where } = given.parameter
    const key = JSON.stringify([where, name])
    if (all.has(key))
      build.remark(here, `the parameter "${String(name)}" occurs twice: the second definition is left out`)
    else all.set(key, given)
  })
  return all
}

export function parametersFrom(
  build: Build,
  given: readonly Given[],
  path: string,
  place: Place,
): readonly Json[] {
  const missing = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
  const named = new Set(missing)
  const made = given.flatMap((one): JsonObject[] => {
    const { name, in: where } = one.parameter
    if (where === 'path' && !named.has(String(name))) {
      build.remark(one.place, `the path ${path} has no {${String(name)}}: the parameter is left out`)
      return []
    }
    if (where === 'path') missing.delete(String(name))
    const parameter = build.once('parameter', one.parameter, place, () =>
      parameterFrom(build, one.parameter, one.place),
    )
    return parameter === null ? [] : [parameter]
  })
  return [...made, ...[...missing].map((name) => undescribed(build, name, path, place))]
}

function undescribed(build: Build, name: string, path: string, place: Place): JsonObject {
  build.remark(place, `no parameter describes {${name}} of ${path}: {${name}} is treated as a text`)
  return build.from({ name, in: 'path', required: true, schema: { type: 'string' } }, place)
}
