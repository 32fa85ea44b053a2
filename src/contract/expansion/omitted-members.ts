// Remembers omitted members: `readOnly` members of requests, and `writeOnly` members of responses.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'

/**
 * The side that a schema describes. Where the expansion of a recursive schema ends, a request contains no further
 * value, and a response can contain any value.
 */
export type Side = 'request' | 'response'

export class OmittedMembers {
  readonly #side: Side
  readonly #bySchema = new WeakMap<object, ReadonlySet<string>>()

  constructor(side: Side) {
    this.#side = side
  }

  of(schema: object): ReadonlySet<string> {
    return this.#bySchema.get(schema) ?? new Set()
  }

  remember(schema: JsonObject, names: Iterable<string>): JsonObject {
    const all = new Set(names)
    if (all.size > 0) this.#bySchema.set(schema, all)
    return schema
  }

  isOmitted(member: unknown): boolean {
    return isObject(member) && member[this.#side === 'request' ? 'readOnly' : 'writeOnly'] === true
  }

  removeFromRequired(source: JsonObject, resolved: JsonObject): JsonObject {
    const kept = isObject(resolved.properties) ? resolved.properties : {}
    const own = Object.keys(isObject(source.properties) ? source.properties : {}).filter(
      (name) => !(name in kept),
    )
    const inner = listOf(resolved.allOf).flatMap((branch) => (isObject(branch) ? [...this.of(branch)] : []))
    const names = new Set([...own, ...inner])
    if (names.size === 0) return resolved
    const without = (part: JsonObject): JsonObject => {
      if (!Array.isArray(part.required)) return part
      return { ...part, required: part.required.filter((name) => !names.has(String(name))) }
    }
    const { allOf } = resolved
    const branches = Array.isArray(allOf)
      ? { allOf: allOf.map((branch: Json) => (isObject(branch) ? without(branch) : branch)) }
      : {}
    return this.remember({ ...without(resolved), ...branches }, names)
  }
}

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
