// Plans runs of the shipped contract for the cost tables.
import { planRun, type Shard } from '../engine/index.ts'
import { resolveSettings } from '../settings/run-config.ts'
import type { Known, RunFigures } from './cost.ts'

const partCount = 4

export async function knownOf(run: RunFigures): Promise<Known> {
  const config = resolveSettings(
    { baseUrl: 'http://127.0.0.1/api/v2', profile: 'reference', depth: 'default' },
    { TENANT_ACCESS_TOKEN: 'not-needed-to-plan' },
    true,
  )
  const plan = (writes: 'none' | 'reversible' | 'destructive', shard: Shard | null = null) =>
    planRun({ ...config, writes, shard })
  const parts = Array.from({ length: partCount }, (_, index) =>
    plan('destructive', { index: index + 1, count: partCount }),
  )
  return {
    run,
    plans: {
      none: await plan('none'),
      reversible: await plan('reversible'),
      destructive: await plan('destructive'),
    },
    parts: await Promise.all(parts),
  }
}
