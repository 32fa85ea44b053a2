// Uses Ajv as an independent judge of values.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const judges = new Map<object | boolean, (value: unknown) => ErrorObject[]>()

/** Returns a function that returns the errors that Ajv finds in a value. */
export function judge(
  schema: object | boolean,
  others: readonly object[] = [],
): (value: unknown) => ErrorObject[] {
  const known = judges.get(schema)
  if (known !== undefined) return known
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    ownProperties: true,
    logger: false,
    validateSchema: false,
  })
  addFormats.default(ajv)
  for (const other of others) ajv.addSchema(other)
  const validate = ajv.compile(schema)
  const judged = (value: unknown): ErrorObject[] => (validate(value) ? [] : [...(validate.errors ?? [])])
  judges.set(schema, judged)
  return judged
}

// Ajv reports violations of these keywords under another keyword.
const aliases: Readonly<Record<string, string>> = { minContains: 'contains', maxContains: 'contains' }

export function blames(
  errors: readonly ErrorObject[],
  { pointer, keyword, property }: { pointer: string; keyword: string; property?: string },
): boolean {
  return errors.some(
    (error) =>
      error.instancePath === pointer &&
      error.keyword === (aliases[keyword] ?? keyword) &&
      (property === undefined || error.params.missingProperty === property),
  )
}
