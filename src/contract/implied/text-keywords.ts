// Finds keywords whose violation a text can show.
import { isObject, type Json } from '../../base/json.ts'

/** Every text is a string. */
export function isVisibleAsText(keyword: string, schema: Json): boolean {
  if (keyword !== 'type' || !isObject(schema)) return true
  return [schema.type].flat().every((type) => ['integer', 'number', 'boolean'].includes(String(type)))
}
