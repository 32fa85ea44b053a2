// Tests replays. They report clauses that are fixed, that still fail, and that the contract does not know.
// @module-tag whole
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { conformance } from '../../src/library/conformance.ts'
import { replay } from '../../src/library/replay.ts'
import { causesOf } from '../../src/report/causes/causes.ts'
import { type Report, writeReports } from '../../src/report/index.ts'
import { startTenant } from '../../src/tenant/index.ts'

const renamed = 'event-streams.update.name-changes'
const shaped = 'event-streams.update.returned-timestamps'
const faults = ['update-name-ignored', 'update-created-at-epoch']

const embedded = (on: readonly string[], only: readonly string[]): Promise<Report> =>
  conformance({ depth: 'default', environment: {}, faults: on, only, seed: 3, examples: 2 })

const verdicts = async (...args: Parameters<typeof replay>) =>
  Object.fromEntries((await replay(...args)).map(({ before, verdict }) => [before.id, verdict]))

test('a replay of the embedded tenant uses its faults, also for clauses that need other checks', async () => {
  const report = await embedded(faults, ['event-streams.update.'])
  expect(report.run.options).toMatchObject({ faults, like: null })
  const options = { environment: { TENANT_BASE_URL: 'http://127.0.0.1:9/api/v2' } }
  expect(await verdicts(report, [shaped], options)).toEqual({ [shaped]: 'still-failing' })
  expect(await verdicts(report, [renamed], options)).toEqual({ [renamed]: 'still-failing' })
  const mended = { ...report, run: { ...report.run, options: { ...report.run.options, faults: [] } } }
  expect(new Set(Object.values(await verdicts(mended, [], options)))).toEqual(new Set(['fixed']))
})

test('a replay of a remote tenant uses its address and current credentials', async () => {
  const tenant = await startTenant({ faults: ['update-name-ignored'] })
  const { baseUrl, environment } = tenant
  const port = Number(new URL(baseUrl).port)
  const report = await conformance({
    depth: 'default',
    baseUrl,
    environment,
    only: [renamed],
    seed: 3,
    examples: 2,
  })
  expect(await verdicts(report, [], { environment })).toEqual({ [renamed]: 'still-failing' })
  const less = { baseUrl: `${baseUrl}/`, environment: { ...environment, TENANT_WRITES: 'none' } }
  await expect(replay(report, [], less)).rejects.toThrow(
    /belongs to a run with the write mode destructive, .*none/,
  )
  await tenant.close()
  expect(await verdicts(report, [], { environment })).toEqual({ [renamed]: 'cannot-tell' })
  const mended = await startTenant({ port })
  try {
    expect(await verdicts(report, [], { environment: mended.environment })).toEqual({ [renamed]: 'fixed' })
    const without = await replay(report, [], { environment: mended.environment, writes: 'none' })
    expect(without.map(({ verdict }) => verdict)).toEqual(['cannot-tell'])
    expect(without[0]?.reason).toContain('not allowed: --writes none')
  } finally {
    await mended.close()
  }
})

test('an unstable failure that passes is not called fixed', async () => {
  const report = await embedded(['update-name-ignored'], [renamed])
  const unstable: Report = {
    ...report,
    run: { ...report.run, options: { ...report.run.options, faults: [] } },
    clauses: report.clauses.map((clause) => ({
      ...clause,
      failures: clause.failures.map((failure) => ({
        ...failure,
        message: 'It is unstable: it failed 1 of 2 times.',
      })),
    })),
  }
  expect(await verdicts(unstable, [], { environment: {} })).toEqual({ [renamed]: 'cannot-tell' })
})

test('a replay can run a follower of a group without the lead', async () => {
  const shown = 'event-streams.create.returned-name'
  const other = 'event-streams.create.name-length-characters'
  const report = await embedded(['create-name-null-returned'], [shown, other])
  const { leadOf } = causesOf(report.clauses)
  expect([leadOf(shown), leadOf(other)]).toEqual([null, shown])
  expect(await verdicts(report, [other], { environment: {} })).toEqual({ [other]: 'still-failing' })
  expect(await verdicts(report, [], { environment: {} })).toEqual({
    [shown]: 'still-failing',
    [other]: 'still-failing',
  })
})

test('the command reads a report file, and its exit code is the result', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'))
  const file = join(folder, 'report.json')
  const run = async (...argv: string[]) => {
    let out = ''
    const terminal: Terminal = {
      write: (text) => {
        out += text
      },
      error: () => undefined,
      ci: { write: () => undefined, error: () => undefined },
      isTTY: false,
      color: false,
      width: 100,
      onStop: () => () => undefined,
    }
    return { exit: await createProgram(terminal)(['replay', ...argv]), out }
  }
  const report = await embedded(['update-name-ignored'], [renamed])
  expect(await writeReports(report, folder, ['json'])).toEqual([file])
  const still = await run(file, renamed)
  expect(still).toMatchObject({ exit: 1, out: expect.stringMatching(/^STILL FAILING {2}MUST event-streams/) })
  expect(still.out).toMatch(/curl {6}api\(\) \{ curl .*\n.*\n +STREAM_1=\$\(api /)
  await expect(run(file, 'event-streams.update.name-change')).resolves.toMatchObject({ exit: 1 })
  await expect(run(file, 'event-streams.update.stored')).rejects.toThrow('contains no failure of')
  const none = { ...report, run: { ...report.run, options: { ...report.run.options, faults: [] } } }
  await writeFile(file, JSON.stringify(none))
  await expect(run(file)).resolves.toMatchObject({ exit: 0, out: expect.stringMatching(/^FIXED/) })
})
