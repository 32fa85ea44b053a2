// A few tests of deliveries. The folder test/release contains the tests of all variations and faults.
import { expect, test } from 'vitest'
import { check, failed } from './delivering-run.ts'
import { type Fault, faults } from './manner.ts'

test.concurrent('a plain tenant fails nothing, and nothing is left', async () => {
  const report = await check({ retriesMs: [100, 200] })
  expect(failed(report)).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10)
  expect(report.resources.leaked).toEqual([])
})

test.concurrent.each<Fault>(['not-subscribed', 'when-disabled', 'old-subscriptions', 'both-endpoints'])(
  'the fault %s fails only its clause',
  async (fault) => {
    expect(failed(await check({ fault }))).toEqual([faults[fault]])
  },
)
