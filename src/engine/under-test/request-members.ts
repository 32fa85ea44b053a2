// Selects members of request bodies: all that the schema names, or those that a client may set.
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Operation, Resource, Schema } from '../../contract/index.ts'

export function membersOf(schema: Schema | null): readonly string[] {
  return schema !== null && isObject(schema.properties) ? Object.keys(schema.properties) : []
}

/** Omits members that the service sets, and states, because states change by transitions. */
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

/** Returns the members that an update can set, the name first. */
export function settableMembers(request: Schema, { serverSet, states, nameAt }: Resource): readonly string[] {
  const members = membersOf(request).filter(
    (member) => !serverSet.has(`/${member}`) && states.get(`/${member}`)?.transitions == null,
  )
  return members.toSorted((one, other) => Number(`/${other}` === nameAt) - Number(`/${one}` === nameAt))
}
