// Finds keywords that a text can violate, for example in a URL or a form.
import { isObject, type Json } from '../../base/json.ts'

/** Every text is a string, so no text violates the type "string". */
export function isVisibleAsText(keyword: string, schema: Json): boolean {
  if (keyword !== 'type' || !isObject(schema)) return true
  return [schema.type].flat().every((type) => ['integer', 'number', 'boolean'].includes(String(type)))
}
