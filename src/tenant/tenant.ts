// Starts reference tenants. Several tenants share no state.
import type { JsonObject } from '../base/json.ts'
import { makeClients } from './access/clients.ts'
import { RateLimiter } from './access/rate-limit.ts'
import { lifetimeOf } from './access/token-cache.ts'
import { Tokens } from './access/tokens.ts'
import { type AppParts, apiPath, makeApp } from './app.ts'
import type { DeliveryAttempt } from './deliveries/deliveries.ts'
import { catalogue, requireKnown } from './faults/catalogue.ts'
import { FaultSwitch } from './faults/fault.ts'
import { type Front, listen, type ServerCertificate } from './http/server.ts'
import { createInitialState, type InitialState } from './initial-state.ts'
import type { JournalEntry } from './journal.ts'
import type { PhoneTemplates } from './messages/phone-templates.ts'
import { originOf, requireOrigin } from './origin.ts'
import type { Route } from './route.ts'
import { runVariables } from './run-variables.ts'
import type { RateLimitPolicy } from './state.ts'
import { type StoredState, storedStateOf } from './stored-state.ts'
import type { EventStream } from './streams/event-stream.ts'
import { makeIds } from './values/ids.ts'
import { declaredProfile } from './variations/declared-profile.ts'
import { defaultVariation } from './variations/default-variation.ts'
import type { RateLimit, Variation } from './variations/variation.ts'

export interface TenantOptions {
  /** The default is 0: any free port. */
  readonly port?: number
  /** The address to listen on, by default loopback. Clients can forge tokens: the private key is public. */
  readonly host?: string
  /** The origin for clients. The default is the address on which the tenant listens. */
  readonly publicUrl?: string
  readonly faults?: readonly string[]
  readonly like?: string
  /** Replaces single settings of the variation that `like` names. */
  readonly variation?: Partial<Variation>
  readonly rateLimit?: RateLimit
  /** The allowed receivers. The default `loopback` protects other hosts. */
  readonly deliverTo?: 'loopback' | 'anywhere'
  /** PEM text of an additional CA for deliveries. */
  readonly deliverCa?: string
  readonly tls?: ServerCertificate
  /** The initial state. */
  readonly stored?: StoredState
  /** The state after a reset. The default is the state in `stored`. */
  readonly seeds?: StoredState
  /** Handles each request before the tenant. */
  readonly front?: Front
  /** Called after each response. */
  readonly onRequest?: (request: JournalEntry) => void
  /** Called when the waiting deliveries change. */
  readonly onDelivery?: () => void
}

/** The latency and the rates of a tenant. */
export type Pace = Pick<Variation, 'latencyMs' | 'rateLimit' | 'rateLimits'>

/** A copy of the tenant's data at one moment. */
export interface Snapshot {
  readonly streams: readonly EventStream[]
  readonly policies: readonly RateLimitPolicy[]
  readonly templates: PhoneTemplates
  readonly requests: readonly JournalEntry[]
  readonly deliveries: readonly DeliveryAttempt[]
}

export interface Tenant {
  /** The base URL without a final slash. */
  readonly baseUrl: string
  readonly authUrl: string
  /** The listening port. */
  readonly port: number
  /** All variables TENANT_… that a run against this tenant needs. */
  readonly environment: Readonly<Record<string, string>>
  /** The profile of the default variation is equal to `profiles/reference.json`. */
  readonly profile: JsonObject
  inspect(): Snapshot
  /** Returns the current state for the option `stored`, with secrets. */
  stored(): StoredState
  readonly faults: readonly string[]
  /** Replaces the active faults. @throws ConfigurationError for an unknown fault */
  turnFaults(names: readonly string[]): void
  readonly pace: Pace
  /** Refills the token buckets if a rate changes. */
  setPace(pace: Partial<Pace>): void
  /**
   * Restores `seeds`, ends the deliveries and clears the journal. Keeps faults, pace, clients and tokens.
   * @throws ConfigurationError for invalid seeds, without any change
   */
  reset(): Promise<void>
  close(): Promise<void>
}

