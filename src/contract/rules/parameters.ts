// Built-in rules about parameters with their own clauses.
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Operation, Parameter } from '../contract.ts'
import { isJudged, parameterPrefix } from '../parameters.ts'
import { refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

// Excludes operations with ids that the run cannot supply.
const isSent = ({ act, method, path, idParameter }: Operation): boolean =>
  act !== 'other' || (method === 'GET' && (idParameter !== null || !/\{.*\{/.test(path)))

const judged = ({ parameters }: Operation, required: boolean): readonly Parameter[] =>
  parameters.filter((one) => isJudged(one) && one.required === required)

/** Returns the optional parameters whose schema gives a hint of valid texts. */
const described = (operation: Operation): readonly Parameter[] =>
  judged(operation, false).filter(({ schema }) =>
    isDescribed(isObject(schema.items) && schema.type === 'array' ? schema.items : schema),
  )

const describing: readonly string[] = ['enum', 'const', 'pattern', 'format', 'default', 'example', 'examples']

const isDescribed = (schema: JsonObject): boolean =>
  [schema.type].flat().some((type) => ['boolean', 'integer', 'number'].includes(String(type))) ||
  describing.some((keyword) => keyword in schema)

const placeOf = ({ schema }: Parameter): string =>
  typeof schema['x-source'] === 'string' ? schema['x-source'] : ''

export const parameterInWords = ({ name, in: place }: Parameter): string =>
  place === 'query' ? `${name} in the query` : `the ${place} ${name}`

export const rulesOfParameters: readonly Rule[] = [
  {
    name: 'parameter-accepted',
    level: 'SHOULD',
    holdsFor: (operation) => isSent(operation) && described(operation).length > 0,
    statement: () => 'The tenant accepts a request with a valid value of an optional parameter.',
    each: (operation) =>
      described(operation).map((one) => ({
        id: `${parameterPrefix(one)}-accepted`,
        statement: `The tenant accepts a request with a valid value of ${parameterInWords(one)}.`,
        part: placeOf(one),
      })),
  },
  {
    name: 'parameter-required',
    level: 'MUST',
    likeKeywords: true,
    holdsFor: (operation) =>
      isSent(operation) && judged(operation, true).length > 0 && refuses(operation, 'invalid'),
    statement: () => 'The tenant rejects a request without a required parameter.',
    each: (operation) =>
      judged(operation, true).map((one) => ({
        id: `${parameterPrefix(one)}-required`,
        statement: `The tenant returns ${statuses(operation.refusals.invalid, refusal)} for a request without ${parameterInWords(one)}.`,
        part: placeOf(one),
      })),
  },
]
