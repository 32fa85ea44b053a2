// The server of the shelves, protected by security schemes. Its faults break this protection.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ContractFiles, contractFolder, shelfContract } from './shelf-contract.ts'
import { startShelves } from './shelf-server.ts'

const security: Readonly<Record<string, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  'shelves.create': [{ headerKey: [] }],
  'shelves.get': [{ queryKey: [] }],
  'shelves.delete': [{ cookieKey: [] }],
  'sign.get': [{ userName: [] }],
  'sign.replace': [{ headerKey: [], userName: [] }, { oauth: ['shelves:write'] }],
  'books.create': [{ oauth: ['shelves:write'] }],
  'books.get': [{ signed: [] }],
  'books.list': [{}, { headerKey: [] }],
  'books.update': [],
}

const files = Object.entries(shelfContract).map(([path, content]) => {
  const own = security[String(content.name)]
  return [path, own === undefined || !path.includes('/operations/') ? content : { ...content, security: own }]
})

export const guardedFiles = {
  ...(Object.fromEntries(files) as typeof shelfContract),
  'schemas/contract.json': {
    ...shelfContract['schemas/contract.json'],
    authentication: {
      schemes: {
        headerKey: { type: 'apiKey', in: 'header', name: 'X-Shelf-Key' },
        queryKey: { type: 'apiKey', in: 'query', name: 'shelf key' },
        cookieKey: { type: 'apiKey', in: 'cookie', name: 'shelf' },
        userName: { type: 'http', scheme: 'basic' },
        signed: { type: 'http', scheme: 'bearer' },
        oauth: {
          type: 'oauth2',
          tokenUrl: '/token',
          scopes: ['shelves:write', 'shelves:read'],
        },
      },
    },
    security: [{ oauth: ['shelves:write'] }],
  },
} as ContractFiles

export const guardedContract = contractFolder(guardedFiles)

export const guardFaults = {
  'header-key-ignored': ['shelves.create.auth-missing', 'shelves.create.auth-invalid'],
  'any-header-key': ['shelves.create.auth-invalid'],
  'query-key-ignored': ['shelves.get.auth-missing', 'shelves.get.auth-invalid'],
  'any-query-key': ['shelves.get.auth-invalid'],
  'cookie-ignored': ['shelves.delete.auth-missing', 'shelves.delete.auth-invalid'],
  'cookie-missing-served': ['shelves.delete.auth-missing'],
  'any-password': ['sign.get.auth-invalid'],
  'any-user': ['sign.get.auth-invalid'],
  'half-of-both': ['sign.replace.auth-missing'],
  'any-token': ['books.get.auth-invalid'],
  'scopes-ignored': ['books.create.auth-scope', 'books.delete.auth-scope', 'books.replace.auth-scope'],
} as const satisfies Record<string, readonly string[]>

export type GuardFault = keyof typeof guardFaults

export const credentials = {
  TENANT_API_KEY_HEADERKEY: 'header key 1/é',
  TENANT_API_KEY_QUERYKEY: 'query&key=2 +%',
  TENANT_API_KEY_COOKIEKEY: 'cookie-key-3==',
  TENANT_USERNAME: 'ann@shelves.example',
  TENANT_PASSWORD: 'pass:word "4"',
  TENANT_CLIENT_ID: 'shelf-client',
  TENANT_CLIENT_SECRET: 'client-secret-5',
} as const

type State = 'missing' | 'wrong' | 'right'

export interface GuardedShelves {
  readonly baseUrl: string
  /** For each request to an operation with an optional key: the state of the key in the request's header. */
  readonly optional: State[]
  close(): Promise<void>
}

