// Starts a tenant with a client, for the tests of this folder.
import { at, isObject, type Json, type JsonObject, parse } from '../base/json.ts'
import { startTenant, type Tenant, type TenantOptions } from './tenant.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: JsonObject
}

export interface Request {
  readonly body?: Json
  /** Sent unchanged instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  /** The Authorization header. Null sends no such header. */
  readonly authorization?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Session {
  readonly tenant: Tenant
  call(method: string, path: string, request?: Request): Promise<Reply>
  /** Requests a token with client credentials. */
  token(principal: 'full' | 'limited' | 'nonGlobal'): Promise<string>
  /** Creates a stream, and returns the response body. */
  stream(overrides?: JsonObject): Promise<JsonObject>
}

const prefixes = { full: 'TENANT', limited: 'TENANT_LIMITED', nonGlobal: 'TENANT_NON_GLOBAL' }

/** The body of a valid request that creates a stream. */
export const streamBody: JsonObject = {
  name: 'a stream',
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: {
      webhook_endpoint: 'https://receiver.tenant.example/',
      webhook_authorization: { method: 'basic', username: 'somebody', password: 'never-returned' },
    },
  },
}

/** Starts a tenant, calls `use`, and closes the tenant. */
export async function withTenant(
  options: TenantOptions,
  use: (session: Session) => Promise<void>,
): Promise<void> {
  const tenant = await startTenant(options)
  try {
    await use(sessionOf(tenant))
  } finally {
    await tenant.close()
  }
}

function sessionOf(tenant: Tenant): Session {
  const call: Session['call'] = async (method, path, request = {}) => {
    const { authorization = `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}` } = request
    const sent = request.raw ?? (request.body === undefined ? null : JSON.stringify(request.body))
    const response = await fetch(path.startsWith('/oauth') ? tenant.authUrl + path : tenant.baseUrl + path, {
      method,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(sent === null ? {} : { 'content-type': request.type ?? 'application/json' }),
        ...request.headers,
      },
      body: sent,
    })
    const text = await response.text()
    const parsed = parse(text)
    const body = parsed.ok && isObject(parsed.value) ? parsed.value : {}
    return { status: response.status, headers: response.headers, text, body }
  }
  return {
    tenant,
    call,
    async token(principal) {
      const prefix = prefixes[principal]
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: tenant.environment[`${prefix}_CLIENT_ID`] ?? '',
        client_secret: tenant.environment[`${prefix}_CLIENT_SECRET`] ?? '',
        audience: '/api/v2/',
      })
      const { body } = await call('POST', '/oauth/token/', {
        raw: form.toString(),
        type: 'application/x-www-form-urlencoded',
        authorization: null,
      })
      return String(body.access_token)
    },
    async stream(overrides = {}) {
      const reply = await call('POST', '/event-streams', { body: { ...streamBody, ...overrides } })
      if (typeof at(reply.body, '/id') !== 'string') throw new Error(`no stream: ${reply.text}`)
      return reply.body
    },
  }
}
