// Describes facts about runs, to compare them.
import type { Json } from '../../base/json.ts'

/** Omits the address of an embedded tenant, because its port differs in every run. */
export function tenantText({ embedded }: { readonly embedded?: boolean }, url: string): string {
  return embedded === true ? 'the embedded reference tenant' : url
}

export function optionText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(optionText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
