// Stub servers that send one fixed response, or return the sent body.
import type { IncomingMessage, ServerResponse } from 'node:http'

export type StubHandler = (request: IncomingMessage, response: ServerResponse) => void

const statuses = [200, 201, 204, 301, 400, 401, 403, 404, 405, 429, 500, 503]

const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  301: { location: '/elsewhere' },
  401: { 'www-authenticate': 'Bearer' },
  405: { allow: 'OPTIONS' },
  // One second, because a run waits for this time.
  429: { 'retry-after': '1' },
}

const constant =
  (status: number, body: string): StubHandler =>
  (request, response) => {
    request.resume()
    const type = body === '' ? {} : { 'content-type': 'application/json' }
    response.writeHead(status, { ...type, ...headersOf[status] }).end(body)
  }

// A body that matches the responses of all operations.
const canned = {
  id: 'cannedcannedcannedcannedca',
  name: 'canned',
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: {
      webhook_endpoint: 'https://receiver.tenant.example/',
      webhook_authorization: { method: 'basic', username: 'canned' },
    },
  },
  status: 'enabled',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  enrollment_message: '{{code}}',
  verification_message: '{{code}}',
  keys: [],
  access_token: 'canned',
  token_type: 'Bearer',
}

const cannedWith =
  (alter: (sent: Record<string, unknown>) => Record<string, unknown>): StubHandler =>
  (request, response) => {
    collect(request, (text) => {
      let sent: Record<string, unknown> = {}
      try {
        sent = { ...(JSON.parse(text) as object) }
      } catch {
        // Responds even if the request body is not JSON.
      }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...canned, ...alter(sent) }))
    })
  }

const loginPage =
  '<!doctype html><html><head><title>Log in</title></head><body><form method="post"><input name="user"><input name="password" type="password"><button>Log in</button></form></body></html>'

export const fixedResponses: readonly (readonly [string, StubHandler])[] = [
  ...statuses.map((status) => [`status-${status}`, constant(status, '')] as const),
  ...statuses
    .filter((status) => status !== 204)
    .map((status) => [`status-${status}-with-body`, constant(status, '{}')] as const),
  ['text', constantText('It works!')],
  ['null', constant(200, 'null')],
  ['empty-array', constant(200, '[]')],
  [
    'login-page',
    (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(loginPage)
    },
  ],
  [
    'echo',
    (request, response) => {
      response.writeHead(200, { 'content-type': request.headers['content-type'] ?? 'text/plain' })
      request.pipe(response)
    },
  ],
  ['canned-answer', cannedWith(() => ({}))],
  // Returns the sent members, but does not store them.
  ['echo-with-id', cannedWith((sent) => sent)],
]

function constantText(text: string): StubHandler {
  return (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  }
}

const collectedBytesMax = 1_048_576

function collect(request: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= collectedBytesMax) chunks.push(chunk)
  })
  request.on('end', () => done(Buffer.concat(chunks).toString()))
}
