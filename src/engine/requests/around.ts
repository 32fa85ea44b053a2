// Makes the required members of a request that are not members of the resource (see `envelope`).
import fc from 'fast-check'
import { isObject, type Json, type JsonObject, nameOf } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { GenerateError, valid } from '../../generate/index.ts'
import { withoutMeantNull } from './meant-null.ts'

const known = new WeakMap<object, JsonObject>()

export function aroundOf({ wholeRequest, envelope }: Operation): JsonObject {
  if (wholeRequest === null || envelope.request === '') return {}
  const made =
    known.get(wholeRequest) ?? around(wholeRequest, envelope.request.split('/').slice(1).map(nameOf))
  known.set(wholeRequest, made)
  return made
}

function around(schema: Json, [name = '', ...inner]: readonly string[]): JsonObject {
  if (!isObject(schema)) return {}
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = (Array.isArray(schema.required) ? schema.required : []) as readonly string[]
  const others = required.filter((one) => one !== name)
  return {
    ...Object.fromEntries(others.flatMap((one) => drawn(one, properties[one] ?? {}))),
    ...(inner.length === 0 ? {} : { [name]: around(properties[name] ?? {}, inner) }),
  }
}

function drawn(name: string, schema: Json): readonly (readonly [string, Json])[] {
  const options = { hostile: false, extras: false }
  try {
    const [value = null] = fc.sample(valid(withoutMeantNull(schema) as object, options), {
      seed: 1,
      numRuns: 1,
    })
    return [[name, value as Json]]
  } catch (error) {
    if (error instanceof GenerateError) return []
    throw error
  }
}
