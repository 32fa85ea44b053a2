// Tests that verdicts do not depend on the selection: complete runs, single clauses and shards.
import { expect, test } from 'vitest'
import { type ConformanceOptions, conformance } from '../../src/library/conformance.ts'
import { mergeReports, type Report } from '../../src/report/index.ts'
import { tenantFaults } from '../../src/tenant/index.ts'
import { partOf } from '../proof/part.ts'

const faultsTried = 20
const everyNth = 10
const shardCount = 3

// Skips the clauses of the profile, and a clause whose verdict depends on the load of the machine.
const notCompared = /^profile\.|^any\.rate-limit-harmless$/
const verdictsOf = ({ clauses }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(
    clauses.filter(({ id }) => !notCompared.test(id)).map(({ id, verdict }) => [id, verdict]),
  )

const run = (fault: string, options: ConformanceOptions = {}): Promise<Report> =>
  conformance({ depth: 'default', environment: {}, seed: 3, examples: 3, faults: [fault], ...options })

// Skips these faults, because a run finds them only by chance. For example, a run may not read the changed
// resource of another type again. If an empty update renames streams, the run stops at a point that varies.
const byChance = /other-kinds-unchanged|empty-update-resets-name|rate-limit-harmless/
const all = (await tenantFaults()).filter(
  ({ name, clauses: [owner = ''] }) => !byChance.test(`${name} ${owner}`),
)
const step = Math.floor(all.length / faultsTried)
const drawn = partOf(all.filter((_, index) => index % step === 0).slice(0, faultsTried), everyNth)

test.concurrent.each(drawn)('$name', { timeout: 300_000 }, async ({ name, clauses: [owner = ''] }) => {
  const whole = verdictsOf(await run(name))
  expect(whole[owner]).toBe('fail')

  const shards = await Promise.all(
    Array.from({ length: shardCount }, (_, index) => run(name, { shard: `${index + 1}/${shardCount}` })),
  )
  expect(verdictsOf(mergeReports(shards))).toEqual(whole)

  const failed = Object.keys(whole).filter((id) => whole[id] === 'fail')
  for (const id of new Set([owner, ...failed.slice(0, 2)]))
    expect(verdictsOf(await run(name, { only: [id] }))[id], id).toBe('fail')
})
