// Finds the keywords that a text can violate visibly, for example in a URL or a form.
import { isObject, type Json } from '../../base/json.ts'

/** A text cannot violate the type "string", because every text is a string. */
export function isVisibleAsText(keyword: string, schema: Json): boolean {
  if (keyword !== 'type' || !isObject(schema)) return true
  return [schema.type].flat().every((type) => ['integer', 'number', 'boolean'].includes(String(type)))
}
