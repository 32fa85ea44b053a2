// Suppressions (gaps, waivers and leftovers) that a run writes into a profile.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleEvents } from '../../test/report/sample.ts'
import type { Origin } from '../base/verdict.ts'
import { loadContract } from '../contract/index.ts'
import { blankProfile, loadProfile } from '../profile/index.ts'
import { type Report, toReport } from '../report/index.ts'
import { amend } from './profile-amendment.ts'

const folder = mkdtempSync(join(tmpdir(), 'amendment-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sample = toReport(sampleEvents())
const [first] = sample.clauses
const clauseOf = (id: string, part: string, verdict: 'not-run' | 'fail') => {
  if (first === undefined) throw new Error('a sample without a clause')
  const { waived: _, gap: __, ...rest } = first
  const origin = verdict === 'fail' ? {} : { origin: 'user' as Origin }
  return { ...rest, id, part, verdict, reason: `of ${id}`, ...origin }
}
const report: Report = {
  ...sample,
  clauses: [
    clauseOf('any.version-path', '2', 'not-run'),
    clauseOf('event-streams.create.accepts', '4.4', 'fail'),
    clauseOf('profile.any.error-body', 'profile', 'not-run'),
    clauseOf('profile.event-streams.create.success', 'profile', 'fail'),
  ],
  summary: { ...sample.summary, pass: 1, error: 0 },
  resources: { created: [], deleted: [], leaked: [] },
}

test('clauses of a profile get no suppression, because they do not affect the outcome', async () => {
  const contract = loadContract()
  const file = join(folder, 'acme.json')
  const told = await amend(
    { writeGaps: file, writeWaivers: file, reason: 'mended in May' },
    { report, profile: blankProfile, profileSource: null },
    contract,
  )
  expect(told).toEqual([
    expect.stringMatching(/^1 gap written to .*: read its reason, and run with --profile /),
    expect.stringMatching(/^1 waiver written to /),
  ])
  expect(loadProfile(file, contract)).toMatchObject({
    name: 'acme',
    gaps: [{ clause: 'any.version-path', reason: 'of any.version-path' }],
    waivers: [{ clause: 'event-streams.create.accepts', reason: 'mended in May' }],
  })
  expect(readFileSync(file, 'utf8')).toContain('"$schema"')
})

test('writes no gap for failures of the tenant or limits of the run', async () => {
  const file = join(folder, 'excused.json')
  const open = (id: string, origin: Origin) => ({ ...clauseOf(id, '4.4', 'not-run'), origin })
  const told = await amend(
    { writeGaps: file },
    {
      ...{ profile: blankProfile, profileSource: null },
      report: {
        ...report,
        clauses: [
          open('event-streams.create.accepts', 'user'),
          open('event-streams.create.returned-name', 'specification'),
          open('event-streams.create.ids-unique', 'failing'),
          open('event-streams.create.returned-id', 'tenant'),
          open('event-streams.create.stored', 'run'),
        ],
      },
    },
    loadContract(),
  )
  expect(JSON.parse(readFileSync(file, 'utf8')).gaps).toMatchObject([
    { clause: 'event-streams.create.accepts' },
    { clause: 'event-streams.create.returned-name' },
  ])
  expect(told).toEqual([
    expect.stringMatching(/^2 gaps written to /),
    expect.stringMatching(
      /^No gap was written for event-streams.create.ids-unique and 1 more: the tenant is the cause/,
    ),
    expect.stringMatching(/^No gap was written for event-streams.create.stored: the run skipped the checks/),
  ])
})
