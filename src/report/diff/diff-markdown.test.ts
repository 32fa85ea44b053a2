// Tests the difference of two reports as Markdown and JSON. The text is short and valid, and a tenant's text
// cannot change its structure.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import { baselineOf } from '../model/baseline.ts'
import { diffReports, regressed } from '../model/diff.ts'
import type { Report } from '../model/report.ts'
import { toReport } from '../model/to-report.ts'
import { diffMarkdown } from './diff-markdown.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schemas/meta/${name}`, import.meta.url), 'utf8'))
const schema = read('diff.json')
const valid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

/** Returns two reports for a comparison. Both reports contain the hostile text. */
const pair = (hostile: string): readonly [Report, Report] => {
  const after = toReport(sampleEvents(hostile))
  const [first, ...rest] = after.clauses
  if (first === undefined) throw new Error('the sample has clauses')
  const before: Report = {
    ...after,
    ...measured(hostile, 10),
    target: { ...after.target, baseUrl: `https://other.example/${hostile}`, embedded: false },
    clauses: [
      { ...first, id: `gone${hostile}` },
      ...rest.map((clause) => ({
        ...clause,
        verdict: clause.verdict === 'fail' ? ('pass' as const) : ('fail' as const),
      })),
    ],
    openPoints: after.openPoints.map((point) => ({
      ...point,
      answer: 'another',
      source: 'declared' as const,
    })),
  }
  return [before, { ...after, ...measured(hostile, 30) }]
}

function measured(hostile: string, durationMs: number): Pick<Report, 'measurements'> {
  const steps = { [Math.floor(20 * Math.log10(durationMs))]: 40 }
  const latency = { count: 40, minMs: durationMs, maxMs: durationMs, steps, points: [] }
  const operation = { operation: `a.create${hostile}`, latency, byStatus: { '200': 40 } }
  return { measurements: { operations: [operation], timeline: null, deliveries: [] } }
}

test('reports what changed', () => {
  const [before, after] = pair('')
  expect(diffMarkdown(diffReports(before, after))).toMatchSnapshot()
})

test('is one line and a sentence if nothing changed', () => {
  const [, report] = pair('')
  expect(diffMarkdown(diffReports(report, report))).toBe(
    '### ❌ Conformance: non-conformant, as before\n\nNo clause and no open point changed.\n',
  )
})

test('stays short for many changes', () => {
  const [before, after] = pair('')
  const [clause] = after.clauses
  if (clause === undefined) throw new Error('the sample has clauses')
  const clauses = Array.from({ length: 500 }, (_, index) => ({ ...clause, id: `x.y.${index}` }))
  const text = diffMarkdown(diffReports({ ...before, clauses: [] }, { ...after, clauses }))
  expect(text).toContain('… and 470 more.')
  // GitHub limits the length of a comment.
  expect(text.length).toBeLessThan(65_536)
})

test('renders to the same elements, whatever a tenant sent', () => {
  const elements = (hostile: string): string[] => {
    const [before, after] = pair(hostile)
    const page = marked.parse(diffMarkdown(diffReports(before, after)), { async: false })
    return [...page.matchAll(/<[a-z!/?][^>]*>/gi)].map(([tag]) => tag)
  }
  expect(elements(hostileText)).toEqual(elements(' harmless'))
})

test.each(['', hostileText])('the JSON is valid %#', (hostile) => {
  const diff = diffReports(...pair(hostile))
  const value = JSON.parse(JSON.stringify({ schemaVersion: 1, ...diff, regressed: regressed(diff) }))
  expect(valid(value), JSON.stringify(valid.errors)).toBe(true)
})

test("the definitions of a report's baseline changes are the same", () => {
  const report = read('report.json').$defs
  const names = Object.keys(schema.$defs)
  expect(names).toContain('clauses')
  for (const name of names) expect(report[name], name).toEqual(schema.$defs[name])
  const { schemaVersion: _, regressed: __, ...changes } = schema.properties
  expect(report.changes.properties).toEqual(changes)
})

test('the changes of a report since its baseline are valid', () => {
  const [before, after] = pair('')
  // This test skips the list `gone`, because a baseline does not contain all data of a gone clause.
  const { gone: _, ...changes } = diffReports(before, after)
  const events: readonly RunEvent[] = sampleEvents()
  const report = toReport([...events, { type: 'baseline', ...baselineOf('before.json', before) }])
  expect(report.baseline?.changes).toMatchObject({ ...changes, latency: [] })
  const check = new Ajv2020({ strict: true }).compile(read('report.json'))
  expect(check(JSON.parse(JSON.stringify(report))), JSON.stringify(check.errors)).toBe(true)
})
