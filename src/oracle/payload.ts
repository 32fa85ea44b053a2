// Validates the payloads of deliveries.
import { type JsonObject, parseExact } from '../base/json.ts'
import { withDoubles } from '../base/numbers/exact-number.ts'
import { createAjv } from '../base/schemas/ajv.ts'
import { Inconclusive } from './judgement.ts'
import { withinMs } from './time-limit.ts'

/** Returns null for a valid payload, a problem for an invalid one, and `Inconclusive` after a time-out. */
export type PayloadJudge = (text: string) => string | null | Inconclusive

export const judgingMsMax = 1_000
export const judgedTooLongMax = 3

/** Compiles the schema, which can be slow. */
export function payloadJudge(schema: JsonObject | boolean, msMax = judgingMsMax): PayloadJudge {
  const ajv = createAjv({ allErrors: true, strict: false, ownProperties: true })
  const validate = ajv.compile(schema)
  const tooLong = new Inconclusive(
    `validation with the schema in the profile takes longer than ${msMax} ms: simplify the patterns of this schema`,
    'user',
  )
  let tooLongCount = 0
  return (text) => {
    const parsed = parseExact(text)
    if (!parsed.ok) return 'the event is not JSON'
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
