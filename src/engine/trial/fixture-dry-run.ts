// Tries the fixtures of the profile with one resource of each kind.
import { unguessable } from '../../base/chance.ts'
import { messageOf } from '../../base/error.ts'
import { describeResponse, type Exchange, isSuccessful } from '../../base/exchange.ts'
import { isUndecided } from '../../oracle/index.ts'
import { namesId } from '../../profile/index.ts'
import type { RunConfig } from '../config.ts'
import { Ledger } from '../ledger/ledger.ts'
import { firstEntry } from '../ledger/ledger-entry.ts'
import { loadAdapters } from '../plan/suite-files.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { lifeOf } from '../resources/kind.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import { cleanUp, type Leaked } from '../run/clean-up.ts'
import { endSessions } from '../run/leftovers.ts'
import { type OpenSession, openSession } from '../run/open-session.ts'
import { type CreationTrial, tryCreation } from './creation-trial.ts'

interface DryRunFixture {
  readonly name: string
  readonly works: boolean
  readonly response: string
}

export interface FixtureDryRun {
  readonly fixtures: readonly DryRunFixture[]
  readonly obstacles: readonly string[]
  readonly creations: readonly CreationTrial[]
  readonly left: readonly Leaked[]
  readonly requests: number
}

const requestsMax = 20
const requestsPerCreation = 100

/**
 * Creates one resource of each removable kind, in every write mode.
 * @throws ConfigurationError before any request, if the ledger of an earlier run exists, or if the ledger
 * cannot be written
 */
export async function dryRunFixtures(given: RunConfig, signal: AbortSignal): Promise<FixtureDryRun> {
  const creations = [...given.contract.resources.values()].filter(({ life }) => life.create !== undefined)
  const budget = requestsMax + requestsPerCreation * creations.length
  const config: RunConfig = { ...given, writes: 'reversible', requestsMax: budget }
  const marker = `tc-${unguessable(4)}`
  const ledger = new Ledger(config.ledgerFile, config.mask)
  const sent = new Map<string, Exchange>()
  const exchanges: Exchange[] = []
  const open = openSession({
    ...{ config, marker, ledger, signal, bounded: true, emit: () => undefined },
    adapters: await loadAdapters(config.contract),
    onExchange: (exchange) => {
      exchanges.push(exchange)
      // A later 404 for a removed resource is no fault of the fixture.
      const [kind, name = ''] = exchange.operation.split(':')
      if (kind === 'fixture' && !sent.has(name)) sent.set(name, exchange)
    },
  })
  const { session, resources, client } = open
  const obstacles: string[] = []
  const trials: CreationTrial[] = []
  let left: readonly Leaked[] = []
  try {
    await ledger.open(firstEntry(config, marker))
    try {
      for (const pool of resources.pools.values())
        await noteObstacle(() => makeAndRead(pool, open), obstacles)
      for (const pool of resources.pools.values()) {
        const trial = await tryCreation(open, pool, exchanges)
        if (trial !== null) trials.push(trial)
      }
      for (const name of bareReads(config).filter((one) => !sent.has(one)))
        await noteObstacle(() => read(name, '', open), obstacles)
    } finally {
      left = await cleanUp(session, resources, ledger)
    }
  } finally {
    ledger.close(left.length > 0)
    await endSessions(session).finally(() => client.close())
  }
  const fixtures = [...sent].map(([name, exchange]) => {
    const works = isSuccessful(exchange)
    return { name, works, response: describeResponse(exchange) }
  })
  return { fixtures, obstacles, creations: trials, left, requests: client.traffic().requests }
}

async function noteObstacle(task: () => Promise<unknown>, obstacles: string[]): Promise<void> {
  try {
    await task()
  } catch (error) {
    if (!isUndecided(error)) throw error
    obstacles.push(messageOf(error))
  }
}

async function makeAndRead(pool: ResourceTracker, open: OpenSession): Promise<void> {
  const { session, resources } = open
  const { resource, fixtures, depth } = pool.kind
  const creation = lifeOf(session.contract, resource, 'create')
  const adapter = resources.adapters.named(resource.name)
  const body = (): ReturnType<NonNullable<typeof adapter.guess>> => adapter.guess?.() ?? {}
  const removes = fixtureOf(session, fixtures.remove) !== undefined
  if (creation === null || adapter.guess === undefined || depth > 0 || !removes) return
  const owned: string[] = []
  try {
    const { made } = await pool.make(
      () => ({ ...operationRequest(session.contract, creation, '', body()), intent: 'probe' }),
      owned,
    )
    for (const name of [fixtures.read, fixtures.list]) await read(name, made.id, open)
  } finally {
    await pool.remove(owned)
  }
}

async function read(name: string, id: string, { session }: OpenSession): Promise<void> {
  const fixture = fixtureOf(session, name)
  if (fixture?.method !== 'GET') return
  await session.send(fixtureRequest(name, fixture, { id, unique: session.marker }, 'none'), {})
}

function bareReads({ profile }: RunConfig): readonly string[] {
  return Object.entries(profile.fixtures ?? {}).flatMap(([name, fixture]) =>
    fixture.method === 'GET' && !namesId(fixture) && !fixture.path.includes('{') ? [name] : [],
  )
}
