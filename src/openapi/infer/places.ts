// Places: the operations of one path template.

import { isItem, keyOf, type Segment, thingIn } from './facts/path.ts'
import type { Operation } from './operations.ts'

export interface Place {
  readonly key: string
  readonly segments: readonly Segment[]
  /** Last literal of the path. */
  readonly thing: string
  /** By method. */
  readonly operations: ReadonlyMap<string, Operation>
}

/** By key. Paths that differ in names of parameters alone are one place. */
export function placesOf(operations: readonly Operation[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place & { operations: Map<string, Operation> }>()
  for (const operation of operations) {
    const { key, segments } = operation
    const place = places.get(key) ?? { key, segments, thing: thingIn(segments), operations: new Map() }
    places.set(key, place)
    if (!place.operations.has(operation.method)) place.operations.set(operation.method, operation)
  }
  return places
}

/** Whether it may be a collection: its path ends in a literal. */
export const endsInLiteral = (place: Place): boolean => place.segments.at(-1)?.kind === 'literal'

export const isItemPlace = (place: Place): boolean => isItem(place.segments)

/** The key of the path before its last segment. */
export const keyAbove = (place: Place): string => keyOf(place.segments.slice(0, -1))
