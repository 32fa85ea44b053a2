// Resources that a deletion ends, and that stay readable.
import { at, equal, isObject, type Json } from '../../../base/json.ts'
import type { Resource } from '../../../contract/index.ts'
import { conforms } from '../../../oracle/index.ts'

/** Whether it shows one that a deletion ended. */
export function isEnded({ ended }: Pick<Resource, 'ended'>, shown: Json): boolean {
  const holds = (value: Json, wanted: Json): boolean =>
    isObject(wanted) ? conforms(wanted, value) : equal(value, wanted)
  return ended.size > 0 && [...ended].every(([pointer, wanted]) => holds(at(shown, pointer) ?? null, wanted))
}
