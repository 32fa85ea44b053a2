// Resolves creations without a response: finds their resources, or proves that none exist.
import { isObject, type Json } from '../../base/json.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { nameIn } from '../resources/kind.ts'
import type { ListedItem } from '../resources/listing.ts'
import { bearsMarker, isOwnId } from '../resources/recognition/ownership.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { Session } from '../session/session.ts'

/** Finds resources without a list, because the run chose their ids. */
export function adoptChosen({ marker }: Session, ledger: Ledger, pool: ResourceTracker): void {
  const { kind } = pool
  if (kind.depth > 0) return
  for (const { id, number } of ledger.unresolved(kind.name)) {
    if (!isOwnId(id, marker)) continue
    ledger.created(number, kind.name, id)
    pool.adopt(id)
  }
}

/**
 * The responses with the ids were lost, so the names identify the resources.
 * @returns ids that may be another client's copies of a resource of the run
 */
export function adoptUnconfirmed(
  marker: string,
  ledger: Ledger,
  kind: string,
  listed: readonly ListedItem[],
  pool: ResourceTracker,
): readonly string[] {
  const intents = ledger.unresolved(kind)
  const names = intents.map(({ name }) => name)
  const unconfirmed = listed
    .filter(({ id, item }) => bearsMarker(item, marker) && !pool.knows(id))
    .map(({ id, item }) => ({ id, name: nameOf(item, names, pool) }))
  const copies: string[] = []
  for (const name of new Set(unconfirmed.map((one) => one.name))) {
    const claimants = unconfirmed.filter((one) => one.name === name)
    const makers = intents.filter((intent) => intent.name === name)
    // At least one item is a copy, but the run cannot find out which one.
    if (claimants.length > makers.length) copies.push(...claimants.map(({ id }) => id))
    else
      for (const [index, { id }] of claimants.entries()) {
        ledger.created(makers[index]?.number ?? 0, kind, id)
        pool.adopt(id)
      }
  }
  return copies
}

/** Closes open creations that left no trace in a complete list. */
export function refuseUnmade(
  ledger: Ledger,
  kind: string,
  items: readonly ListedItem[],
  pool: ResourceTracker,
): void {
  const isNothingNew = pool.haveAllExisted(items.map(({ id }) => id))
  // An item without the marker may still be the created resource.
  for (const { name, number, unnamed, told } of ledger.unresolved(kind)) {
    const isListed = items.some(({ id, item }) => !pool.knows(id) && isNamed(item, name))
    const isThere = items.some(({ id }) => id === told && !pool.haveAllExisted([id]))
    if (!isThere && (unnamed === true ? isNothingNew : !isListed)) ledger.refused(number)
  }
}

function nameOf(item: Json, names: readonly string[], { kind }: ResourceTracker): string | null {
  const own = isObject(item) ? nameIn(kind, item) : undefined
  return names.find((name) => name === own) ?? longestOf(names.filter((name) => isNamed(item, name)))
}

function longestOf(names: readonly string[]): string | null {
  return names.reduce<string | null>(
    (longest, name) => (name.length > (longest?.length ?? -1) ? name : longest),
    null,
  )
}

function isNamed(item: Json, name: string): boolean {
  if (typeof item === 'string') return item === name || (name.includes('tc-') && endsWithin(item, name))
  if (Array.isArray(item)) return item.some((one: Json) => isNamed(one, name))
  return isObject(item) && Object.values(item).some((one) => isNamed(one, name))
}

// For example, "tc-0a1b2c3d 57" does not contain the complete name "tc-0a1b2c3d 5".
function endsWithin(text: string, name: string): boolean {
  const at = text.indexOf(name)
  return at >= 0 && !/[\w-]/.test(text.charAt(at + name.length))
}
