// Decides whether a body is still invalid in a form, where every value is a text that a server may convert.
import { formType } from '../../base/http/media-type.ts'
import { isObject, type Json, parseExact } from '../../base/json.ts'
import type { Operation, Schema } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import { formPairs } from '../requests/request.ts'

/** True for a JSON body, and for a form whose texts have no valid interpretation. */
export function showsViolation(
  { mediaType }: Pick<Operation, 'mediaType'>,
  schema: Schema,
  value: Json,
): boolean {
  if (mediaType !== formType) return true
  if (!isObject(value)) return false
  const readings = new Map<string, readonly Json[]>()
  for (const [name, text] of formPairs(value)) {
    // Servers read the notations of nested members differently.
    if (name.includes('[')) return false
    readings.set(name, [...(readings.get(name) ?? []), text])
  }
  const properties = isObject(schema.properties) ? schema.properties : {}
  const body = Object.fromEntries(
    [...readings].map(([name, texts]) => [name, read(texts, properties[name] ?? true)]),
  )
  return !conforms(schema, body)
}

function read(texts: readonly Json[], schema: Json): Json {
  const plain = texts.map((text) => plainOf(String(text)))
  const [first = ''] = texts
  const [typed = ''] = plain
  const readings: readonly Json[] = [...(texts.length === 1 ? [first, typed] : []), [...texts], plain]
  return readings.find((one) => conforms(schema, one)) ?? first
}

function plainOf(text: string): Json {
  const parsed = parseExact(text)
  return parsed.ok && !isObject(parsed.value) && !Array.isArray(parsed.value) ? parsed.value : text
}
