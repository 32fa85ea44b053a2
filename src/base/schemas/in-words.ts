// Explains errors of the schema validation in plain words.
import { at, isObject, type Json, type JsonObject, typeOf } from '../json.ts'
import { counted } from '../text/counted.ts'
import { didYouMeanOrKnown } from '../text/nearest.ts'
import type { ErrorObject } from './ajv.ts'

type Params = Readonly<Record<string, unknown>>

const valueCharactersMax = 200

/**
 * Returns the end of a sentence, for example `it must be a string, not a number`.
 * @param value the invalid value; omit it if it can be secret
 */
export function faultInWords(error: ErrorObject, value?: Json): string {
  const { keyword, instancePath, message = 'is not valid' } = error
  const params = error.params as Params
  const limit = Number(params.limit)
  const parent: JsonObject = isObject(error.parentSchema) ? (error.parentSchema as JsonObject) : {}
  const found = value === undefined ? undefined : at(value, instancePath)
  const not = (text: string | null): string => (found === undefined || text === null ? '' : `, not ${text}`)
  const shown = (): string => JSON.stringify(found ?? null).slice(0, valueCharactersMax)
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const unknown = String(params.additionalProperty ?? params.unevaluatedProperty)
      const known = isObject(parent.properties) ? Object.keys(parent.properties) : []
      return `"${unknown}" is unknown here${known.length === 0 ? '' : `; ${didYouMeanOrKnown(unknown, known)}`}`
    }
    case 'required':
      return `"${String(params.missingProperty)}" is missing`
    case 'dependentRequired':
      return `"${String(params.missingProperty)}" is missing, which "${String(params.property)}" needs`
    case 'type':
      return `it must be ${[params.type].flat().map(named).join(' or ')}${not(named(typeOf(found)))}`
    case 'enum':
      return `it must be one of ${(params.allowedValues as readonly Json[]).map(plain).join(', ')}${not(shown())}`
    case 'const':
      return `it must be ${plain(params.allowedValue as Json)}${not(shown())}`
    case 'format':
      return `it must be ${formats[String(params.format)] ?? `of the format ${String(params.format)}`}${not(shown())}`
    case 'pattern':
      if (error.propertyName !== undefined)
        return `the name "${error.propertyName}" must ${patternInWords(String(params.pattern))}`
      return `it must ${patternInWords(String(params.pattern))}${not(shown())}`
    case 'minimum':
    case 'maximum':
      return `it must be ${rangeInWords(parent, keyword, limit)}${not(shown())}`
    case 'minLength':
      return limit === 1 ? 'it is empty' : `it must have ${limit} characters or more`
    case 'maxLength':
      return `it must have ${counted(limit, 'character')} or fewer`
    case 'minItems':
      return limit === 1 ? 'it is empty' : `it must have ${limit} items or more`
    case 'maxItems':
      return `it must have ${counted(limit, 'item')} or fewer`
    case 'minProperties':
      return limit === 1 ? 'it is empty' : `it must have ${limit} members or more`
    case 'maxProperties':
      return `it must have ${counted(limit, 'member')} or fewer`
    case 'uniqueItems':
      return `its items ${String(params.j)} and ${String(params.i)} (counted from 0) are equal: remove one item`
    case 'anyOf':
    case 'oneOf':
      return 'it matches none of the allowed forms'
    case 'false schema':
      return 'no value is allowed here'
    default:
      return `it ${message}`
  }
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-12-31',
  'date-time': 'a time such as 2026-12-31T23:59:59Z',
  uri: 'an address such as https://tenant.example/path',
}

const types: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  array: 'an array',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function named(type: unknown): string {
  return types[String(type)] ?? String(type)
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const patterns: Readonly<Record<string, string>> = {
  '\\S': 'contain text',
  '^(?:/(?:[^~/]|~[01])*)*$': 'be a JSON pointer, such as "/name" or "/owner/name"',
  '^(?:[1-5][0-9][0-9]|[1-5]XX|default)$': 'be a status, such as 404, 4XX or default',
  '^(?:/|$)': 'begin with "/", or be empty',
  '\\.$': 'end with a full stop',
  '\\?$': 'end with a question mark',
}

function patternInWords(pattern: string): string {
  const [, beginning] = /^\^([\w/-]+)$/.exec(pattern) ?? []
  if (beginning !== undefined) return `begin with "${beginning}"`
  return patterns[pattern] ?? `match the regular expression ${pattern}`
}

function rangeInWords(
  { minimum, maximum }: JsonObject,
  keyword: 'minimum' | 'maximum',
  limit: number,
): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return `from ${minimum} to ${maximum}`
  return keyword === 'minimum' ? `${limit} or more` : `${limit} or less`
}
