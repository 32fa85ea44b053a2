// Asks Ajv about keywords that validators interpret differently.
import type { Json } from '../../base/json.ts'
import { type Ajv, type AjvDraft, createAjv, hasAjv } from '../../base/schemas/ajv.ts'
import type { Rules } from '../keyword/rules.ts'
import { type Dialect, dialectOf } from '../schema/dialect.ts'

const disputed = /"(unevaluatedItems|unevaluatedProperties|\$dynamicRef|\$recursiveRef|__proto__)":/
/** Ajv needs too much time for longer schemas. */
const charactersMax = 20_000

export interface Complaint {
  readonly pointer: string
  readonly keyword: string
}

export type SecondOpinion = (value: Json) => readonly Complaint[]

// Ajv reports failures of these keywords as `contains`.
const aliases: Readonly<Record<string, string>> = { minContains: 'contains', maxContains: 'contains' }

export function complainsOf(complaints: readonly Complaint[], { pointer, keyword }: Complaint): boolean {
  const name = aliases[keyword] ?? keyword
  return complaints.some((each) => each.pointer === pointer && each.keyword === name)
}

/** Returns null if no keyword is disputed, if the schema is too long, or if Ajv cannot check the schema. */
export function secondOpinion(
  schema: unknown,
  others: readonly object[],
  dialect: Dialect | undefined,
  rules: Rules,
): SecondOpinion | null {
  if (!hasAjv) return null
  const text = JSON.stringify([schema, others])
  if (!disputed.test(text) || text.length > charactersMax) return null
  const own =
    typeof schema === 'object' && schema !== null && '$schema' in schema ? schema.$schema : undefined
  const drafts: Partial<Record<Dialect, AjvDraft>> = {
    '2020-12': '2020-12',
    'openapi-3.1': '2020-12',
    '2019-09': '2019-09',
    'draft-07': 'draft-07',
  }
  const draft = drafts[dialectOf(own) ?? dialect ?? '2020-12']
  if (draft === undefined) return null
  try {
    const options = {
      strict: false,
      allErrors: true,
      logger: false,
      validateSchema: false,
      ownProperties: true,
    } as const
    const ajv = createAjv(options, draft)
    teach(ajv, rules)
    for (const other of others) ajv.addSchema(other)
    const validate = ajv.compile(schema as object)
    return (value) => {
      try {
        if (validate(value) === true) return []
      } catch {
        return [{ pointer: '', keyword: 'overflow' }]
      }
      return (validate.errors ?? []).map(({ instancePath, keyword }) => ({ pointer: instancePath, keyword }))
    }
  } catch {
    return null
  }
}

function teach(ajv: Ajv, rules: Rules): void {
  for (const keyword of rules.ownKeywords) {
    const validate = (given: unknown, value: Json): boolean => rules.holds({ [keyword]: given }, value)
    ajv.addKeyword({ keyword, errors: false, validate })
  }
  for (const format of rules.ownFormats) ajv.addFormat(format, (text) => rules.holds({ format }, text))
}
