// Tests that docs/many-machines.md is consistent with variables, files, commands and costs.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { costBasisOf, costTables, type RunFigures } from '../src/fleet/cost.ts'
import { readFleet } from '../src/fleet/tenant-list.ts'
import { shardVariables } from '../src/settings/shard.ts'
import { flagsOf, unknownFlags } from './pipelines/known-flags.ts'
import { commandsIn, textOf } from './pipelines/templates.ts'

const page = textOf('docs/many-machines.md')

test('its costs equal the costs of the current plan (`npm run machines -- --text` writes them)', async () => {
  const figures = JSON.parse(textOf('docs/many-machines.json')) as RunFigures
  const [, tables] = /<!-- generated: costs -->\n(.*)<!-- end -->/s.exec(page) ?? []
  expect(tables).toBe(costTables(await costBasisOf(figures)))
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0)
})

test('if a run needs twice the memory or processor time, half as many runs fit on one machine', async () => {
  const figures: RunFigures = { requests: 100, cpuSeconds: 1, peakMegabytes: 100, reportMegabytes: 1 }
  const known = await costBasisOf(figures)
  const plan = { ...known.plans.none, expected: { ...known.plans.none.expected, requests: 100 } }
  const tables = (run: RunFigures): string =>
    costTables({ run, plans: { none: plan, reversible: plan, destructive: plan }, parts: [plan, plan] })
  expect(tables(figures)).toContain('| time at 2 requests per second | 50 s | 50 s | 50 s |')
  expect(tables(figures)).toContain('| runs at once on one machine (`--at-once`) | 163 | 80 |')
  expect(tables({ ...figures, peakMegabytes: 200 })).toContain('so memory allows 81 runs at once')
  expect(tables({ ...figures, cpuSeconds: 2 })).toContain(
    '| runs at once on one machine (`--at-once`) | 163 | 40 |',
  )
  expect(tables(figures)).toContain('100 + 100 = 200 requests instead of 100. The run takes 100% of the time')
  expect(tables(figures)).toContain('and 200% if the parts share one rate')
})

test('names every variable that a CI system uses for parts', () => {
  for (const variable of shardVariables) expect(page).toContain(`\`${variable}\``)
})

test('every named file exists', () => {
  const links = [...page.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file)
  expect(links).toHaveLength(3)
  expect(links.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([])
})

test('every shown command and flag exists', async () => {
  const commands = commandsIn(page)
  expect(commands.length).toBeGreaterThan(6)
  for (const [first = '', second = '', ...rest] of commands) {
    const line = first === 'fleet' ? [`fleet ${second}`, ...rest] : [first, second, ...rest]
    const end = line.indexOf('--')
    expect(await unknownFlags(end < 0 ? line : line.slice(0, end)), line.join(' ')).toEqual([])
    if (end >= 0) expect(await unknownFlags(['run', ...line.slice(end + 1)])).toEqual([])
  }
  const all = new Set([...(await flagsOf('run')), ...(await flagsOf('fleet run')), '--array', '--text'])
  const flags = [...page.matchAll(/`(--[a-z-]+)[^`]*`/g)].map(([, flag = '']) => flag)
  expect(flags.filter((flag) => !all.has(flag))).toEqual([])
})

test('the shown list can be read', () => {
  const [, list = ''] = /```csv\n(.*?)```/s.exec(page) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-list-'))
  try {
    writeFileSync(join(folder, 'list.csv'), list)
    const { tenants, credentials } = readFleet(join(folder, 'list.csv'), null, [])
    expect(tenants.map(({ name }) => name)).toEqual(['acme', 'globex'])
    expect(credentials.size).toBe(4)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
