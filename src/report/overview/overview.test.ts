// Tests that the overview is valid and limited in size, and that it lists the clauses with different results.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { ConfigurationError } from '../../base/error.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { toReport } from '../model/to-report.ts'
import { linkTo, namesOf, OverviewTally, overviewHtml, overviewJson, terminalOverview } from './index.ts'
import { overviewStyle } from './overview-style.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schemas/meta/${name}`, import.meta.url), 'utf8'))
const schema = read('overview.json')
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema)

const sample = toReport(sampleEvents())
const contract = { name: 'shelves', title: 'Shelves', version: '1', families: ['limits', 'states'] }

function overviewOf(...sources: readonly (readonly [name: string, report: Report, page?: string])[]) {
  const tally = new OverviewTally()
  for (const [name, report, page = null] of sources) tally.add({ name, report, page })
  return tally.overview
}

function change(id: string, more: Partial<ReportClause>): Report {
  return { ...sample, clauses: sample.clauses.map((one) => (one.id === id ? { ...one, ...more } : one)) }
}

const inFamilies = (report: Report, familyOf: (clause: ReportClause) => string): Report => ({
  ...report,
  contract,
  clauses: report.clauses.map((clause) => ({ ...clause, family: familyOf(clause) })),
})

test("clauses belong to families in the contract's order, then to other families; without a family they belong to operations", () => {
  const families = inFamilies(sample, ({ part }) =>
    part === '4.5' ? 'states' : part === '4.4' ? 'limits' : 'other',
  )
  const { groups, reports } = overviewOf(['new', families], ['old', sample])
  expect(groups.map(({ by, name }) => `${by} ${name}`)).toEqual([
    ...['family limits', 'family states', 'family other', 'operation custom-signing-keys.get'],
    ...['operation event-streams.create', 'operation event-streams.update'],
    ...['operation phone-templates.update', 'operation rate-limit-policies.delete'],
  ])
  const [newer, older] = reports
  expect(newer?.cells.slice(0, 4)).toEqual([
    { state: 'deviation', counts: { deviation: 1, pass: 1 } },
    { state: 'fail', counts: { fail: 1 } },
    {
      state: 'error',
      counts: { ...{ error: 1, inconclusive: 1, 'not-run': 2 }, waived: 1, gap: 1, 'not-applicable': 1 },
    },
    null,
  ])
  expect(older?.cells.slice(0, 4)).toEqual([
    null,
    null,
    null,
    { state: 'inconclusive', counts: { inconclusive: 1 } },
  ])
  for (const { cells, summary } of reports) {
    const counted = cells.flatMap((cell) => Object.values(cell?.counts ?? {})).reduce((a, b) => a + b, 0)
    const { deviations: _, ...counts } = summary
    expect(counted).toBe(Object.values(counts).reduce((a, b) => a + b, 0))
  }
})

test('lists differing clauses, the most important first; ignores clauses that were not selected', () => {
  const key = 'custom-signing-keys.get.x5t'
  const length = 'event-streams.create.name-length'
  const one = change(length, { verdict: 'fail' })
  const left = change(key, { verdict: 'out-of-scope' })
  const other = change(key, { verdict: 'pass' })
  const { differences, differencesLeftOut } = overviewOf(['a', one], ['b', left], ['c', other])
  expect(differences.map(({ id, results }) => [id, results])).toEqual([
    [length, ['fail', 'pass', 'pass']],
    [key, ['inconclusive', 'out-of-scope', 'pass']],
  ])
  expect(differencesLeftOut).toBe(0)
  expect(overviewOf(['a', sample], ['b', left]).differences).toEqual([])
  expect(overviewOf(['a', sample], ['b', { ...sample, clauses: [] }]).differences).toEqual([])
})

test('lists only some of very many differences, and counts the rest', () => {
  const [clause] = sample.clauses
  const many = (verdict: 'pass' | 'fail'): Report => ({
    ...sample,
    clauses: Array.from({ length: 5_000 }, (_, index) => ({
      ...(clause as ReportClause),
      ...{ id: `a.b.c${index}`, verdict },
    })),
  })
  const overview = overviewOf(['a', many('pass')], ['b', many('fail')])
  expect([overview.differences.length, overview.differencesLeftOut]).toEqual([200, 4_800])
  expect(overviewHtml(overview)).toContain('4800 more clauses differ')
  expect(terminalOverview(overview, { color: false })).toContain('… and 4980 more: see the page.')
  expect(overviewHtml(overview).length).toBeLessThan(500_000)
  const hundred = Array.from(
    { length: 100 },
    (_, index) => [`r${index}`, many(index === 0 ? 'fail' : 'pass'), `r${index}/report.html`] as const,
  )
  const wide = overviewOf(...hundred)
  expect([wide.differences.length, wide.differencesLeftOut]).toEqual([100, 4_900])
  expect(overviewHtml(wide).length).toBeLessThan(3_000_000)
})

