// Finds the members of an object schema, also in its `allOf`.
import { at, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'

export function membersOf(schema: JsonObject, root: JsonObject): readonly (readonly [string, JsonObject])[] {
  const own = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const inner = Array.isArray(schema.allOf) ? schema.allOf : []
  return [
    ...own.flatMap(([name, member]) => {
      const target = followed(member, root)
      if (!isObject(target) || !isObject(member)) return []
      return [[`/${tokenOf(name)}`, { ...target, ...member }] as const]
    }),
    ...inner.flatMap((branch: Json) => {
      const target = followed(branch, root)
      return isObject(target) ? membersOf(target, root) : []
    }),
  ]
}

export function requiredIn({ required, allOf }: JsonObject, root: JsonObject): readonly string[] {
  const own = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  const inner = Array.isArray(allOf) ? allOf : []
  return [
    ...own.map((name) => `/${tokenOf(name)}`),
    ...inner.flatMap((branch: Json) => {
      const target = followed(branch, root)
      return isObject(target) ? requiredIn(target, root) : []
    }),
  ]
}

export function followed(schema: Json, root: JsonObject): Json | undefined {
  return isObject(schema) && typeof schema.$ref === 'string' ? at(root, schema.$ref.slice(1)) : schema
}
