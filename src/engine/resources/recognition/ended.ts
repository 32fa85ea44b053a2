// Recognises a deleted or replaced resource by its values.
import { at, equal, isObject, type Json } from '../../../base/json.ts'
import type { Resource } from '../../../contract/index.ts'
import { conforms } from '../../../oracle/index.ts'

export function isEnded({ ended, superseded }: Pick<Resource, 'ended' | 'superseded'>, shown: Json): boolean {
  return [ended, superseded].some((values) => values.size > 0 && showsAll(shown, values))
}

/** @param wanted for each JSON pointer, the expected value or a schema */
export function showsAll(shown: Json, wanted: Resource['ended']): boolean {
  const holds = (value: Json, one: Json): boolean =>
    isObject(one) ? conforms(one, value) : equal(value, one)
  return [...wanted].every(([pointer, one]) => holds(at(shown, pointer) ?? null, one))
}
