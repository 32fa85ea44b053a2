// Built-in rules about responses that the contract documents by status.
import { isDocumented, judgedRefusals, problemResponses, refusalClause } from '../documented-response.ts'
import type { Rule } from './rule.ts'

const placeOf = (source: string, ...tokens: readonly string[]): string =>
  source === '' ? '' : [source, 'responses', ...tokens].join('/')

export const rulesOfResponses: readonly Rule[] = [
  {
    name: 'documented-status',
    level: 'SHOULD',
    // An entry `default` documents every status.
    holdsFor: (operation) => operation.responses.length > 0 && !isDocumented(operation, 0),
    statement: ({ responses }) =>
      `The response to a valid request has a documented status: ${responses.map(({ status }) => status).join(', ')}.`,
    place: ({ source }) => placeOf(source),
  },
  {
    name: 'documented-media-type',
    level: 'MUST',
    holdsFor: ({ responses }) => responses.some(({ mediaTypes }) => mediaTypes.length > 0),
    statement: () =>
      'The media type of a response body is documented for the status of the response. The body of a successful response matches its Content-Type header.',
    place: ({ source }) => placeOf(source),
  },
  {
    name: 'response-headers',
    level: 'MUST',
    holdsFor: ({ responses }) => responses.some(({ headers }) => Object.keys(headers).length > 0),
    statement: ({ responses }) =>
      `These headers of a response match the documentation for the status of the response: ${[...new Set(responses.flatMap(({ headers }) => Object.keys(headers)))].join(', ')}.`,
    place: ({ source }) => placeOf(source),
  },
  {
    name: 'documented-body',
    level: 'MUST',
    holdsFor: (operation) => judgedRefusals(operation).length > 0,
    statement: () => 'The body of an error response matches the schema that is documented for the status.',
    each: (operation) =>
      judgedRefusals(operation).map((response) => ({
        id: refusalClause(response),
        part: placeOf(operation.source, response.status),
        statement: `${statusInWords(response.status)} matches the documented schema.`,
      })),
  },
  {
    name: 'problem-status',
    level: 'MUST',
    holdsFor: (operation) => problemResponses(operation).length > 0,
    statement: () =>
      'If the body of an error response is a problem details object, its member status equals the status of the response (RFC 9457, 3.1.2).',
    place: ({ source }) => placeOf(source),
  },
]

function statusInWords(status: string): string {
  if (status === 'default') return 'The body of an error with a status that is documented only as default'
  return `The body of a response with status ${status}`
}
