// Reads and filters members of objects.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'

export function isReference(value: Json | undefined): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value.$ref === 'string'
}

export function defined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((one): one is [string, Json] => one[1] !== undefined),
  )
}
