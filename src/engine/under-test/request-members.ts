// The members of request bodies: those that the schema names, and those that a client may set.
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Operation, Resource, Schema } from '../../contract/index.ts'

export function membersOf(schema: Schema | null): readonly string[] {
  return schema !== null && isObject(schema.properties) ? Object.keys(schema.properties) : []
}

/**
 * Omits states, because they change by transitions, and members that the service sets. Keeps
 * required members.
 */
export function withoutOwn(
  body: JsonObject,
  { request }: Operation,
  { serverSet, states }: Resource,
): JsonObject {
  const required = new Set(
    request !== null && Array.isArray(request.required) ? (request.required as string[]) : [],
  )
  return Object.fromEntries(
    Object.entries(body).filter(
      ([member]) => required.has(member) || !(serverSet.has(`/${member}`) || states.has(`/${member}`)),
    ),
  )
}
