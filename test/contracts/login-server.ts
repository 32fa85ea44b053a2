// A server of notes that requires a login with a bearer token or a cookie, with faults and variants.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type ContractFiles, contractFolder } from './shelf-contract.ts'

export type Way = 'bearer' | 'cookie' | 'form'

const schemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    login: {
      path: '/login',
      username: '/user/name',
      body: { user: { secret: '{password}' } },
      credential: '/data/token',
      expiresIn: '/data/seconds',
      logout: { path: '/logout' },
    },
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sid',
    login: {
      path: '/login',
      username: '/name',
      password: '/secret',
      cookie: 'sid',
      logout: { path: '/logout' },
    },
  },
  form: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Session',
    login: {
      path: '/login',
      mediaType: 'application/x-www-form-urlencoded',
      username: '/name',
      password: '/secret',
      credential: '/session',
      logout: { method: 'DELETE', path: '/login' },
    },
  },
} as const

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'string' }, text: { type: 'string' } },
}
const operation = (
  name: string,
  method: string,
  path: string,
  success: number,
  rest: object = {},
): ContractFiles => ({
  [`schemas/operations/${name}.json`]: { name, title: name, method, path, success: [success], ...rest },
})

export function loginContract(way: Way, changes: object = {}): string {
  const { logout = null } = schemes[way].login
  const id = { parameters: [{ name: 'noteId', in: 'path', schema: { type: 'string' } }] }
  const open = { security: [] }
  return contractFolder({
    'schemas/contract.json': {
      ...{ name: 'notes', title: 'Notes', version: '1' },
      refusals: { malformed: [400], invalid: [400], unknown: [404], unauthenticated: [401] },
      authentication: { schemes: { user: { ...schemes[way], ...changes } } },
      security: [{ user: [] }],
    },
    'schemas/resources/user.json': { title: 'user' },
    'schemas/resources/notes.json': {
      $id: 'notes',
      title: 'note',
      life: { create: 'notes.create', read: 'notes.get', delete: 'notes.delete', list: 'notes.list' },
      serverSet: { '/id': 'constant' },
      items: '',
      afterDelete: [404],
      $defs: {
        sent: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string', minLength: 1, maxLength: 40 } },
        },
        shown: note,
      },
    },
    ...operation('notes.create', 'POST', '/notes', 201, {
      request: { $ref: 'notes#/$defs/sent' },
      response: { $ref: 'notes#/$defs/shown' },
    }),
    ...operation('notes.get', 'GET', '/notes/{noteId}', 200, {
      ...id,
      response: { $ref: 'notes#/$defs/shown' },
    }),
    ...operation('notes.delete', 'DELETE', '/notes/{noteId}', 204, id),
    ...operation('notes.list', 'GET', '/notes', 200, {
      response: { type: 'array', items: { $ref: 'notes#/$defs/shown' } },
    }),
    ...operation('user.login', 'POST', '/login', 200, {
      ...open,
      ...(way === 'form' ? { mediaType: 'application/x-www-form-urlencoded' } : {}),
      request: { type: 'object' },
    }),
    ...operation(
      'user.logout',
      logout === null || !('method' in logout) ? 'POST' : logout.method,
      logout?.path ?? '',
      204,
    ),
  })
}

export const user = { TENANT_USERNAME: 'ann@notes.example', TENANT_PASSWORD: 'pass:word "4" & more' } as const

/** With `short`, a session ends after 15 requests. With `one`, a login ends all earlier sessions. */
export type Variant =
  | 'any-password'
  | 'logout-forgotten'
  | 'any-session'
  | 'refused'
  | 'failing'
  | 'short'
  | 'one'

export interface LoginServer {
  readonly baseUrl: string
  readonly live: ReadonlySet<string>
  /** The requests with their statuses, for example "POST /login 200". */
  readonly asked: readonly string[]
  readonly given: readonly string[]
}

const usesMax = 15

export async function startLogin(way: Way, variant?: Variant): Promise<LoginServer> {
  const live = new Set<string>()
  const notes = new Map<string, object>()
  const uses = new Map<string | null, number>()
  const asked: string[] = []
  const given: string[] = []
  const right = (sent: string): boolean => {
    if (way === 'form') {
      const form = new URLSearchParams(sent)
      return isUser(form.get('name'), form.get('secret'))
    }
    const body = jsonIn(sent)
    return way === 'bearer' ? isUser(body.user?.name, body.user?.secret) : isUser(body.name, body.secret)
  }
  const isUser = (name: unknown, secret: unknown): boolean =>
    name === user.TENANT_USERNAME && (secret === user.TENANT_PASSWORD || variant === 'any-password')
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): void => {
      asked.push(`${request.method} ${request.url} ${status}`)
      response.writeHead(status, {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      })
      response.end(body === undefined ? '' : JSON.stringify(body))
    }
    const [, place, id] = (request.url ?? '').split('/')
    if (request.url === '/login' && request.method === 'POST') {
      if (variant === 'failing') return answer(500)
      if (way !== 'form' && typeof jsonIn(sent) !== 'object') return answer(400)
      if (variant === 'refused' || !right(sent)) return answer(401, { error: `no user ${sent.length}` })
      const session = `s${given.length}-${Math.random().toString(36).slice(2)}`
      if (variant === 'one') live.clear()
      live.add(session)
      given.push(session)
      if (way === 'cookie')
        return answer(
          200,
          {},
          {
            'set-cookie': `lang=en; Path=/, sid=${session}; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT; HttpOnly`,
          },
        )
      const seconds = 3_600
      return answer(200, way === 'form' ? { session } : { data: { token: session, seconds } })
    }
    const session = credentialOf(way, request)
    uses.set(session, (uses.get(session) ?? 0) + 1)
    if (variant === 'short' && (uses.get(session) ?? 0) > usesMax) live.delete(session ?? '')
    if (session === null || (!live.has(session) && variant !== 'any-session')) return answer(401)
    if (request.url === '/logout' || request.url === '/login') {
      if (variant !== 'logout-forgotten') live.delete(session)
      return answer(204)
    }
    if (place !== 'notes') return answer(404)
    if (request.method === 'POST') {
      const body = jsonIn(sent)
      const { text: own } = body
      if (typeof own !== 'string' || own === '' || [...own].length > 40) return answer(400)
      const made = { id: `n${Math.random().toString(36).slice(2)}`, text: own }
      notes.set(made.id, made)
      return answer(201, made)
    }
    if (id === undefined) return answer(200, [...notes.values()])
    const found = notes.get(decodeURIComponent(id))
    if (found === undefined) return answer(404)
    if (request.method === 'GET') return answer(200, found)
    notes.delete(decodeURIComponent(id))
    answer(204)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, live, asked, given }
}

// biome-ignore lint/suspicious/noExplicitAny: any body may be sent
function jsonIn(sent: string): any {
  try {
    return JSON.parse(sent) ?? 0
  } catch {
    return 0
  }
}

function credentialOf(way: Way, { headers }: IncomingMessage): string | null {
  if (way === 'bearer') return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null
  if (way === 'form') return headers['x-session']?.toString() ?? null
  return /(?:^|;\s*)sid=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? null
}
