// The JUnit view: valid XML of the common dialect whatever a tenant sent, and counts that equal its children.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { toReport } from '../model/to-report.ts'
import { junitXml } from './junit.ts'

const schema = readFileSync(new URL('../../../test/report/junit.xsd', import.meta.url), 'utf8')
const xml = (hostile = '', strict = false) => junitXml(toReport(sampleEvents(hostile, { strict })))

test('says level, verdict and reason of every clause', () => {
  expect(xml()).toMatchSnapshot()
})

test('is valid whatever a tenant sent', async () => {
  const strings = fc.sample(fc.string({ unit: 'binary', minLength: 20, maxLength: 200 }), {
    seed: 7,
    numRuns: 10,
  })
  const documents = ['', hostileText, everyBasicCharacter(), ...strings].map((text) => xml(text))
  const { valid, errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema,
  })
  expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([])
  expect(valid).toBe(true)
})

test('the schema of this test does refuse what it should', async () => {
  for (const broken of [
    xml().replace('<testsuites', '<testsuites skipped="1"'),
    xml().replace('</testsuites>', ''),
  ])
    expect((await validateXML({ xml: broken, schema })).valid).toBe(false)
})

test.each(['', hostileText])('counts equal children, also with hostile text %#', (hostile) => {
  const document = withoutText(xml(hostile))
  const suites = document.split('<testsuite ').slice(1)
  expect(suites).toHaveLength(5)
  for (const suite of suites) expect(attributes(suite)).toEqual(children(suite))
  const { skipped, ...root } = children(document)
  expect(attributes(document)).toEqual(root)
  expect(skipped).toBe(5)
})

test('a failed SHOULD is a failure only where the run was strict', () => {
  expect(children(withoutText(xml('', false))).failures).toBe(1)
  expect(children(withoutText(xml('', true))).failures).toBe(2)
  expect(xml('', false)).toContain('deviation (a failed SHOULD)')
})

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
