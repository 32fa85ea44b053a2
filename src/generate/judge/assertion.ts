// The keywords that look at one instance alone, without a subschema (JSON Schema Validation 6).
import { equal, isObject, type Json } from '../../base/json.ts'
import { enumOf, isSchemaObject, namesOf, numberOf, type SchemaObject, stringOf } from '../schema/schema.ts'
import { isMultiple } from '../value/decimal.ts'
import { inFormat } from '../value/format.ts'
import { kindOf, kindsOf } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'

type Fail = (keyword: string, property?: string) => void

/** Calls `fail` for each assertion of `schema` that `value` does not satisfy. */
export function failedAssertions(schema: SchemaObject, value: Json, fail: Fail): void {
  if (schema.type !== undefined && (kindsOf(schema.type) & kindOf(value)) === 0) fail('type')
  for (const keyword of ['enum', 'const'] as const) {
    const allowed = enumOf(schema, keyword)
    if (allowed !== undefined && !allowed.some((each) => equal(each, value))) fail(keyword)
  }
  const format = stringOf(schema, 'format')
  if (format !== undefined && !inFormat(format, value)) fail('format')
  if (typeof value === 'number') numbers(schema, value, fail)
  else if (typeof value === 'string') strings(schema, value, fail)
  else if (Array.isArray(value)) arrays(schema, value, fail)
  else if (isObject(value)) objects(schema, value, fail)
}

function numbers(schema: SchemaObject, value: number, fail: Fail): void {
  if (value < (numberOf(schema, 'minimum') ?? -Infinity)) fail('minimum')
  if (value > (numberOf(schema, 'maximum') ?? Infinity)) fail('maximum')
  if (value <= (numberOf(schema, 'exclusiveMinimum') ?? -Infinity)) fail('exclusiveMinimum')
  if (value >= (numberOf(schema, 'exclusiveMaximum') ?? Infinity)) fail('exclusiveMaximum')
  const divisor = numberOf(schema, 'multipleOf')
  if (divisor !== undefined && !isMultiple(value, divisor)) fail('multipleOf')
}

/** The length of a string in code points (RFC 8259; Validation 6.3.1). */
export function lengthOf(text: string): number {
  let length = text.length
  for (let index = 1; index < text.length; index++) {
    const low = text.charCodeAt(index)
    if (low < 0xdc00 || low > 0xdfff) continue
    const high = text.charCodeAt(index - 1)
    if (high >= 0xd800 && high <= 0xdbff) length--
  }
  return length
}

function strings(schema: SchemaObject, value: string, fail: Fail): void {
  const least = numberOf(schema, 'minLength')
  const most = numberOf(schema, 'maxLength')
  if (least !== undefined && lengthOf(value) < least) fail('minLength')
  if (most !== undefined && lengthOf(value) > most) fail('maxLength')
  const pattern = stringOf(schema, 'pattern')
  if (pattern !== undefined && !matches(pattern, value)) fail('pattern')
}

function arrays(schema: SchemaObject, value: readonly Json[], fail: Fail): void {
  if (value.length < (numberOf(schema, 'minItems') ?? 0)) fail('minItems')
  if (value.length > (numberOf(schema, 'maxItems') ?? Infinity)) fail('maxItems')
  if (schema.uniqueItems === true && !areUnique(value)) fail('uniqueItems')
}

/** Whether no two of the values are equal. */
export function areUnique(values: readonly Json[]): boolean {
  const simple = new Set<Json>()
  const deep: Json[] = []
  for (const value of values) {
    if (typeof value !== 'object' || value === null) {
      if (simple.has(value)) return false
      simple.add(value)
    } else {
      if (deep.some((each) => equal(each, value))) return false
      deep.push(value)
    }
  }
  return true
}

function objects(schema: SchemaObject, value: Readonly<Record<string, Json>>, fail: Fail): void {
  const count = Object.keys(value).length
  if (count < (numberOf(schema, 'minProperties') ?? 0)) fail('minProperties')
  if (count > (numberOf(schema, 'maxProperties') ?? Infinity)) fail('maxProperties')
  for (const name of namesOf(schema.required)) if (!Object.hasOwn(value, name)) fail('required', name)
  if (!isSchemaObject(schema.dependentRequired)) return
  for (const [trigger, names] of Object.entries(schema.dependentRequired)) {
    if (!Object.hasOwn(value, trigger)) continue
    for (const name of namesOf(names)) if (!Object.hasOwn(value, name)) fail('dependentRequired', name)
  }
}
