// A fleet is a list of tenants. Divides a fleet into tasks: one task for each tenant, or for each shard
// of a tenant.
import { join } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import type { Shard } from '../engine/index.ts'
import type { FleetTenant } from './tenant-list.ts'

export interface Task {
  /** Number of the task. The first task has the number 1. */
  readonly number: number
  readonly tenant: FleetTenant
  /** Null if the run of the tenant is not divided into shards. */
  readonly shard: Shard | null
  /** Each task has its own folder, because two runs must not share reports or a ledger. */
  readonly folder: string
}

export function folderOf({ name }: FleetTenant, reportDir: string): string {
  return join(reportDir, name)
}

/** The tasks of one tenant follow each other. */
export function tasksOf(tenants: readonly FleetTenant[], shards: number, reportDir: string): readonly Task[] {
  return tenants.flatMap((tenant, tenantIndex) =>
    Array.from({ length: shards }, (_, index) => ({
      number: tenantIndex * shards + index + 1,
      tenant,
      shard: shards === 1 ? null : { index: index + 1, count: shards },
      folder:
        shards === 1 ? folderOf(tenant, reportDir) : join(folderOf(tenant, reportDir), `part-${index + 1}`),
    })),
  )
}

/**
 * Returns the tasks of one worker.
 * @throws ConfigurationError if there are more workers than tasks
 */
export function tasksFor({ index, count }: Shard, tasks: readonly Task[]): readonly Task[] {
  if (count > tasks.length)
    throw new ConfigurationError(
      `There are ${count} workers for ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}, so ${count - tasks.length} would have nothing to do: start ${tasks.length} at most.`,
    )
  return tasks.filter(({ number }) => (number - 1) % count === index - 1)
}