test('rejects reports of another contract, but accepts another version', () => {
  const ours = { ...sample, contract }
  const theirs = { ...sample, contract: { ...contract, name: 'boards' } }
  expect(() => overviewOf(['a', ours], ['b', theirs])).toThrow(ConfigurationError)
  expect(() => overviewOf(['a', sample], ['b', ours], ['c', theirs])).toThrow('shelves 1 and boards 1')
  const later = { ...sample, contract: { ...contract, version: '2' } }
  expect(overviewHtml(overviewOf(['a', ours], ['b', later]))).toContain('Contract shelves, versions 1, 2')
})

test.each(['', hostileText])('the JSON is valid %#', (hostile) => {
  const report = toReport(sampleEvents(hostile))
  const text = overviewJson(overviewOf([`a${hostile}`, report, 'x/report.html'], ['b', change('x', {})]))
  expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true)
  expect(/[^\P{C}\n]/u.test(text)).toBe(false)
})

test('equal names have equal definitions in the schemas of overviews and reports', () => {
  const report = read('report.json').$defs
  for (const name of ['target', 'tool', 'summary', 'count']) expect(schema.$defs[name]).toEqual(report[name])
})

test('cells link to the clauses that they count', () => {
  const page = overviewHtml(
    overviewOf(['a', inFamilies(sample, () => 'media types'), '../a%20b/report.html'], ['b', sample]),
  )
  expect(page).toContain('href="../a%20b/report.html"')
  expect(page).toContain('href="../a%20b/report.html#family=media%20types&amp;verdict=fail"')
  expect(page.match(/href="[^"]*operation=/g)).toBeNull()
  const failing = change('event-streams.create.name-length', { verdict: 'fail' })
  expect(overviewHtml(overviewOf(['a', sample, 'a/report.html'], ['b', failing]))).toContain(
    'href="a/report.html#event-streams.create.name-length"',
  )
})

test("names and reports never change the page's elements and attributes, and add no script", () => {
  const tags = (hostile: string): string[] => {
    const report = inFamilies(toReport(sampleEvents(hostile)), () => `states${hostile}`)
    const page = overviewHtml(
      overviewOf(
        [`a${hostile}`, report, linkTo(`/x/a${hostile}/report.html`, '/x/o')],
        [`b${hostile}`, report],
      ),
    )
    return [...page.replace(overviewStyle, '').matchAll(/<[a-z!/?][^>]*>/gi)].map(([tag]) =>
      tag.replace(/(href|aria-label)="[^"]*"/g, '$1'),
    )
  }
  expect(tags(hostileText)).toEqual(tags(' harmless'))
  expect(tags(hostileText).filter((tag) => /^<script/i.test(tag))).toEqual([])
})

test('hostile text contains no terminal sequences', () => {
  const report = toReport(sampleEvents(hostileText))
  const failing = { ...report, clauses: report.clauses.map((one) => ({ ...one, verdict: 'fail' as const })) }
  const text = terminalOverview(overviewOf([hostileText, report], ['b', failing]), { color: false })
  expect(/[^\P{C}\n]/u.test(text)).toBe(false)
})

test('a report without an outcome shows the reason, without references to missing sections', () => {
  const clauses = sample.clauses.map((clause): ReportClause => {
    const { waived: _, gap: __, ...rest } = clause
    return { ...rest, verdict: 'inconclusive', reason: 'no connection', failures: [] }
  })
  const dead: Report = { ...sample, outcome: 'incomplete', clauses }
  expect(overviewOf(['a', dead]).reports[0]?.why).toBe('Nothing could be checked: no connection.')
})

test('names contain enough folders to be unique', () => {
  expect(namesOf(['/x/a/report.json', '/x/b/report.json', '/y/c.json'])).toEqual(['a', 'b', 'c'])
  expect(namesOf(['/x/a/reports/report.json', '/x/b/reports/report.json', '/x/c/report.json'])).toEqual([
    ...['a/reports', 'b/reports', 'c'],
  ])
  expect(namesOf(['/a/report.json', '/b/a/report.json'])).toEqual(['a', 'b/a'])
  expect(() => namesOf(['/x/a/report.json', '/x/b/../a/report.json'])).toThrow('is given twice')
})

test.each([
  ['/x/a/report.html', '/x/overview', '../a/report.html'],
  ['/x/javascript:alert(1)/report.html', '/x', 'javascript%3Aalert(1)/report.html'],
  ['/x/"><script>/?#%/report.html', '/x/', '%22%3E%3Cscript%3E/%3F%23%25/report.html'],
  ['/x/a b&c\ud800/report.html', '/x', 'a%20b%26c%EF%BF%BD/report.html'],
])('the link to %j from %s contains only the encoded name', (file, folder, link) => {
  expect(linkTo(file, folder)).toBe(link)
  expect(new URL(link, `file://${folder.replace(/\/?$/, '/')}`).protocol).toBe('file:')
})
