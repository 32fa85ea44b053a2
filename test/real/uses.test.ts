// Tests that a run makes exactly the fixtures that its checks declare.
// @module-tag whole
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { fixtureGraph, loadSuites, measureRun, planChecks } from '../../src/engine/index.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'
import { startTenant } from '../../src/tenant/index.ts'

test('each check, and each fixture, declares the fixtures that it uses', { timeout: 120_000 }, async () => {
  const contract = loadContract()
  const declared = fixtureGraph(contract, planChecks(contract, await loadSuites(contract)))
  const tenant = await startTenant({ rateLimit: { burst: 1e6, perSecond: 1e6 } })
  try {
    const options = { baseUrl: tenant.baseUrl, writes: 'destructive', depth: 'deep', seed: 1 } as const
    const { requestCount } = await measureRun(resolveSettings(options, tenant.environment, false))
    const used = [...requestCount.needs].flatMap(([scope, fixtures]) =>
      [...fixtures].map((one) => ({ scope, one })),
    )
    expect(used.length).toBeGreaterThan(300)
    const undeclared = used.filter(({ scope, one }) => declared.get(scope)?.includes(one) !== true)
    expect(undeclared.map(({ scope, one }) => `${scope} uses ${one}: declare it with using([…], …)`)).toEqual(
      [],
    )
  } finally {
    await tenant.close()
  }
})
