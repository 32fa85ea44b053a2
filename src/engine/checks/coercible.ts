// Values of another type from which careless code makes one of the right type.
import { at, isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Schema } from '../../contract/index.ts'
import type { BoundaryItem } from '../../generate/index.ts'
import { conforms } from '../../oracle/index.ts'
import { set } from '../subjects/index.ts'

/**
 * What to send for a value of a wrong type: one that holds or says what is valid there, where there is one, as an empty list,
 * object or text is refused for being empty by those who do not look at types.
 */
export function coercible(
  { keyword, pointer, value }: Pick<BoundaryItem, 'keyword' | 'pointer' | 'value'>,
  schema: Schema,
  valid: JsonObject,
): readonly Json[] {
  const right = at(valid, pointer)
  if (keyword !== 'type' || pointer === '' || right === undefined || !isObject(value)) return [value]
  const tempting = lookalikes(right, at(value, pointer))
    .map((wrong) => set(value, pointer, wrong))
    .filter((body) => !conforms(schema, body))
  return tempting.length > 0 ? tempting : [value]
}

function lookalikes(right: Json, wrong: Json | undefined): readonly Json[] {
  if (Array.isArray(right)) {
    const [first] = right as readonly Json[]
    // A list of one as that one, and as what some parsers of forms make of a list.
    return isObject(wrong) && first !== undefined ? [first, { 0: first }] : []
  }
  if (Array.isArray(wrong)) return [[right]]
  if (typeof wrong === 'string' && (typeof right === 'number' || typeof right === 'boolean'))
    return [String(right)]
  return []
}
