// Tests that the pictures of the README are up to date and small.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { packageRoot } from '../../src/base/package-root.ts'

const kept = join(packageRoot, 'docs/pictures')
const drawn = mkdtempSync(join(tmpdir(), 'tenant-conformance-pictures-'))
const bytesMax = 150_000

beforeAll(() => promisify(execFile)(process.execPath, [join(packageRoot, 'scripts/pictures.mjs'), drawn]))
afterAll(() => rmSync(drawn, { recursive: true, force: true }))

const svg = (folder: string): string => readFileSync(join(folder, 'terminal.svg'), 'utf8')

/** Returns the failed clauses and the number of each verdict from a picture. */
const told = (folder: string): readonly string[] => {
  const texts = [...svg(folder).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text)
  const from = texts.findIndex((text) => text === 'Clauses' || text.startsWith('Clauses '))
  return [
    ...texts.filter((text) => /^[a-z-]+\.[a-z]+\.[a-z-]+$/.test(text)),
    ...texts.slice(
      from,
      texts.findIndex((text) => /^Traffic/.test(text)),
    ),
  ]
}

test('the terminal still shows the clause in the stored picture', () => {
  expect(told(drawn)).toContain('event-streams.update.toggle-moves-updated-at')
  expect(told(drawn)).toContain('1 failed')
  expect(told(kept), 'npm run pictures draws it anew').toEqual(told(drawn))
})

test('is XML that a browser can show, without escape sequences or addresses of this machine', async () => {
  const xml = [{ fileName: 'terminal.svg', contents: svg(drawn) }]
  expect((await validateXML({ xml, schema: [{ fileName: 'any.xsd', contents: any }] })).errors).toEqual([])
  expect(svg(drawn)).not.toMatch(/\[\d+m|127\.0\.0\.1:(?!3000)/)
})

/** A schema that accepts every well-formed document. */
const any = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg" elementFormDefault="qualified">
<xs:element name="svg"><xs:complexType><xs:sequence><xs:any processContents="skip" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element>
</xs:schema>`

test.each([kept, drawn])('the page is a picture, and both are small: %s', (folder) => {
  const page = readFileSync(join(folder, 'report.png'))
  expect(page.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect(page.length).toBeLessThan(bytesMax)
  expect(svg(folder).length).toBeLessThan(bytesMax)
})
