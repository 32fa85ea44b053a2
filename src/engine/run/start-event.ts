// Builds the event `run-started`.
import { nowMs } from '../../base/clock.ts'
import type { ContractInfo, RunEvent } from '../../base/event.ts'
import { clientSettingsIn } from '../../base/options/run-options.ts'
import { type Clause, type Contract, isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'

export function startEvent(config: RunConfig, clauses: readonly Clause[]): RunEvent {
  return {
    type: 'run-started',
    target: {
      baseUrl: config.baseUrl,
      authUrl: config.authUrl,
      embedded: config.embedded,
      profile: config.profileName,
    },
    contract: contractInfo(config.contract),
    seed: config.seed,
    startedAtMs: nowMs(),
    options: {
      writes: config.writes,
      writesFrom: config.writesFrom,
      depth: config.depth,
      examples: config.examples,
      concurrency: config.concurrency,
      maxRequests: config.requestsMax,
      ...(config.minutesMax === null ? {} : { maxMinutes: config.minutesMax }),
      rate: config.ratePerSecond,
      ...clientSettingsIn(config.connection),
      tokenAuth: config.tokenAuth,
      only: config.scope.only,
      ...(config.scope.skip.length > 0 ? { skip: config.scope.skip } : {}),
      ...(config.scope.level === null ? {} : { level: config.scope.level }),
      ...(config.scope.parts.length > 0 ? { parts: config.scope.parts } : {}),
      ...(config.scope.operations.length > 0 ? { operations: config.scope.operations } : {}),
      ...(config.scope.tags.length > 0 ? { tags: config.scope.tags } : {}),
      shard: config.shard === null ? null : `${config.shard.index}/${config.shard.count}`,
      strict: config.strict,
      order: typeof config.order === 'string' ? config.order : 'given',
    },
    clauses: clauses.map(({ id, level, part, operation, statement, family, chains }) => ({
      id,
      level,
      part,
      operation,
      statement,
      ...(family === undefined ? {} : { family }),
      ...(chains === undefined ? {} : { chains }),
    })),
    strict: config.strict,
  }
}

function contractInfo(contract: Contract): ContractInfo {
  const { name, title, version, families } = contract
  return {
    name,
    title,
    version,
    ...(families.length === 0 ? {} : { families }),
    ...(isShipped(contract) ? {} : { unproven: 'this contract has no reference tenant' }),
  }
}
