// Divides a fleet into tasks, one for each part of a tenant.
import { join } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import type { Shard } from '../engine/index.ts'
import type { FleetTenant } from './tenant-list.ts'

export interface Task {
  /** Starts at 1. */
  readonly number: number
  readonly tenant: FleetTenant
  /** Null if the tenant's run is not divided. */
  readonly shard: Shard | null
  /** Separate for each task: runs must not share reports or ledgers. */
  readonly folder: string
}

export function folderOf({ name }: FleetTenant, reportDir: string): string {
  return join(reportDir, name)
}

/** Parts of a tenant are neighbours. */
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

/** @throws ConfigurationError if there are more workers than tasks */
export function tasksFor({ index, count }: Shard, tasks: readonly Task[]): readonly Task[] {
  if (count > tasks.length)
    throw new ConfigurationError(
      `There are ${count} workers for ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}, so ${count - tasks.length} would have nothing to do: start ${tasks.length} at most.`,
    )
  return tasks.filter(({ number }) => (number - 1) % count === index - 1)
}
