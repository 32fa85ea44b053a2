// Checks the types and the names of members.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'

/** Throws Invalid. @param where the text after "Expected type object" */
export function requireObject(value: Json | undefined, where = 'as payload'): JsonObject {
  if (!isObject(value)) throw new Invalid(`Expected type object ${where}`)
  return value
}

/** Throws Invalid. */
export function requireString(value: Json | undefined, property: string): string {
  if (typeof value !== 'string') throw new Invalid(`Expected type string on property ${property}`)
  return value
}

/** Throws Invalid for an unknown member. @param where the text after the name of the member */
export function refuseUnknown(object: JsonObject, known: readonly string[], where = ''): void {
  const unknown = Object.keys(object).find((member) => !known.includes(member))
  if (unknown !== undefined) throw new Invalid(`Additional properties not allowed: ${unknown}${where}`)
}
