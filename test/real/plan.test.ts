// Compares the table of plans with real runs. `npm run plan:measure` writes the table.
// @module-tag whole
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { depths } from '../../src/base/depth.ts'
import { packageRoot } from '../../src/base/package-root.ts'
import type { WriteMode } from '../../src/base/write-mode.ts'
import { loadContract } from '../../src/contract/index.ts'
import type { MeasuredMode } from '../../src/engine/plan/measured-costs.ts'
import { planRun } from '../../src/engine/plan/plan.ts'
import { planChecks, scopeOf } from '../../src/engine/plan/planned-check.ts'
import { loadSuites } from '../../src/engine/plan/suite-files.ts'
import { measureRun } from '../../src/engine/run/measure.ts'
import type { RequestCount } from '../../src/engine/session/request-count.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'
import { startTenant, tenantFaults } from '../../src/tenant/index.ts'

const file = join(packageRoot, 'src/engine/plan/measured.json')
const { examples } = depths.default
const contract = loadContract()
// These operations have checks in every phase.
const quick = ['event-streams.create', 'phone-templates.update', 'rate-limit-policies']

const measure = async (writes: WriteMode, only: readonly string[], depth: 'default' | 'deep' = 'default') => {
  const tenant = await startTenant({ rateLimit: { burst: 1e6, perSecond: 1e6 } })
  try {
    const config = resolveSettings(
      { baseUrl: tenant.baseUrl, writes, depth, seed: 1, only },
      tenant.environment,
      false,
    )
    return { ...(await measureRun(config)), config }
  } finally {
    await tenant.close()
  }
}

const asText = (value: unknown): string =>
  `${JSON.stringify(value, null, 1).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`)}\n`

const sumOf = (requestCount: RequestCount): number =>
  [...requestCount.counts.values()].reduce((sum, { requests }) => sum + requests, 0)

const entriesOf = (modes: Partial<Record<WriteMode, Table>>): readonly (readonly [WriteMode, Table])[] =>
  Object.entries(modes) as unknown as readonly (readonly [WriteMode, Table])[]

interface Table extends MeasuredMode {
  readonly alone: Record<string, readonly number[]>
  readonly deep: Record<string, readonly number[]>
}

/** Returns the numbers of requests in a run of one operation, if they are higher than in a complete run. */
const more = ({ counts }: MeasuredMode, shared: MeasuredMode['counts']): Table['alone'] =>
  Object.fromEntries(
    Object.entries(counts).filter(([scope, [requests = 0]]) => requests > (shared[scope]?.[0] ?? 0)),
  )

/** Returns the numbers of requests in a deep run, if they differ from the default depth. */
const other = ({ counts }: MeasuredMode, shared: MeasuredMode['counts']): Table['deep'] =>
  Object.fromEntries(
    Object.entries(counts).filter(([scope, [requests = 0]]) => requests !== (shared[scope]?.[0] ?? 0)),
  )

test.skipIf(process.env.PLAN !== 'write')('write the table', { timeout: 900_000 }, async () => {
  const modes: Partial<Record<WriteMode, Table>> = {}
  for (const mode of ['none', 'reversible', 'destructive'] as const)
    modes[mode] = { ...(await measure(mode, [])).mode, alone: {}, deep: {} }
  for (const [mode, { counts, deep }] of entriesOf(modes))
    Object.assign(deep, other((await measure(mode, [], 'deep')).mode, counts))
  for (const [mode, { counts, alone }] of entriesOf(modes))
    for (const name of [...contract.operations.keys(), 'any'])
      Object.assign(alone, more((await measure(mode, [`${name}.`])).mode, counts))
  const faults: Record<string, number[]> = {}
  const seeded = await tenantFaults()
  const kinds = [...new Set(seeded.map(({ kind }) => kind))].sort()
  for (const { clauses, kind } of seeded) {
    const [owner = ''] = clauses
    faults[owner] = [...(faults[owner] ?? []), kinds.indexOf(kind)]
  }
  const sorted = Object.fromEntries(Object.entries(faults).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(file, asText({ examples, modes, faults: sorted }))
  expect(Object.keys(faults).filter((id) => !contract.clauses.has(id))).toEqual([])
  for (const [mode, { counts }] of Object.entries(modes)) expect(counts, mode).not.toEqual({})
})

test.each([
  ['none', 'default'],
  ['destructive', 'default'],
  ['destructive', 'deep'],
] as const)('the plan in mode %s at the depth %s equals the requests of a run', async (mode, depth) => {
  const { requestCount, config } = await measure(mode, quick, depth)
  const plan = await planRun(config)
  const sent = sumOf(requestCount)
  const advice = 'the table is out of date: npm run plan:measure'
  expect(plan.expected.requests, advice).toBeGreaterThanOrEqual(0.9 * sent)
  expect(plan.expected.requests, advice).toBeLessThanOrEqual(1.2 * sent + 20)
  expect(plan.most.requests).toBeGreaterThan(sent)
})

test('every check is in the table', async () => {
  const { modes } = JSON.parse(readFileSync(file, 'utf8')) as { modes: Record<string, MeasuredMode> }
  const planned = planChecks(contract, await loadSuites(contract)).map(scopeOf)
  for (const { counts } of Object.values(modes))
    expect(
      planned.filter((scope) => !(scope in counts)),
      'npm run plan:measure',
    ).toEqual([])
})
