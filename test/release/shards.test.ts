// Tests that parallel shards together give the verdicts of one run.
import { expect, test } from 'vitest'
import { type ConformanceOptions, conformance } from '../../src/library/conformance.ts'
import { mergeReports, type Report } from '../../src/report/index.ts'
import { startTenant } from '../../src/tenant/index.ts'

type Options = Parameters<typeof startTenant>[0]

const verdictsOf = ({ clauses }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict]))

async function onTenant<T>(
  options: Options,
  use: (run: (more?: ConformanceOptions) => Promise<Report>) => Promise<T>,
): Promise<T> {
  const tenant = await startTenant(options)
  try {
    return await use((more) =>
      conformance({ depth: 'default', environment: tenant.environment, seed: 5, examples: 3, ...more }),
    )
  } finally {
    await tenant.close()
  }
}

test.each<[string, readonly number[], Options]>([
  ['a tenant that conforms', [1, 2, 3, 7], {}],
  [
    'one with faults of several kinds',
    [2, 7],
    { faults: ['update-toggle-keeps-updated-at', 'delete-deleted-410', 'create-name-length-129-accepted'] },
  ],
])(
  '%s',
  async (_, counts, options) => {
    await onTenant(options, async (run) => {
      const whole = verdictsOf(await run())
      for (const count of counts) {
        const shards = await Promise.all(
          Array.from({ length: count }, (_, index) => run({ shard: `${index + 1}/${count}` })),
        )
        const merged = mergeReports(shards)
        expect(verdictsOf(merged), `${count} shards`).toEqual(whole)
        expect(merged.resources.leaked).toEqual([])
      }
    })
  },
  900_000,
)
