// The reference tenant: a tenant of the specification in one process, independent of any other one.
import type { JsonObject } from '../base/json.ts'
import { makeClients } from './access/clients.ts'
import { RateLimiter } from './access/rate-limit.ts'
import { Tokens } from './access/tokens.ts'
import { originOf, requireOrigin } from './address.ts'
import { apiPath, makeApp } from './app.ts'
import { Deliveries, type DeliveryAttempt } from './deliveries/deliveries.ts'
import { Forwarding } from './deliveries/forwarding.ts'
import { environmentOf } from './environment.ts'
import { catalogue, requireKnown } from './faults/catalogue.ts'
import { FaultSwitch } from './faults/fault.ts'
import { listen } from './http/server.ts'
import { Journal, type JournalEntry } from './journal.ts'
import { type PhoneTemplates, type RateLimitPolicy, State } from './state.ts'
import type { EventStream } from './streams/event-stream.ts'
import { makeIds } from './values/ids.ts'
import { declaredProfile } from './variations/declared-profile.ts'
import { defaultVariation, type RateLimit, type Variation } from './variations/variation.ts'

export interface TenantOptions {
  /** 0 for any free one. */
  readonly port?: number
  /** Where it listens; the loopback address unless given. Whoever reaches it may use it. */
  readonly host?: string
  /** What it is called by those who reach it: scheme, host and port. By default where it listens. */
  readonly publicUrl?: string
  /** Names of the faults that are on. */
  readonly faults?: readonly string[]
  /** A named variation: whose behaviour to imitate. */
  readonly like?: string
  /** What else to do otherwise than by default. */
  readonly variation?: Partial<Variation>
  readonly rateLimit?: RateLimit
  /** Where events may be delivered to. By default only to the machine itself, so that a test bothers nobody. */
  readonly deliverTo?: 'loopback' | 'anywhere'
}

/** All that the tenant keeps, copied. */
export interface Snapshot {
  readonly streams: readonly EventStream[]
  readonly policies: readonly RateLimitPolicy[]
  readonly templates: PhoneTemplates
  readonly requests: readonly JournalEntry[]
  readonly deliveries: readonly DeliveryAttempt[]
}

export interface Tenant {
  /** Absolute, without a slash at its end. */
  readonly baseUrl: string
  readonly authUrl: string
  /** Every TENANT_… variable that a run against this tenant needs. */
  readonly environment: Readonly<Record<string, string>>
  /** The profile that it would declare. `profiles/reference.json` is that of the default. */
  readonly profile: JsonObject
  /** What it keeps at the moment. */
  inspect(): Snapshot
  /** Ends everything, deliveries included. */
  close(): Promise<void>
}

/**
 * Starts a tenant.
 * @throws ConfigurationError for an unknown fault or variation, and where the port can't be listened on
 */
export async function startTenant(options: TenantOptions = {}): Promise<Tenant> {
  const { host = '127.0.0.1', port = 0, faults: on = [], like } = options
  const { routes, undocumented, groups, faults, variations } = await catalogue()
  if (options.publicUrl !== undefined) requireOrigin(options.publicUrl)
  const known = faults.map(({ name }) => name)
  for (const name of on) requireKnown('fault', name, known)
  if (like !== undefined) requireKnown('variation', like, [...variations.keys()])
  const ofRoutes = routes.flatMap(({ operation, scope }) => (scope === undefined ? [] : [[operation, scope]]))
  const asked: Variation = {
    ...defaultVariation,
    ...(like === undefined ? {} : variations.get(like)),
    // One rate that is asked for holds for all operations.
    ...(options.variation?.rateLimit === undefined ? {} : { rateLimits: {} }),
    ...options.variation,
    ...(options.rateLimit === undefined ? {} : { rateLimit: options.rateLimit, rateLimits: {} }),
  }
  const variation = { ...asked, scopes: { ...Object.fromEntries(ofRoutes), ...asked.scopes } }
  const switches = new FaultSwitch(groups, on)
  const server = await listen(host, port, variation)
  const authUrl = originOf(host, server.port, options.publicUrl)
  const clients = makeClients(
    variation,
    routes.map(({ operation }) => operation),
  )
  const any = switches.of(null)
  const tokens = new Tokens(`${authUrl}/`, variation.tokens, any)
  const streams = new Map<string, EventStream>()
  const ids = makeIds(variation)
  const forwarding = new Forwarding(streams, any)
  const deliveries = new Deliveries({
    style: variation.delivery,
    deliverTo: options.deliverTo ?? 'loopback',
    source: `${authUrl}/`,
    ids,
    streams,
    forwarding,
  })
  const state = new State({ streams, ids, forwarding, deliveries })
  const anybody = { clientId: clients.full.id, scopes: new Set(clients.full.scopes), global: true }
  const journal = new Journal()
  const closing = new AbortController()
  const app = makeApp({
    routes,
    undocumented,
    surroundings: {
      state,
      variation,
      tokens,
      limiter: new RateLimiter(variation),
      anybody,
      any,
      served: new Map(),
    },
    tokens: {
      clients: Object.values(clients),
      tokens,
      lifetimeS: variation.tokenLifetimeS,
      clientAuth: variation.tokenAuth,
      faulty: any,
    },
    switches,
    journal,
    closing: closing.signal,
  })
  const environment = await environmentOf(authUrl, clients, tokens, variation, like)
  server.answerWith(app)
  return {
    baseUrl: `${authUrl}${apiPath}`,
    authUrl,
    environment,
    profile: declaredProfile(variation),
    inspect: () => ({
      streams: [...state.streams.values()],
      policies: [...state.policies.values()],
      templates: state.templates,
      requests: journal.entries,
      deliveries: deliveries.attempts,
    }),
    async close() {
      closing.abort()
      await Promise.all([deliveries.close(), server.close()])
    },
  }
}
