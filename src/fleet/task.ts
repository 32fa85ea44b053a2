// The tasks of a fleet: each tenant, in so many parts. Any number of workers takes them by turns.
import { join } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import type { Shard } from '../engine/index.ts'
import type { FleetTenant } from './fleet.ts'

/** One run. */
export interface Task {
  /** From 1. */
  readonly number: number
  readonly tenant: FleetTenant
  /** Null where the tenant is checked in one piece. */
  readonly shard: Shard | null
  /** Of its own, so that neither reports nor ledgers meet. */
  readonly folder: string
}

/** The folder with the report of a tenant. */
export function folderOf({ name }: FleetTenant, reportDir: string): string {
  return join(reportDir, name)
}

/** All tasks, in the order of the list; the parts of a tenant lie next to each other, so that workers check them at the same time. */
export function tasksOf(tenants: readonly FleetTenant[], shards: number, reportDir: string): readonly Task[] {
  return tenants.flatMap((tenant, place) =>
    Array.from({ length: shards }, (_, index) => ({
      number: place * shards + index + 1,
      tenant,
      shard: shards === 1 ? null : { index: index + 1, count: shards },
      folder:
        shards === 1 ? folderOf(tenant, reportDir) : join(folderOf(tenant, reportDir), `part-${index + 1}`),
    })),
  )
}

/**
 * Those of a worker: every `count`th, from its own on.
 * @throws ConfigurationError for more workers than tasks
 */
export function tasksFor({ index, count }: Shard, tasks: readonly Task[]): readonly Task[] {
  if (count > tasks.length)
    throw new ConfigurationError(
      `There are ${count} workers and ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}, so that ${count - tasks.length} would have nothing to do: start ${tasks.length} at most.`,
    )
  return tasks.filter(({ number }) => (number - 1) % count === index - 1)
}
