// Makes a session with resources for tests, connected as in a run.
import type { RunEvent } from '../base/event.ts'
import type { Exchange } from '../base/exchange.ts'
import { Secret } from '../base/secret.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { createClient, plainConnection } from '../client/index.ts'
import { closeAfterTest } from '../client/wire/loopback.testing.ts'
import { type Clause, loadContract } from '../contract/index.ts'
import type { Evidence } from '../oracle/index.ts'
import { Knowledge, type Profile } from '../profile/index.ts'
import type { RunConfig } from './config.ts'
import { createTestContext } from './create-test-context.ts'
import { clauseNamed } from './exchange.testing.ts'
import { Findings } from './judge/findings.ts'
import { Ledger } from './ledger/ledger.ts'
import { wholeScope } from './plan/scope.ts'
import { loadAdapters } from './plan/suite-files.ts'
import { type OwnedKeys, ownedBy } from './resources/owned-keys.ts'
import type { ResourceTracker } from './resources/resource-tracker.ts'
import { createResources, type Resources } from './resources.ts'
import { FixtureResults } from './schedule/fixture-results.ts'
import { Slots } from './schedule/slots.ts'
import { RequestCount } from './session/request-count.ts'
import { Session } from './session/session.ts'
import type { TestContext } from './test-context.ts'
import { Monitor } from './watch/monitor.ts'

interface ShippedProfile extends Profile {
  readonly eventStream: { readonly forwardingStateField?: string; readonly eventTypes: readonly string[] }
}

export const profile: ShippedProfile = {
  name: 'test',
  eventStream: {
    forwardingStateField: 'status',
    eventTypes: ['user.created', 'user.updated', 'organization.member.added'],
  },
  fixtures: { deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' } },
}

const shipped = loadContract()
const adapters = await loadAdapters(shipped)

export function poolIn({ pools }: Resources): ResourceTracker {
  const pool = pools.get('event-streams')
  if (pool === undefined) throw new Error('the shipped contract makes no event streams')
  return pool
}
const nobody = { accessToken: null, client: null }

/** A test without its own base URL must send no request, because no server uses the default address. */
export function configOf(overrides: Partial<RunConfig> = {}, token = 'a-token'): RunConfig {
  const baseUrl = overrides.baseUrl ?? 'http://127.0.0.1:9/api/v2'
  const { origin } = new URL(baseUrl)
  return {
    baseUrl,
    authUrl: origin,
    tokenUrl: `${origin}/oauth/token/`,
    audience: '/api/v2/',
    tokenAuth: 'auto',
    embedded: false,
    isOnThisMachine: true,
    full: { accessToken: new Secret(token), client: null },
    limited: nobody,
    nonGlobal: nobody,
    schemes: new Map(),
    logins: new Map(),
    invalid: { expired: null, 'other-audience': null, 'not-yet-valid': null, 'other-issuer': null },
    contract: shipped,
    profile,
    leftoversAccepted: false,
    waivers: [],
    profileName: null,
    writes: 'destructive',
    writesFrom: 'by this test',
    writesAsked: false,
    defaultsAssumed: false,
    defaultsAssumedBy: '--assume-defaults',
    trustFile: false,
    supplied: new Map(),
    receiver: {
      listen: null,
      url: null,
      tls: null,
      blocker: 'no receiver in this test',
      settings: { listen: '--listen', url: 'RECEIVER_URL' },
    },
    scope: wholeScope,
    shard: null,
    seed: 1,
    order: 'listed',
    depth: 'default',
    depthAsked: true,
    examples: 20,
    examplesAsked: true,
    concurrency: 4,
    requestsMax: null,
    minutesMax: null,
    ratePerSecond: null,
    strict: false,
    ledgerFile: null,
    mask: new SecretMask(),
    connection: { ...plainConnection, timeoutMs: 30_000 },
    notes: [],
    ...overrides,
  }
}

export interface Setting {
  readonly session: Session
  readonly resources: Resources
  readonly findings: Findings
  readonly requestCount: RequestCount
  /** Without the reads that prove ownership. */
  readonly exchanges: readonly Exchange[]
  readonly events: readonly RunEvent[]
}

/** Closes the client of the session after the test. */
export function settingOf(
  config: RunConfig = configOf(),
  signal: AbortSignal = new AbortController().signal,
): Setting {
  const { contract } = config
  const knowledge = new Knowledge(config.profile, contract)
  const findings = new Findings()
  const requestCount = new RequestCount()
  const exchanges: Exchange[] = []
  const events: RunEvent[] = []
  const client = createClient({
    baseUrl: config.baseUrl,
    ...config.connection,
    mask: config.mask,
    signal,
    onExchange: (exchange) => {
      if (exchange.operation !== 'read-back') exchanges.push(exchange)
    },
  })
  closeAfterTest(() => client.close())
  const monitor = new Monitor(contract, knowledge)
  const emit = (event: RunEvent): unknown => events.push(event)
  const session = new Session(
    { config, knowledge, client, monitor, findings, emit, signal, requestCount },
    'tc-0123abcd',
  )
  const ledger = new Ledger(null, config.mask)
  const resources = createResources(session, ledger, adapters)
  return { session, resources, findings, requestCount, exchanges, events }
}

export interface Attempted {
  readonly context: TestContext
  readonly evidence: readonly Evidence[]
  readonly doubts: readonly string[]
  readonly owned: readonly string[]
}

export function contextIn(
  { session, resources }: Setting,
  { clause = clauseNamed('event-streams.update.any-sequence'), seed = 1 }: TesterOptions = {},
): Attempted {
  const evidence: Evidence[] = []
  const doubts: string[] = []
  const owned: OwnedKeys = new Map()
  const context = createTestContext({
    session,
    resources,
    clause,
    attempt: 1,
    shared: new FixtureResults(new Slots(1)),
    observe: (one) => evidence.push(one),
    doubt: (reason) => doubts.push(reason),
    owned,
    seed,
    chain: 0,
  })
  return { context, evidence, doubts, owned: ownedBy(owned, poolIn(resources)) }
}

export interface TesterOptions {
  readonly clause?: Clause
  readonly seed?: number
}
