// Rules about parameters in the query, headers and cookies that have clauses of their own.
import type { Operation, Parameter } from '../contract.ts'
import { isJudged, parameterPrefix } from '../parameters.ts'
import { refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

// Without a life, the engine only sends reads whose path is complete.
const isSent = ({ act, method, path }: Operation): boolean =>
  act !== 'other' || (method === 'GET' && !path.includes('{'))

const judged = ({ parameters }: Operation, required: boolean): readonly Parameter[] =>
  parameters.filter((one) => isJudged(one) && one.required === required)

const placeOf = ({ schema }: Parameter): string =>
  typeof schema['x-source'] === 'string' ? schema['x-source'] : ''

export const parameterInWords = ({ name, in: place }: Parameter): string =>
  place === 'query' ? `${name} in the query` : `the ${place} ${name}`

export const rulesOfParameters: readonly Rule[] = [
  {
    name: 'parameter-accepted',
    level: 'SHOULD',
    holdsFor: (operation) => isSent(operation) && judged(operation, false).length > 0,
    statement: () => 'A request with a valid value of an optional parameter is accepted.',
    each: (operation) =>
      judged(operation, false).map((one) => ({
        id: `${parameterPrefix(one)}-accepted`,
        statement: `A valid value of ${parameterInWords(one)} is accepted.`,
        part: placeOf(one),
      })),
  },
  {
    name: 'parameter-required',
    level: 'MUST',
    likeKeywords: true,
    holdsFor: (operation) =>
      isSent(operation) && judged(operation, true).length > 0 && refuses(operation, 'invalid'),
    statement: () => 'A request without a required parameter is refused.',
    each: (operation) =>
      judged(operation, true).map((one) => ({
        id: `${parameterPrefix(one)}-required`,
        statement: `A request without ${parameterInWords(one)} is refused with ${statuses(operation.refusals.invalid, refusal)}.`,
        part: placeOf(one),
      })),
  },
]
