// Tests that a sweep compares the ledger with the tenant, removes the resources of the run, and reports each
// entry.
// @module-tag whole
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sleep } from '../../src/base/clock.ts'
import type { JsonObject } from '../../src/base/json.ts'
import {
  ask,
  bench,
  between,
  created,
  eachWithTenant,
  intended,
  ledger,
  marker,
  ofRun,
  ours,
  policy,
  stream,
  streamsThere,
  sweep,
  templatesPath,
} from './killed-run.ts'

eachWithTenant()

test('reports the result for each entry, and a second sweep has nothing to do', async () => {
  const somebody = await stream('somebody’s')
  const [one, two, unheard] = [
    await stream(`${marker} 1`),
    await stream(`${marker} 2`),
    await stream(`${marker} 3`),
  ]
  const made = await policy(`${marker}-4`)
  await ask('PUT', templatesPath, ofRun)
  ledger(
    { entry: 'templates', source: 'read', original: ours },
    intended(1, 'event-stream', `${marker} 1`),
    created(1, 'event-stream', one),
    intended(2, 'event-stream', `${marker} 2`),
    created(2, 'event-stream', two),
    intended(3, 'event-stream', `${marker} 3`),
    intended(4, 'rate-limit-policy', `${marker}-4`),
    created(4, 'rate-limit-policy', made),
    intended(5, 'event-stream', `${marker} 5`),
    created(6, 'event-stream', somebody),
  )
  const { told, notes, left } = await sweep()
  expect(left).toEqual([])
  expect([...told].sort()).toEqual(
    [
      `removed ${one}`,
      `removed ${two}`,
      `removed ${unheard}`,
      `removed ${made}`,
      `not ours ${somebody}`,
      `was not made "${marker} 5"`,
    ].sort(),
  )
  expect(notes).toContain('The phone templates were restored to the values read before the run.')
  expect(bench.tenant.inspect().templates).toEqual(ours)
  expect(streamsThere()).toBe(1)
  expect(readdirSync(bench.folder)).toEqual([])
  expect((await sweep()).found).toBe('no-ledger')
})

test.each([
  ['bears its marker', ofRun.enrollment_message],
  ['bears none', 'Plain: {{code}}'],
])('restores a message of the run that %s, and keeps one of others', async (_, message) => {
  const entries = [
    { entry: 'templates', source: 'read', original: ours },
    { entry: 'templates-sent', digests: [createHash('sha256').update('Plain: {{code}}').digest('hex')] },
  ]
  const theirs = { enrollment_message: 'Theirs: {{code}}', verification_message: 'Theirs: {{code}}' }
  await ask('PUT', templatesPath, theirs)
  ledger(...entries)
  expect((await sweep()).notes).toEqual([
    expect.stringContaining('Another client changed the phone templates'),
  ])
  expect(bench.tenant.inspect().templates).toEqual(theirs)
  await ask('PUT', templatesPath, { enrollment_message: message, verification_message: message })
  ledger(...entries)
  expect((await sweep()).left).toEqual([])
  expect(bench.tenant.inspect().templates).toEqual(ours)
})

test('reports what others have removed or restored in the meantime', async () => {
  const gone = 'es_Zq7Rk2Wm9Tx4Vb6Ny8Lc3Pd'
  await stream(`${marker} 1`).then((id) =>
    ledger(
      { entry: 'templates', source: 'read', original: ours },
      created(1, 'event-stream', id),
      created(2, 'event-stream', gone),
    ),
  )
  const { told, notes, left } = await sweep()
  expect(left).toEqual([])
  expect(told).toContain(`already gone ${gone}`)
  expect(notes).toContain('The phone templates are as they were before the run.')
})

test.each([
  ['fail', 500, /the removal got 500/],
  ['are refused', 403, /the removal got 403/],
])(
  'if removals %s, all resources are left with the reason, until removals work',
  async (_, status, reason) => {
    const ids = [await stream(`${marker} 1`), await stream(`${marker} 2`), await stream(`${marker} 3`)]
    ledger(
      created(1, 'event-stream', ids[0] ?? ''),
      created(2, 'event-stream', ids[1] ?? ''),
      intended(3, 'event-stream', `${marker} 3`),
    )
    const broken = await sweep(await between((method) => (method === 'DELETE' ? status : undefined)))
    expect(broken.left.map((line) => line.split(':')[0]).sort()).toEqual([...ids].sort())
    for (const line of broken.left) expect(line).toMatch(reason)
    expect(streamsThere()).toBe(3)
    expect((await sweep()).left).toEqual([])
    expect(streamsThere()).toBe(0)
  },
)

test('does not adopt a lost creation without the marker, and reports it', async () => {
  const id = await stream('a plain name')
  ledger(intended(1, 'event-stream', 'a plain name'))
  const { left, told } = await sweep()
  expect(left).toEqual([
    expect.stringMatching(
      /^"a plain name": .* check who owns the resource, and remove the resource by hand if the run created it$/,
    ),
  ])
  expect(told).toEqual([])
  expect(bench.tenant.inspect().streams.map((one) => one.id)).toEqual([id])
  expect(existsSync(bench.file)).toBe(true)
})

