// Finds the members that JSON Patches (RFC 6902) can change.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'
import type { Schema } from '../schema.ts'

/** Sets the schema of each patch. By default, a patch has the members of the replacement or creation. */
export function withPatchedMembers(
  operations: ReadonlyMap<string, Operation>,
  resources: ReadonlyMap<string, Resource>,
): Map<string, Operation> {
  return new Map(
    [...operations].map(([name, operation]) => {
      if (operation.jsonPatch === null) return [name, operation]
      const { life } = resources.get(operation.resource) ?? { life: {} as Resource['life'] }
      const requestOf = (act: 'create' | 'replace'): Schema | null =>
        operations.get(life[act] ?? '')?.request ?? null
      const [replacement, creation] = [requestOf('replace'), requestOf('create')]
      const stated = operation.request ?? replacement ?? creation
      const request = stated === null ? null : ofMembers(stated, operation.request !== null)
      const always = [creation, replacement].flatMap((schema) => requiredIn(schema))
      return [name, { ...operation, request, wholeRequest: request, jsonPatch: [...new Set(always)] }]
    }),
  )
}

const requiredIn = (schema: Schema | null): readonly string[] =>
  schema !== null && Array.isArray(schema.required) ? (schema.required as string[]) : []

/** Removes keywords about the whole object, because a patch contains only some members. */
function ofMembers(schema: Schema, keepsClauses: boolean): Schema {
  const {
    type: _,
    required: __,
    minProperties: ___,
    maxProperties: ____,
    dependentRequired: _____,
    ...rest
  } = schema
  return keepsClauses ? rest : (withoutClauses(rest) as Schema)
}

function withoutClauses(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutClauses)
  if (!isObject(schema)) return schema
  const { 'x-clauses': _, ...rest }: JsonObject = schema
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutClauses(value)]))
}
