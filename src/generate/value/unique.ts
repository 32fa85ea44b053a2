// Tests whether JSON values differ from each other.
import { isObject, type Json } from '../../base/json.ts'

export function areUnique(values: readonly Json[]): boolean {
  const seen = new Set<string>()
  for (const value of values) {
    const key = identity(value)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/** Only equal values have equal texts. */
export function identity(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(identity).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${identity(each)}`)
  return `{${entries.sort().join()}}`
}
