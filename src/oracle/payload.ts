// Validates payloads of deliveries, or infers their schema.

import { isObject, type Json, type JsonObject, parseExact } from '../base/json.ts'
import { ExactNumber, withDoubles } from '../base/numbers/exact-number.ts'
import { createAjv } from '../base/schemas/ajv.ts'
import { Inconclusive } from './judgement.ts'
import { withinMs } from './time-limit.ts'

/** Null if valid, Inconclusive after a time-out. */
export type PayloadJudge = (text: string) => string | null | Inconclusive

/** Per payload. */
export const judgingMsMax = 1_000
/** Time-outs after which validation stops. */
export const judgedTooLongMax = 3

const membersMax = 64

/** Compiles a profile's JSON Schema (draft 2020-12), which may be slow. */
export function payloadJudge(schema: JsonObject | boolean, msMax = judgingMsMax): PayloadJudge {
  const ajv = createAjv({ allErrors: true, strict: false, ownProperties: true })
  const validate = ajv.compile(schema)
  const tooLong = new Inconclusive(
    `validating it by the schema in the profile takes longer than ${msMax} ms: simplify the patterns there`,
    'user',
  )
  let tooLongCount = 0
  return (text) => {
    const parsed = parseExact(text)
    if (!parsed.ok) return 'it is not JSON'
    const valid =
      tooLongCount < judgedTooLongMax ? withinMs(msMax, () => validate(withDoubles(parsed.value))) : null
    if (valid === null || !valid.ok) {
      tooLongCount += 1
      return tooLong
    }
    if (valid.value) return null
    return ajv.errorsText(validate.errors, { dataVar: 'it', separator: '; ' })
  }
}

/**
 * Infers types and members; members of all values are required. Omits values, which may be private.
 * @param depthMax deeper levels get only types
 */
export function inferredSchema(values: readonly Json[], depthMax = 8): JsonObject | null {
  if (values.length === 0) return null
  const types = [...new Set(values.map(typeOf))].sort()
  const type = types.length === 1 ? (types[0] ?? 'null') : types
  if (depthMax === 0) return { type }
  const objects = values.filter(isObject)
  const items = inferredSchema(values.filter(Array.isArray).flat() as Json[], depthMax - 1)
  return {
    type,
    ...(objects.length === 0 ? {} : membersOf(objects, depthMax - 1)),
    ...(items === null ? {} : { items }),
  }
}

function membersOf(objects: readonly JsonObject[], depthMax: number): JsonObject {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()
  // So many names are keys of a map.
  if (names.length > membersMax) return {}
  return {
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        inferredSchema(
          objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name] ?? null),
          depthMax,
        ) ?? {},
      ]),
    ),
    required: names.filter((name) => objects.every((object) => Object.hasOwn(object, name))),
  }
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof ExactNumber) return /[.e]/i.test(value.text) ? 'number' : 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}