export async function startGuardedShelves(fault?: GuardFault): Promise<GuardedShelves> {
  const inner = await startShelves()
  const tokens = new Map<string, readonly string[]>()
  const optional: State[] = []
  const server = createServer(async (incoming, response) => {
    const text = await textOf(incoming)
    if (incoming.url === '/token') return issue(text, tokens, response)
    const url = new URL(incoming.url ?? '', 'http://shelves')
    const states = statesOf(incoming, url, tokens)
    const status = statusFor(`${incoming.method} ${url.pathname}`, states, fault, optional)
    if (status !== null) return void answer(response, status, { error: 'credentials' })
    const { pathname } = url
    const passed = await fetch(`${inner.baseUrl}${pathname}`, {
      method: incoming.method ?? 'GET',
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
      ...(text === '' ? {} : { body: text }),
    })
    const body = await passed.text()
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'text/plain' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    optional,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await inner.close()
    },
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Issues a token (RFC 6749, section 4.4). By default, the token has all scopes. */
function issue(text: string, tokens: Map<string, readonly string[]>, response: ServerResponse): void {
  const form = new URLSearchParams(text)
  if (form.get('client_secret') !== credentials.TENANT_CLIENT_SECRET)
    return void answer(response, 401, { error: 'invalid_client' })
  const scope = form.get('scope') ?? 'shelves:write shelves:read'
  const token = `token-${tokens.size}-${Math.random().toString(36).slice(2)}`
  tokens.set(token, scope.split(' '))
  answer(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3_600, scope })
}

interface States {
  readonly header: State
  readonly query: State
  readonly cookie: State
  readonly user: State
  readonly knownUser: boolean
  readonly knownPassword: boolean
  readonly token: State
  readonly scopes: readonly string[]
}

const stateOf = (sent: string | null | undefined, wanted: string): State =>
  sent == null || sent === '' ? 'missing' : sent === wanted ? 'right' : 'wrong'

function statesOf(
  { headers }: IncomingMessage,
  url: URL,
  tokens: ReadonlyMap<string, readonly string[]>,
): States {
  const [, encoded] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? []
  const basic = encoded === undefined ? null : Buffer.from(encoded, 'base64').toString()
  const [, bearer] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  const [, cookie] = /(?:^|;\s*)shelf=([^;]*)/.exec(headers.cookie ?? '') ?? []
  const header = headers['x-shelf-key']
  const { TENANT_USERNAME: user, TENANT_PASSWORD: password } = credentials
  return {
    header: stateOf(header === undefined ? null : String(header), credentials.TENANT_API_KEY_HEADERKEY),
    query: stateOf(url.searchParams.get('shelf key'), credentials.TENANT_API_KEY_QUERYKEY),
    cookie: stateOf(cookie, credentials.TENANT_API_KEY_COOKIEKEY),
    user: stateOf(basic, `${user}:${password}`),
    knownUser: basic?.startsWith(`${user}:`) ?? false,
    knownPassword: basic?.endsWith(`:${password}`) ?? false,
    token: bearer === undefined ? 'missing' : tokens.has(bearer) ? 'right' : 'wrong',
    scopes: tokens.get(bearer ?? '') ?? [],
  }
}

/** Returns the status of a refusal. Returns null if the server accepts the request. */
function statusFor(
  request: string,
  states: States,
  fault: GuardFault | undefined,
  optional: State[],
): number | null {
  const { header, query, cookie, user, knownUser, knownPassword, token, scopes } = states
  const served = (isServed: boolean): number | null => (isServed ? null : 401)
  if (/^POST \/shelves$/.test(request))
    return served(
      header === 'right' ||
        fault === 'header-key-ignored' ||
        (fault === 'any-header-key' && header === 'wrong'),
    )
  if (/^GET \/shelves\/[^/]+$/.test(request))
    return served(
      query === 'right' || fault === 'query-key-ignored' || (fault === 'any-query-key' && query === 'wrong'),
    )
  if (/^DELETE \/shelves\/[^/]+$/.test(request))
    return served(
      cookie === 'right' ||
        fault === 'cookie-ignored' ||
        (fault === 'cookie-missing-served' && cookie === 'missing'),
    )
  if (/^GET \/sign$/.test(request))
    return served(
      user === 'right' || (fault === 'any-password' && knownUser) || (fault === 'any-user' && knownPassword),
    )
  if (/^PUT \/sign$/.test(request))
    return served(
      (header === 'right' && user === 'right') ||
        (token === 'right' && scopes.includes('shelves:write')) ||
        (fault === 'half-of-both' && user === 'missing' && header === 'right'),
    )
  if (/^GET \/shelves\/[^/]+\/books$/.test(request)) {
    optional.push(header)
    return null
  }
  if (/^PATCH /.test(request)) return null
  if (token !== 'right' && !(fault === 'any-token' && token === 'wrong' && /^GET /.test(request))) return 401
  if (/^GET /.test(request) || fault === 'scopes-ignored') return null
  return scopes.includes('shelves:write') ? null : 403
}
