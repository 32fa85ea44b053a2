// Keys of the resources that a check created, by pool, and their removal when the check ends.
import type { ResourceTracker } from './resource-tracker.ts'

/** To be removed when the check ends. */
export type OwnedKeys = Map<ResourceTracker, string[]>

/** Callers may add to the list. */
export function ownedBy(owned: OwnedKeys, pool: ResourceTracker): string[] {
  const keys = owned.get(pool) ?? []
  owned.set(pool, keys)
  return keys
}

/** Removes those first that need others. */
export async function removeOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.remove(keys)
}

/** Together with those of other checks. */
export async function retireOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.retire(keys)
}

function inner(owned: OwnedKeys): readonly [ResourceTracker, string[]][] {
  return [...owned].sort(([one], [other]) => other.kind.level - one.kind.level)
}
