// Tests the deliveries of the reference tenant. All clauses of part 6 of the specification pass, and each
// fault fails its clause.
import { beforeAll, describe, expect, test } from 'vitest'
import { conformance } from '../../src/index.ts'
import { tenantFaults } from '../../src/tenant/index.ts'
import { deepFaults } from '../proof/kill-matrix.ts'

const run = (faults: readonly string[]) =>
  conformance({
    depth: faults.some((name) => deepFaults.includes(name)) ? 'deep' : 'default',
    ...{ only: ['any.event'], faults, environment: {} },
  })

test('all clauses pass', async () => {
  const report = await run([])
  const open = report.clauses
    .filter(({ id, verdict }) => id.startsWith('any.event-') && verdict !== 'pass')
    .map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`)
  expect(open).toEqual([])
  expect(report.resources.leaked).toEqual([])
  const retries = report.openPoints.find(({ id }) => id === 'event-retries')?.answer
  expect(retries).toMatchObject({ after: 500, seenToItsEnd: true })
  expect((retries as { waitsMs: number[] }).waitsMs).toHaveLength(3)
})

const faults = (await tenantFaults()).filter(({ clauses }) =>
  clauses.some((id) => id.startsWith('any.event-')),
)

// Tests four faults in parallel, because the runs spend most of their time waiting. More parallel runs
// would delay the deliveries.
describe('each fault', () => {
  const failed = new Map<string, readonly string[]>()
  beforeAll(async () => {
    const waiting = faults.map(({ name }) => name)
    const worker = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const { clauses } = await run([name])
        failed.set(
          name,
          clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
        )
      }
    }
    await Promise.all(Array.from({ length: 4 }, worker))
  }, 300_000)

  test.each(faults.map(({ name, clauses }) => [name, clauses[0] ?? ''] as const))(
    '%s fails %s and nothing else',
    (name, clause) => {
      // Allows the failure of one more clause: if events of one type are lost, a stream with several types
      // loses these events too.
      const others = (failed.get(name) ?? []).filter((id) => id !== 'any.event-each-subscription')
      expect(clause === 'any.event-each-subscription' ? failed.get(name) : others).toEqual([clause])
    },
  )
})
