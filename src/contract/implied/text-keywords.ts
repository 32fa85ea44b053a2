// Keywords whose violation a text can show, in forms and parameters.
import { isObject, type Json } from '../../base/json.ts'

/** Every text is a string, and an array of one. */
export function isVisibleAsText(keyword: string, schema: Json): boolean {
  if (keyword !== 'type' || !isObject(schema)) return true
  return [schema.type].flat().every((type) => ['integer', 'number', 'boolean'].includes(String(type)))
}
