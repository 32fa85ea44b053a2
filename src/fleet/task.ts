// Divides a list of tenants into tasks: one task for each tenant, or for each shard of a tenant's run.
import { join } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import { counted } from '../base/text/counted.ts'
import type { Shard } from '../engine/index.ts'
import type { FleetTenant } from './tenant-list.ts'

export interface Task {
  /** Counts from 1. */
  readonly number: number
  readonly tenant: FleetTenant
  /** Null if the run of the tenant has no shards. */
  readonly shard: Shard | null
  /** Differs for each task, because two runs must not share reports or a ledger. */
  readonly folder: string
}

export function folderOf({ name }: FleetTenant, reportDir: string): string {
  return join(reportDir, name)
}

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
      `There are ${count} workers for ${counted(tasks.length, 'task')}: start at most ${counted(tasks.length, 'worker')}.`,
    )
  return tasks.filter(({ number }) => (number - 1) % count === index - 1)
}
