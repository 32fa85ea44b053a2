// Recognises that a deletion ended a resource, or that a step took effect.
import { at, equal, isObject, type Json } from '../../../base/json.ts'
import type { Resource } from '../../../contract/index.ts'
import { conforms } from '../../../oracle/index.ts'

export function isEnded({ ended }: Pick<Resource, 'ended'>, shown: Json): boolean {
  return ended.size > 0 && showsAll(shown, ended)
}

/** @param wanted values, or schemas of them */
export function showsAll(shown: Json, wanted: Resource['ended']): boolean {
  const holds = (value: Json, one: Json): boolean =>
    isObject(one) ? conforms(one, value) : equal(value, one)
  return [...wanted].every(([pointer, one]) => holds(at(shown, pointer) ?? null, one))
}
