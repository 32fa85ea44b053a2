// Tests that a Code Quality report is valid and contains one finding for each clause.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { visibleJson } from '../../base/visible.ts'
import { toReport } from '../model/to-report.ts'
import { codeQuality, codeQualityJson } from './code-quality.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/meta/code-quality.json', import.meta.url), 'utf8'),
)
const valid = new Ajv2020({ strict: true }).compile(schema)

/**
 * The rules of GitLab's own schema, written again for this test
 * (app/validators/json_schemas/codeclimate.json).
 */
const readByGitLab = new Ajv2020().compile({
  type: 'object',
  required: ['description', 'fingerprint', 'severity', 'location'],
  properties: {
    description: { type: 'string' },
    fingerprint: { type: 'string' },
    severity: { type: 'string' },
    location: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        lines: { type: 'object', properties: { begin: { type: 'integer' } } },
      },
    },
  },
})

test('writes a finding for each failed or unobserved clause, with its severity', () => {
  const severities = (strict: boolean) =>
    Object.fromEntries(
      codeQuality(toReport(sampleEvents('', { strict })), 'reports/report.json').map(
        ({ check_name, severity }) => [check_name, severity],
      ),
    )
  const expected = {
    'custom-signing-keys.get.x5t': 'info',
    'event-streams.create.no-5xx': 'minor',
    'event-streams.update.enabled-to-disabled': 'critical',
    'phone-templates.update.scope': 'info',
    'rate-limit-policies.delete.gone': 'major',
    'rate-limit-policies.delete.independent': 'info',
  }
  expect(severities(false)).toEqual(expected)
  expect(severities(true)).toEqual({ ...expected, 'event-streams.create.no-5xx': 'critical' })
})

test.each(['', hostileText])("is valid, and each line is the clause's line %#", (hostile) => {
  const report = toReport(sampleEvents(hostile))
  const text = codeQualityJson(report, 'reports/report.json')
  expect(text).not.toMatch(/[^\P{C}\n]/u)
  const findings = JSON.parse(text) as ReturnType<typeof codeQuality>
  expect(valid(findings), JSON.stringify(valid.errors)).toBe(true)
  for (const finding of findings) expect(readByGitLab(finding)).toBe(true)
  const lines = visibleJson(report).split('\n')
  for (const { check_name, location } of findings)
    expect(lines[location.lines.begin - 1]).toBe(`      "id": "${check_name}",`)
})

test('a fingerprint depends only on the clause', () => {
  const prints = (hostile: string) =>
    codeQuality(toReport(sampleEvents(hostile)), 'a.json').map(({ fingerprint }) => fingerprint)
  expect(prints(hostileText)).toEqual(prints(''))
  expect(new Set(prints('')).size).toBe(prints('').length)
})
