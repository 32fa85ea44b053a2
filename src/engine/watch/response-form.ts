// Judges the media type and the JSON of responses, and finds statuses that the request did not ask for.

import { type Exchange, type ReceivedResponse, statusOf, wholeBodyOf } from '../../base/exchange.ts'
import { essenceOf } from '../../base/http/media-type.ts'
import { parse } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Problem, repeatedName } from '../../oracle/index.ts'

export function repetitionIn({ body }: ReceivedResponse): Problem | null {
  const name = repeatedName(body)
  return name === null
    ? null
    : {
        says: `The name ${jsonText(name)} occurs twice in one object.`,
        expected: 'each name once in an object',
        received: `${jsonText(name)} twice in one object`,
      }
}

// Request headers that ask for a condition, a range or a delta (RFC 9110, sections 13 and 14.2; RFC 3229).
const conditions: readonly string[] = [
  ...['range', 'if-range', 'if-match', 'if-none-match'],
  ...['if-modified-since', 'if-unmodified-since', 'a-im'],
]

export function isUnasked(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  if (conditions.some((name) => name in exchange.request.headers)) return false
  return [206, 226].includes(status) || (status >= 300 && status < 400)
}

export function isMislabelled({ request: { headers, body } }: Exchange): boolean {
  const type = headers['content-type']
  if (body === null || body === '' || type === undefined) return false
  return parse(body).ok !== /^application\/json\b/i.test(type)
}

export function mediaTypeProblem(exchange: Exchange, { headers }: ReceivedResponse): Problem | null {
  const body = wholeBodyOf(exchange)
  const type = headers['content-type']
  const essence = essenceOf(type ?? 'application/json')
  const labelled = /^(?:[a-z0-9.+-]+\/(?:[a-z0-9.-]+\+)?json)$/.test(essence)
  if (!body.ok)
    return {
      says: 'The body is not JSON.',
      expected: 'a JSON body',
      received: `a body that is not JSON: ${body.message}`,
    }
  if (labelled) return null
  return {
    says: `The body is labelled ${essence}, which is not JSON.`,
    expected: 'a JSON media type',
    received: `content-type: ${type}`,
  }
}