/** @throws ConfigurationError for an unknown fault or variation, or for an unusable port */
export async function startTenant(options: TenantOptions = {}): Promise<Tenant> {
  const { host = '127.0.0.1', port = 0, faults: on = [], like, deliverTo = 'loopback' } = options
  const { routes, undocumented, vendor, groups, faults, variations } = await catalogue()
  if (options.publicUrl !== undefined) requireOrigin(options.publicUrl)
  const known = faults.map(({ name }) => name)
  const requireFaults = (names: readonly string[]): void => {
    for (const name of names) requireKnown('fault', name, known)
  }
  requireFaults(on)
  if (like !== undefined) requireKnown('variation', like, [...variations.keys()])
  const asked: Variation = {
    ...defaultVariation,
    ...(like === undefined ? {} : variations.get(like)),
    // A rate in the options applies to all operations, so it removes the variation's rates per operation.
    ...(options.variation?.rateLimit === undefined ? {} : { rateLimits: {} }),
    ...options.variation,
    ...(options.rateLimit === undefined ? {} : { rateLimit: options.rateLimit, rateLimits: {} }),
  }
  const beside = asked.undocumented === 'vendor' ? inPlaceOf(undocumented, vendor) : undocumented
  const ofRoutes = [...routes, ...beside].flatMap(({ operation, scope }) =>
    scope === undefined ? [] : [[operation, scope]],
  )
  let variation = { ...asked, scopes: { ...Object.fromEntries(ofRoutes), ...asked.scopes } }
  const switches = new FaultSwitch(groups, on)
  const server = await listen(host, port, variation, options.tls)
  const authUrl = originOf(host, server.port, options.publicUrl, options.tls === undefined ? 'http' : 'https')
  const clients = makeClients(
    variation,
    routes.map(({ operation }) => operation),
    options.stored?.clientSecrets,
  )
  const any = switches.of(null)
  const tokens = new Tokens(`${authUrl}/`, variation.tokens, any)
  const ids = makeIds(variation)
  const initialStateOf = (stored: StoredState): InitialState =>
    createInitialState(stored, {
      ...{ variation, ids, clients, any, deliverTo, source: `${authUrl}/` },
      ca: options.deliverCa ?? null,
      onRequest: options.onRequest,
      ...(options.onDelivery === undefined ? {} : { onChange: options.onDelivery }),
    })
  let current: InitialState
  try {
    current = initialStateOf(options.stored ?? {})
  } catch (error) {
    await server.close()
    throw error
  }
  let seeds = options.seeds ?? current.stored
  const anybody = { clientId: clients.full.id, scopes: new Set(clients.full.scopes), global: true }
  const closing = new AbortController()
  const parts = (): AppParts => {
    const { state, limiter, served, journal } = current
    return {
      ...{ routes, undocumented: beside, switches, journal, closing: closing.signal },
      pipeline: { state, variation, tokens, limiter, anybody, any, served },
      tokens: {
        clients: Object.values(clients),
        tokens,
        get lifetimeS() {
          const own = routes.map(({ prefix }) => switches.of(prefix))
          return lifetimeOf(variation.tokenLifetimeS, own)
        },
        clientAuth: variation.tokenAuth,
        faulty: any,
      },
    }
  }
  const environment = await runVariables(authUrl, clients, tokens, variation, like)
  const answer = (): void => server.answerWith(makeApp(parts()), options.front)
  answer()
  return {
    baseUrl: `${authUrl}${apiPath}`,
    authUrl,
    port: server.port,
    environment,
    profile: declaredProfile(variation),
    inspect: () => ({
      streams: [...current.state.streams.values()],
      policies: [...current.state.policies.values()],
      templates: current.state.templates,
      requests: current.journal.entries,
      deliveries: current.deliveries.attempts,
    }),
    stored: () => storedStateOf(current.state, clients, variation),
    get faults() {
      return switches.on
    },
    turnFaults(names) {
      requireFaults(names)
      switches.turn(names)
      // Builds the routes again, because some faults change the routes.
      answer()
    },
    get pace() {
      const { latencyMs, rateLimit, rateLimits } = variation
      return { latencyMs, rateLimit, rateLimits }
    },
    setPace(pace) {
      variation = { ...variation, ...pace }
      if (pace.rateLimit !== undefined || pace.rateLimits !== undefined)
        current = { ...current, limiter: new RateLimiter(variation) }
      answer()
    },
    async reset() {
      const before = current
      current = initialStateOf(seeds)
      seeds = current.stored
      answer()
      await before.deliveries.close()
    },
    async close() {
      closing.abort()
      await Promise.all([current.deliveries.close(), server.close()])
    },
  }
}

/** @param others routes that replace routes with the same method and path */
function inPlaceOf(routes: readonly Route[], others: readonly Route[]): readonly Route[] {
  const key = ({ method, path }: Route): string => `${method} ${path}`
  const taken = new Set(others.map(key))
  return [...others, ...routes.filter((route) => !taken.has(key(route)))]
}
