// Removes the resources of a check when the check ends.
import type { ResourceTracker } from './resource-tracker.ts'

export type OwnedKeys = Map<ResourceTracker, string[]>

export function ownedBy(owned: OwnedKeys, pool: ResourceTracker): string[] {
  const keys = owned.get(pool) ?? []
  owned.set(pool, keys)
  return keys
}

/** Removes dependent resources before their parents. */
export async function removeOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.remove(keys)
}

export async function retireOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.retire(keys)
}

function inner(owned: OwnedKeys): readonly [ResourceTracker, string[]][] {
  return [...owned].sort(([one], [other]) => other.kind.level - one.kind.level)
}
