// Tests that the JUnit report is valid XML in the common dialects, and that its counts are correct. Two
// parsers must read the same data.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse as parseJunit } from 'junit2json'
import { parse as parseResults } from 'test-results-parser'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import { toReport } from '../model/to-report.ts'
import { messageCharactersMax, textCharactersMax } from './case.ts'
import { junitXml } from './junit.ts'

const schemaOf = (file: string) =>
  readFileSync(new URL(`../../../test/report/${file}`, import.meta.url), 'utf8')
const schema = schemaOf('junit.xsd')
const surefire = schemaOf('surefire-test-report.xsd')

const timedEvents = (hostile: string, strict: boolean): readonly RunEvent[] =>
  sampleEvents(hostile, { strict }).map((event, index) =>
    event.type === 'clause-judged' ? { ...event, durationMs: 1_000 + index } : event,
  )
const xml = (hostile = '', strict = false) => junitXml(toReport(timedEvents(hostile, strict)))

const invalid = async (documents: readonly string[], by: string): Promise<readonly string[]> => {
  const { valid, errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: by,
  })
  return valid ? [] : errors.map(({ rawMessage }) => rawMessage)
}

test('contains level, verdict and reason of every clause', () => {
  expect(xml()).toMatchSnapshot()
})

test('is valid for any tenant', async () => {
  const strings = fc.sample(fc.string({ unit: 'binary', minLength: 20, maxLength: 200 }), {
    seed: 7,
    numRuns: 10,
  })
  const documents = ['', hostileText, everyBasicCharacter(), ...strings].map((text) => xml(text))
  expect(await invalid(documents, schema)).toEqual([])
  // Each suite must be valid alone, because Maven writes one file for each suite.
  expect(await invalid(documents.flatMap(suitesOf), surefire)).toEqual([])
})

test('the schemas in this test reject invalid reports', async () => {
  for (const broken of [
    xml().replace('<testsuites', '<testsuites skipped="1"'),
    xml().replace('</testsuites>', ''),
  ])
    expect(await invalid([broken], schema)).not.toEqual([])
  const [suite = ''] = suitesOf(xml())
  expect(await invalid([suite.replace('<testcase', '<testcase file="a"')], surefire)).not.toEqual([])
  expect(await invalid([suite.replace(/ time="[^"]*"/g, '')], surefire)).not.toEqual([])
})

test('two parsers read the same results for any tenant', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'junit-'))
  try {
    for (const [index, hostile] of ['', hostileText].entries()) {
      const document = xml(hostile)
      const file = join(folder, `${index}.xml`)
      writeFileSync(file, document)
      const one = await parseJunit(document)
      const other = parseResults({ type: 'junit', files: [file] })
      if (!one || !('testsuite' in one)) throw new Error('no suites were read')
      const suites = one.testsuite ?? []
      expect(suites.map(({ name }) => name)).toEqual(other.suites.map(({ name }) => name))
      expect(suites.flatMap(({ testcase = [] }) => testcase.map(({ name }) => name))).toEqual(
        other.suites.flatMap(({ cases }) => cases.map(({ name }) => name)),
      )
      expect([one.failures, one.errors, suites.reduce((sum, { skipped = 0 }) => sum + skipped, 0)]).toEqual([
        1, 2, 5,
      ])
      // This parser counts errors as failures.
      const statuses = other.suites.flatMap(({ cases }) => cases.map(({ status }) => status))
      expect(statuses.filter((status) => status === 'FAIL')).toHaveLength(3)
      expect(statuses.filter((status) => status === 'SKIP')).toHaveLength(5)
      expect(one.time).toBeCloseTo(other.duration / 1_000)
      for (const suite of other.suites) {
        expect(suite.metadata).toMatchObject({ seed: expect.anything(), outcome: 'non-conformant' })
        for (const { attachments } of suite.cases) expect(attachments).toEqual([])
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("a tenant's text attaches no file and sets no property", () => {
  const attack = '[[ATTACHMENT|/etc/passwd]] [[ attachment|a]] [[PROPERTY|a=b]] [[1,2]]'
  const document = xml(attack)
  expect([...document.matchAll(/<system-out>.*?<\/system-out>/gs)].join('\n')).not.toMatch(
    /\[\[\s*(attachment|property)/i,
  )
  expect(document).toContain('[[1,2]]')
})

test('texts have a maximum length and mention what was left out', () => {
  const document = xml('\u{1f600}x'.repeat(200_000))
  for (const [, text = ''] of document.matchAll(/<!\[CDATA\[(.*?)\]\]>/gs))
    expect(text.length).toBeLessThan(textCharactersMax + 100)
  const messages = [...document.matchAll(/message="([^"]*)"/g)].map(([, message = '']) => message)
  expect(messages.filter((message) => /… \(\d+ more\)$/.test(message)).length).toBeGreaterThan(3)
  for (const message of messages) expect(message.length).toBeLessThan(messageCharactersMax + 100)
})

test("the time of a suite is the sum of its cases, and the root's time is the sum of its suites", () => {
  const document = withoutText(xml())
  const times = (tag: string) =>
    [...document.matchAll(new RegExp(`<${tag} [^>]*?\\btime="([\\d.]+)"`, 'g'))].map(([, time]) =>
      Number(time),
    )
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  expect(times('testcase').filter((time) => time > 1)).toHaveLength(9)
  expect(sum(times('testsuite'))).toBeCloseTo(sum(times('testcase')))
  expect(times('testsuites')).toEqual([expect.closeTo(sum(times('testcase')))])
})

test.each(['', hostileText])('counts equal the number of children, also with hostile text %#', (hostile) => {
  const document = withoutText(xml(hostile))
  const suites = document.split('<testsuite ').slice(1)
  expect(suites).toHaveLength(5)
  for (const suite of suites) expect(attributes(suite)).toEqual(children(suite))
  const { skipped, ...root } = children(document)
  expect(attributes(document)).toEqual(root)
  expect(skipped).toBe(5)
})

test('a failed SHOULD is a failure only in a strict run', () => {
  expect(children(withoutText(xml('', false))).failures).toBe(1)
  expect(children(withoutText(xml('', true))).failures).toBe(2)
  expect(xml('', false)).toContain('deviation (a failed SHOULD)')
})

/** Returns the suites of a document. Ignores tags that occur in texts. */
function suitesOf(document: string): readonly string[] {
  const suites: string[] = []
  let begin = 0
  for (const { 0: found, index } of document.matchAll(/<!\[CDATA\[.*?\]\]>|<testsuite |<\/testsuite>/gs)) {
    if (found === '<testsuite ') begin = index
    else if (found === '</testsuite>') suites.push(document.slice(begin, index + found.length))
  }
  return suites
}

function everyBasicCharacter(): string {
  return Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('')
}

function withoutText(document: string): string {
  return document.replace(/<!\[CDATA\[.*?\]\]>/gs, '')
}

function attributes(fragment: string) {
  const [tag = ''] = /^[^>]*<testsuites[^>]*|^[^>]*/.exec(fragment.replace(/^<\?xml.*\?>\s*/, '')) ?? []
  const names = ['tests', 'failures', 'errors', 'skipped'].filter((name) => tag.includes(` ${name}="`))
  return Object.fromEntries(
    names.map((name) => [name, Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1])]),
  )
}

function children(fragment: string) {
  const count = (name: string) => fragment.split(new RegExp(`<${name}[ />]`)).length - 1
  return {
    tests: count('testcase'),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  }
}
