// Finds the clauses for which a response's shape is evidence.
import { isObject, type Json, tokenOf } from '../base/json.ts'
import { clausesOf, eachSchema, memberSchemas } from '../contract/index.ts'

export function shapeEvidence(schema: Json, value: Json): ReadonlyMap<string, ReadonlySet<string>> {
  const pointers = new Map<string, Set<string>>()
  for (const [clause, pointer] of occasions(schema, value, ''))
    pointers.set(clause, (pointers.get(clause) ?? new Set()).add(pointer))
  for (const clause of ofMissing(schema, value)) pointers.delete(clause)
  return pointers
}

// Finds clauses about the content of missing required members. The response is no evidence for these clauses.
function* ofMissing(schema: Json | undefined, value: Json): Generator<string> {
  if (!isObject(schema)) return
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : []
  if (isObject(schema.properties) && isObject(value))
    for (const [name, member] of Object.entries(schema.properties))
      if (Object.hasOwn(value, name)) yield* ofMissing(member, value[name] ?? null)
      else if (required.includes(name)) yield* clausesWithin(member)
  if (Array.isArray(value)) for (const item of value) yield* ofMissing(schema.items, item)
}

function clausesWithin(schema: Json): readonly string[] {
  const found: string[] = []
  eachSchema(schema, (inner) => found.push(...Object.values(clausesOf(inner))))
  return found
}

// Finds the keywords that apply to the value. The value cannot violate other keywords, so these give no
// evidence.
function* occasions(
  schema: Json | undefined,
  value: Json,
  pointer: string,
): Generator<readonly [clause: string, pointer: string]> {
  if (!isObject(schema)) return
  for (const [keyword, clause] of Object.entries(clausesOf(schema)))
    if (applies(keyword, value)) yield [clause, pointer]
  if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      if (isObject(schema.propertyNames)) yield* occasions(schema.propertyNames, name, pointer)
      for (const one of memberSchemas(schema, name))
        yield* occasions(one, member, `${pointer}/${tokenOf(name)}`)
    }
  if (Array.isArray(value)) {
    const first: readonly Json[] = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
    for (const [index, item] of value.entries())
      yield* occasions(first[index] ?? schema.items, item as Json, `${pointer}/*`)
  }
  if (Array.isArray(schema.allOf)) for (const branch of schema.allOf) yield* occasions(branch, value, pointer)
}

function applies(keyword: string, value: Json): boolean {
  if (['minLength', 'maxLength', 'pattern', 'format'].includes(keyword)) return typeof value === 'string'
  if (['minItems', 'maxItems', 'uniqueItems'].includes(keyword)) return Array.isArray(value)
  if (keyword === 'propertyNames') return isObject(value) && Object.keys(value).length > 0
  if (['required', 'additionalProperties'].includes(keyword)) return isObject(value)
  return true
}