test('reports resources with the marker if the end of the ledger is lost', async () => {
  const ids = [await stream(`${marker} 1`), await policy(`${marker}-2`)]
  ledger()
  const { left } = await sweep()
  expect(left).toEqual(
    ids.map((id) => expect.stringMatching(`^${id}, .*: the ledger does not contain this id`)),
  )
  expect(streamsThere()).toBe(1)
})

test.each(['..', '.', '', 'a/b', '?x=', '../rate-limit-policies', 'q'.repeat(10_000)])(
  'leaves an id that no tenant assigns, and reports it %#',
  async (id) => {
    ledger(created(1, 'event-stream', id))
    const before = bench.tenant.inspect().requests.length
    const { left } = await sweep()
    expect(left).toEqual([expect.stringContaining('no request can contain this id')])
    const sent = bench.tenant.inspect().requests.slice(before)
    expect(sent.filter(({ method }) => ['DELETE', 'PATCH', 'PUT'].includes(method))).toEqual([])
  },
)

test('reports damaged lines, and removes the resources of the other lines', async () => {
  const id = await stream(`${marker} 1`)
  ledger(created(1, 'event-stream', id))
  writeFileSync(
    bench.file,
    `${readFileSync(bench.file, 'utf8')}\u0000\u0000garbage\n{"entry":"quarantined"}\n`,
  )
  const { told, left } = await sweep()
  expect(told).toEqual([`removed ${id}`])
  expect(left).toEqual([
    expect.stringContaining('the entry in line 3, 4 of the ledger: the entry is damaged'),
  ])
  expect(streamsThere()).toBe(0)
  expect((await sweep()).left).toHaveLength(1)
})

test('a sweep of a ledger with two runs sends nothing, and leaves the ledger unchanged', async () => {
  const id = await stream(`${marker} 1`)
  ledger(created(1, 'event-stream', id))
  const before = bench.tenant.inspect().requests.length
  const whole = readFileSync(bench.file, 'utf8')
  writeFileSync(bench.file, whole + whole)
  await expect(sweep()).rejects.toThrow('contains two runs')
  expect(bench.tenant.inspect().requests).toHaveLength(before)
  expect(readFileSync(bench.file, 'utf8')).toBe(whole + whole)
  // The refused sweeps have changed nothing, so a sweep with the complete file works.
  writeFileSync(bench.file, whole)
  expect((await sweep()).left).toEqual([])
})

test('finds a creation that is carried out long after its run', async () => {
  const name = `${marker} 1`
  ledger(intended(1, 'event-stream', name))
  const late = sleep(400).then(() => stream(name))
  const { left } = await sweep()
  await late
  expect(left).toEqual([])
  expect(streamsThere()).toBe(0)
})

test('removes a stream that the run renamed without its marker, and no foreign one like it', async () => {
  const [ofRun, renamed, somebody] = [await stream('É'), await stream('a'), await stream('somebody’s')]
  const digest = createHash('sha256').update('a').digest('hex')
  ledger(
    intended(1, 'event-stream', 'É'),
    created(1, 'event-stream', ofRun),
    created(2, 'event-stream', renamed),
    { entry: 'renamed', kind: 'event-stream', id: renamed, digest },
    created(3, 'event-stream', somebody),
    { entry: 'renamed', kind: 'event-stream', id: somebody, digest },
  )
  const { told } = await sweep()
  expect([...told].sort()).toEqual([`not ours ${somebody}`, `removed ${ofRun}`, `removed ${renamed}`].sort())
  expect(streamsThere()).toBe(1)
})

const unnamed = (number: number): JsonObject => ({
  ...intended(number, 'event-stream', marker),
  unnamed: true,
})

test('a creation without a name was not carried out if all resources existed before it', async () => {
  const somebody = await stream('somebody’s')
  ledger({ entry: 'existing', kind: 'event-stream', ids: [somebody] }, unnamed(1))
  const { told, left } = await sweep()
  expect(left).toEqual([])
  expect(told).toEqual([`was not made "${marker}"`])
  expect(streamsThere()).toBe(1)
})

test.each([
  ['newer', true],
  ['of unknown age', false],
])('a creation without a name stays undecided if there is a stream that is %s', async (_, noted) => {
  const before = await stream('somebody’s')
  await stream('another’s')
  ledger(...(noted ? [{ entry: 'existing', kind: 'event-stream', ids: [before] }] : []), unnamed(1))
  const { left } = await sweep()
  expect(left).toEqual([
    `"${marker}": the creation sent no name, and the list shows several candidates: look for a resource that was created during the run, and remove this resource by hand`,
  ])
  expect(streamsThere()).toBe(2)
})
