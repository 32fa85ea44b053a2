// Values of another type from which careless code makes one of the right type.
import { at, equal, isObject, type Json, type JsonObject, nameOf, typeOf } from '../../base/json.ts'
import type { Schema } from '../../contract/index.ts'
import type { BoundaryItem } from '../../generate/index.ts'
import { conforms } from '../../oracle/index.ts'

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
    .map((wrong) => placed(value, pointer.split('/').slice(1), wrong))
    .filter((body) => !conforms(schema, body))
  return tempting.length > 0 ? tempting : [value]
}

/**
 * For each wrong type that is sent at a place a value of it that careless code takes the other way: what counts as false where the one that is
 * sent counts as true, and what holds something where that is empty.
 * @param sent what is sent there, of wrong types alone
 */
export function contraries(right: Json, sent: readonly Json[]): readonly Json[] {
  const types = new Set(sent.map(typeOf))
  return [false, true, 0, 1, '', 'text', [], [right], {}, { value: right }].filter(
    (one) => types.has(typeOf(one)) && !sent.some((known) => equal(known, one)),
  )
}

/** `onto` with that value at the place, which leads through objects and arrays. */
export function placed(onto: Json | undefined, [token, ...rest]: readonly string[], value: Json): Json {
  if (token === undefined) return value
  const name = nameOf(token)
  if (Array.isArray(onto))
    return onto.map((item: Json, index) => (String(index) === name ? placed(item, rest, value) : item))
  return isObject(onto) ? { ...onto, [name]: placed(onto[name], rest, value) } : value
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
