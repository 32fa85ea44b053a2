// Explains errors of the schema validation in plain words.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../json.ts'
import { createAjv } from './ajv.ts'
import { faultInWords } from './in-words.ts'

const faultOf = (
  schema: JsonObject,
  value: Json,
  shown: Json | undefined = value,
  verbose = true,
): string => {
  const validate = createAjv({ verbose, strict: false }).compile(schema)
  expect(validate(value)).toBe(false)
  const error = validate.errors?.at(-1)
  if (error === undefined) throw new Error('no error')
  return faultInWords(error, shown)
}

test.each<[JsonObject, Json, string]>([
  [{ type: 'object' }, [], 'it must be a JSON object, not an array'],
  [{ type: ['object', 'null'] }, 'x', 'it must be a JSON object or null, not a string'],
  [{ type: 'integer' }, 1.5, 'it must be a whole number, not a number'],
  [{ type: 'boolean' }, 'x', 'it must be true or false, not a string'],
  [{ enum: ['a', 'b'] }, 'c', 'it must be one of a, b, not "c"'],
  [{ const: 1 }, 2, 'it must be 1, not 2'],
  [{ format: 'date' }, '31.12.2026', 'it must be a date such as 2026-12-31, not "31.12.2026"'],
  [{ format: 'ipv4' }, 'x', 'it must be of the format ipv4, not "x"'],
  [{ pattern: '^/' }, 'a', 'it must begin with "/", not "a"'],
  [{ pattern: '^(?:/|$)' }, 'a', 'it must begin with "/", or be empty, not "a"'],
  [{ pattern: '\\.$' }, 'a', 'it must end with a full stop, not "a"'],
  [{ pattern: '^[a-z]+$' }, '1', 'it must match the regular expression ^[a-z]+$, not "1"'],
  [{ minimum: 200, maximum: 299 }, 500, 'it must be from 200 to 299, not 500'],
  [{ minimum: 2 }, 1, 'it must be 2 or more, not 1'],
  [{ maximum: 2 }, 3, 'it must be 2 or less, not 3'],
  [{ minLength: 1 }, '', 'it is empty'],
  [{ minLength: 2 }, 'a', 'it must have 2 characters or more'],
  [{ maxLength: 1 }, 'ab', 'it must have 1 character or fewer'],
  [{ minItems: 1 }, [], 'it is empty'],
  [{ minItems: 2 }, [1], 'it must have 2 items or more'],
  [{ maxItems: 1 }, [1, 2], 'it must have 1 item or fewer'],
  [{ minProperties: 1 }, {}, 'it is empty'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'it must have 1 member or fewer'],
  [{ uniqueItems: true }, [1, 2, 1], 'its items 0 and 2 (counted from 0) are equal: remove one item'],
  [{ required: ['name'] }, {}, '"name" is missing'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '"b" is missing, which "a" needs'],
  [{ oneOf: [false] }, 1, 'it matches none of the allowed forms'],
  [{ properties: { a: false } }, { a: 1 }, 'no value is allowed here'],
  [
    { properties: { waivers: {} }, additionalProperties: false },
    { waiver: 1 },
    '"waiver" is unknown here; did you mean "waivers"?',
  ],
  [
    { properties: { waivers: {} }, additionalProperties: false },
    { zzz: 1 },
    '"zzz" is unknown here; known are waivers',
  ],
])('%j rejects %j: %s', (schema, value, says) => {
  expect(faultOf(schema, value)).toBe(says)
})

test('omits the value unless it is given, and names only members of a verbose validator', () => {
  const schema = { properties: { a: { enum: [1] } }, additionalProperties: false }
  const validate = createAjv({ strict: false }).compile(schema)
  expect(validate({ a: 'secret' })).toBe(false)
  expect(faultInWords(validate.errors?.[0] as never)).toBe('it must be one of 1')
  expect(faultOf(schema, { b: 1 }, undefined, false)).toBe('"b" is unknown here')
})
