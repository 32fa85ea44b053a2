// A place contains all operations of one path template.

import { isItem, keyOf, type Segment, thingIn } from './facts/path.ts'
import type { Operation } from './operations.ts'

export interface Place {
  readonly key: string
  readonly segments: readonly Segment[]
  readonly thing: string
  readonly operations: ReadonlyMap<string, Operation>
}

/** Ignores letter case and names of parameters. */
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

export const endsInLiteral = (place: Place): boolean => place.segments.at(-1)?.kind === 'literal'

export const isItemPlace = (place: Place): boolean => isItem(place.segments)

export const keyAbove = (place: Place): string => keyOf(place.segments.slice(0, -1))
