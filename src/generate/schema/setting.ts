// The dialect of a schema, and the keywords that it asserts.
import { type Dialect, type Reading, read } from './dialect.ts'
import type { SchemaObject } from './schema.ts'

export interface Setting {
  readonly dialect: Dialect
  /** A custom dialect can leave out the vocabulary for validation. */
  readonly asserts: 'everything' | 'no format' | 'no validation'
}

const validation = new Set(
  [
    'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern',
    'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired',
  ].flatMap((line) => line.split(' ')),
)

export function readIn(written: SchemaObject, { dialect, asserts }: Setting): Reading {
  const reading = read(written, dialect)
  if (asserts === 'no format' && written.format !== undefined) {
    return { ...reading, disputed: new Set([...reading.disputed, 'format']) }
  }
  if (asserts !== 'no validation') return reading
  const remaining = Object.entries(reading.schema).filter(([keyword]) => !validation.has(keyword))
  return { ...reading, schema: Object.fromEntries(remaining) }
}

/** Reads `$vocabulary` (JSON Schema Core, section 8.1.2). */
export function lacksValidation(meta: unknown): boolean {
  if (typeof meta !== 'object' || meta === null || !('$vocabulary' in meta)) return false
  const vocabulary = meta.$vocabulary
  if (typeof vocabulary !== 'object' || vocabulary === null) return false
  return !Object.keys(vocabulary).some((each) => each.endsWith('/vocab/validation'))
}
