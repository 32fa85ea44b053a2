// Checks the types and the patterns in a schema.
import { listInWords } from '../../base/text/list-in-words.ts'
import { GenerateError } from '../generate-error.ts'
import { isPattern } from '../value/pattern.ts'

const types: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** @throws GenerateError for an unknown type or invalid pattern */
export function requireForm(keyword: string, value: unknown, place: string): void {
  if (keyword === 'type') requireTypes(Array.isArray(value) ? value : [value], place)
  if (keyword === 'pattern') requirePattern(value, place)
  if (keyword === 'patternProperties' && typeof value === 'object' && value !== null)
    for (const name of Object.keys(value)) requirePattern(name, place)
}

function requireTypes(named: readonly unknown[], place: string): void {
  const unknown = named.find((name) => !types.some((type) => type === name))
  if (unknown === undefined) return
  throw new GenerateError(
    `Unknown type ${JSON.stringify(unknown)}: the types are ${listInWords(types, 'and')}`,
    place,
  )
}

function requirePattern(source: unknown, place: string): void {
  if (typeof source !== 'string') throw new GenerateError('A pattern must be a string', place)
  if (!isPattern(source))
    throw new GenerateError(
      `The pattern ${JSON.stringify(source)} is not a regular expression (ECMA-262)`,
      place,
    )
}
