// What a run may change, and by whose word, in a few words.
import type { Json } from '../../base/json.ts'

/** "writes destructive (by default, as the address is a loopback one)"; nothing where the options do not tell. */
export function describeWrites({ writes, writesFrom }: Readonly<Record<string, Json>>): string[] {
  if (typeof writes !== 'string') return []
  return [`writes ${writes}${typeof writesFrom === 'string' ? ` (${writesFrom})` : ''}`]
}
