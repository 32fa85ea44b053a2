// Checks the Host header, sets CORS headers, and serves the web page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Front } from '../../tenant/index.ts'
import { applyCors } from './cors.ts'
import { isAllowedHost } from './host-check.ts'

export interface FrontParts {
  readonly names: readonly string[]
  readonly origins: readonly string[]
  readonly page: (response: ServerResponse, withBody: boolean) => void
}

const api = /^\/(?:api\/v2|oauth)(?:\/|$)/

export function frontOf({ names, origins, page }: FrontParts): Front {
  return (request, response) => {
    if (!isAllowedHost(request.headers.host, names)) {
      refuse(response)
      return true
    }
    const path = pathOf(request)
    if (api.test(path)) return applyCors(request, response, origins)
    const { method } = request
    if (path !== '/' || (method !== 'GET' && method !== 'HEAD')) return false
    page(response, method === 'GET')
    return true
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

// Responds with status 421, because the Host header names another server (RFC 9110, section 15.5.20).
function refuse(response: ServerResponse): void {
  const message =
    'Unknown host name: use the address of this mock, or start the mock with --public-url and the origin that clients use'
  const body = JSON.stringify({ statusCode: 421, error: 'Misdirected Request', message })
  response
    .writeHead(421, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
    .end(body)
}
