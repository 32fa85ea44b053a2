// Lets web pages of the given origins read responses (Fetch Standard, section 3.2).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ConfigurationError } from '../../base/error.ts'
import { parsedUrl } from '../../base/uri.ts'

const preflightSeconds = 600
const methods = 'GET, POST, PUT, PATCH, DELETE'
const shown = 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, WWW-Authenticate'

/** @throws ConfigurationError for an invalid origin */
export function originsOf(given: readonly string[]): readonly string[] {
  return given.map((text) => {
    const origin = text === '*' ? '*' : parsedUrl(text)?.origin
    if (
      origin === undefined ||
      (origin !== '*' && origin !== text.toLowerCase()) ||
      !/^(?:\*|https?:)/.test(text)
    )
      throw new ConfigurationError(
        `--cors is "${text}": give a browser origin such as http://localhost:5173, or * for any.`,
      )
    return origin
  })
}

/** Sets the CORS headers. If the request is a preflight, also sends the response, and returns true. */
export function applyCors(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): boolean {
  const { origin } = headers
  if (origins.length === 0 || origin === undefined) return false
  const isGranted = origins.includes('*') || origins.includes(origin)
  const isQuestion = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  response.setHeader('Vary', 'Origin')
  if (isGranted) {
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', shown)
  }
  if (!isQuestion) return false
  if (isGranted) {
    response.setHeader('Access-Control-Allow-Methods', methods)
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    response.setHeader('Access-Control-Max-Age', String(preflightSeconds))
  }
  response.writeHead(204).end()
  return true
}
