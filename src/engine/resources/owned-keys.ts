// Keys of the resources that a check created, by pool, and their removal when the check ends.
import type { Pool } from './pool.ts'

/** To be removed when the check ends. */
export type OwnedKeys = Map<Pool, string[]>

/** Callers may add to the list. */
export function ownedBy(owned: OwnedKeys, pool: Pool): string[] {
  const keys = owned.get(pool) ?? []
  owned.set(pool, keys)
  return keys
}

/** Removes children first. */
export async function removeOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.remove(keys)
}

/** Together with those of other checks. */
export async function retireOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.retire(keys)
}

function inner(owned: OwnedKeys): readonly [Pool, string[]][] {
  return [...owned].sort(([one], [other]) => other.kind.depth - one.kind.depth)
}
