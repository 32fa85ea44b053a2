// Creates and connects the session, the client, the monitor and the resources.
import { tickMs } from '../../base/clock.ts'
import type { Exchange } from '../../base/exchange.ts'
import { type Client, createClient } from '../../client/index.ts'
import { Knowledge } from '../../profile/index.ts'
import { Findings, type OnFirst } from '../judge/findings.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createResources, type Resources } from '../resources.ts'
import { Session, type SessionParts } from '../session/session.ts'
import { type Suite, watchesOf } from '../suite.ts'
import type { AdapterSource } from '../under-test/index.ts'
import { Monitor } from '../watch/monitor.ts'

export interface SessionOptions
  extends Pick<SessionParts, 'config' | 'emit' | 'signal' | 'requestCount' | 'failsAtOnce'> {
  readonly marker: string
  readonly ledger: Ledger
  readonly adapters?: readonly AdapterSource[]
  readonly suites?: readonly Suite[]
  readonly bounded: boolean
  readonly onExchange?: (exchange: Exchange) => void
  readonly onWaited?: (fromMs: number, durationMs: number) => void
  readonly onFirst?: OnFirst
}

export interface OpenSession {
  readonly session: Session
  readonly resources: Resources
  /** The caller must close the client. */
  readonly client: Client
}

export function openSession(options: SessionOptions): OpenSession {
  const {
    config,
    marker,
    ledger,
    adapters,
    suites,
    bounded,
    onExchange,
    onWaited,
    onFirst,
    emit,
    signal,
    requestCount,
    failsAtOnce,
  } = options
  const { contract, ratePerSecond, requestsMax, minutesMax } = config
  const knowledge = new Knowledge(config.profile, contract)
  const client = createClient({
    baseUrl: config.baseUrl,
    ...config.connection,
    concurrency: config.concurrency,
    mask: config.mask,
    ...(contract.rateLimit === null ? {} : { rateLimitHeaders: contract.rateLimit.headers }),
    ...(ratePerSecond === null ? {} : { ratePerSecond }),
    ...(bounded && minutesMax !== null ? { timeLeftMs: timeLeft(minutesMax) } : {}),
    ...(bounded ? { signal, ...(requestsMax === null ? {} : { requestsMax }) } : {}),
    ...(onExchange === undefined ? {} : { onExchange }),
    ...(onWaited === undefined ? {} : { onWaited }),
  })
  const monitor = new Monitor(contract, knowledge, watchesOf(suites ?? []))
  const findings = new Findings(onFirst)
  const session = new Session(
    { config, knowledge, client, monitor, findings, emit, signal, requestCount, failsAtOnce },
    marker,
  )
  return { session, client, resources: createResources(session, ledger, adapters) }
}

function timeLeft(minutesMax: number): () => number {
  const endsAtTick = tickMs() + minutesMax * 60_000
  return () => endsAtTick - tickMs()
}
