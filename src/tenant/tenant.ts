// The reference tenant: a tenant of the specification in one process, independent of any other one.
import type { JsonObject } from '../base/json.ts'
import { makeClients } from './access/clients.ts'
import { RateLimiter } from './access/rate-limit.ts'
import { lifetimeOf } from './access/remembered-token.ts'
import { Tokens } from './access/tokens.ts'
import { originOf, requireOrigin } from './address.ts'
import { type AppParts, apiPath, makeApp } from './app.ts'
import { type Beginning, begin } from './beginning.ts'
import type { DeliveryAttempt } from './deliveries/deliveries.ts'
import { environmentOf } from './environment.ts'
import { catalogue, requireKnown } from './faults/catalogue.ts'
import { FaultSwitch } from './faults/fault.ts'
import { type Front, listen, type ServerCertificate } from './http/server.ts'
import type { JournalEntry } from './journal.ts'
import type { Route } from './route.ts'
import type { PhoneTemplates, RateLimitPolicy } from './state.ts'
import { type Stored, storedOf } from './stored.ts'
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
  /** PEM of an authority that receivers of events may have their certificates from, besides the public ones. */
  readonly deliverCa?: string
  /** Serves by TLS. */
  readonly tls?: ServerCertificate
  /** What it keeps at first. */
  readonly stored?: Stored
  /** What it keeps after a reset; by default the same. */
  readonly seeds?: Stored
  /** Sees each request before the tenant does. */
  readonly front?: Front
  /** Told of each request when it has been answered. */
  readonly onRequest?: (request: JournalEntry) => void
  /** Told that what waits to be delivered is no longer what it was. */
  readonly onDelivery?: () => void
}

/** How soon it answers, and how much it grants. */
export type Pace = Pick<Variation, 'latencyMs' | 'rateLimit' | 'rateLimits'>

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
  /** Where it listens, whatever it is called. */
  readonly port: number
  /** Every TENANT_… variable that a run against this tenant needs. */
  readonly environment: Readonly<Record<string, string>>
  /** The profile that it would declare. `profiles/reference.json` is that of the default. */
  readonly profile: JsonObject
  /** What it keeps at the moment. */
  inspect(): Snapshot
  /** The same as it can be started with, secrets included. */
  stored(): Stored
  /** The names of the faults that are on. */
  readonly faults: readonly string[]
  /**
   * Has these faults on from now on, and no others.
   * @throws ConfigurationError for an unknown one
   */
  turnFaults(names: readonly string[]): void
  readonly pace: Pace
  /** Has this pace from now on; where a rate changes, nobody has used any of it. */
  setPace(pace: Partial<Pace>): void
  /**
   * Keeps what it was to begin with and nothing else, ends deliveries, and counts requests from none on. Faults, pace, clients and
   * tokens stay.
   * @throws ConfigurationError for what the tenant would not have taken; then nothing has changed
   */
  reset(): Promise<void>
  /** Ends everything, deliveries included. */
  close(): Promise<void>
}

/**
 * Starts a tenant.
 * @throws ConfigurationError for an unknown fault or variation, and where the port can't be listened on
 */
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
    // One rate that is asked for holds for all operations.
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
  const beginWith = (stored: Stored): Beginning =>
    begin(stored, {
      ...{ variation, ids, clients, any, deliverTo, source: `${authUrl}/` },
      ca: options.deliverCa ?? null,
      onRequest: options.onRequest,
      ...(options.onDelivery === undefined ? {} : { onChange: options.onDelivery }),
    })
  let kept: Beginning
  try {
    kept = beginWith(options.stored ?? {})
  } catch (error) {
    await server.close()
    throw error
  }
  let seeds = options.seeds ?? kept.stored
  const anybody = { clientId: clients.full.id, scopes: new Set(clients.full.scopes), global: true }
  const closing = new AbortController()
  const parts = (): AppParts => {
    const { state, limiter, served, journal } = kept
    return {
      ...{ routes, undocumented: beside, switches, journal, closing: closing.signal },
      surroundings: { state, variation, tokens, limiter, anybody, any, served },
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
  const environment = await environmentOf(authUrl, clients, tokens, variation, like)
  const answer = (): void => server.answerWith(makeApp(parts()), options.front)
  answer()
  return {
    baseUrl: `${authUrl}${apiPath}`,
    authUrl,
    port: server.port,
    environment,
    profile: declaredProfile(variation),
    inspect: () => ({
      streams: [...kept.state.streams.values()],
      policies: [...kept.state.policies.values()],
      templates: kept.state.templates,
      requests: kept.journal.entries,
      deliveries: kept.deliveries.attempts,
    }),
    stored: () => storedOf(kept.state, clients, variation),
    get faults() {
      return switches.on
    },
    turnFaults(names) {
      requireFaults(names)
      switches.turn(names)
      // Some faults are in how it is put together.
      answer()
    },
    get pace() {
      const { latencyMs, rateLimit, rateLimits } = variation
      return { latencyMs, rateLimit, rateLimits }
    },
    setPace(pace) {
      variation = { ...variation, ...pace }
      if (pace.rateLimit !== undefined || pace.rateLimits !== undefined)
        kept = { ...kept, limiter: new RateLimiter(variation) }
      answer()
    },
    async reset() {
      const before = kept
      kept = beginWith(seeds)
      seeds = kept.stored
      answer()
      await before.deliveries.close()
    },
    async close() {
      closing.abort()
      await Promise.all([kept.deliveries.close(), server.close()])
    },
  }
}

/** `routes`, with those of `others` in the place of those with the same method and path. */
function inPlaceOf(routes: readonly Route[], others: readonly Route[]): readonly Route[] {
  const key = ({ method, path }: Route): string => `${method} ${path}`
  const taken = new Set(others.map(key))
  return [...others, ...routes.filter((route) => !taken.has(key(route)))]
}
