// Finds the id of an item of a list.
import { at, idTextOf, type Json } from '../../base/json.ts'
import type { Resource } from '../resource.ts'
import type { Pointer } from '../schema.ts'

type Named = Pick<Resource, 'id' | 'idsAt' | 'life'>

/** Returns the JSON pointer of the id in an item. "" means that the item is the id. */
export function idInItem({ id, idsAt, life }: Named): Pointer {
  return idsAt.get(life.list ?? '') ?? id
}

export function idOfItem(item: Json | undefined, resource: Named): string | undefined {
  return isBare(item) ? idTextOf(item) : idTextOf(at(item, idInItem(resource)))
}

/** Returns true for a string or number where the contract expects an object. */
export function isUncertainId(item: Json | undefined, resource: Named): boolean {
  return isBare(item) && idInItem(resource) !== ''
}

function isBare(item: Json | undefined): boolean {
  return typeof item === 'string' || typeof item === 'number'
}
