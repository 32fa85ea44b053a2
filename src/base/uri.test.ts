// Encodes any text for a URL, and never throws.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packageRoot } from './package-root.ts'
import { parsedUrl, uriDecoded, uriEncoded } from './uri.ts'

test('any text fits into a path, and decodes to itself if UTF-8 can represent it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeURIComponent(uriEncoded(text))).toBe(text)
      expect(uriEncoded(`${text}/?#`)).toMatch(/^[\w.~!*'()%-]*$/)
    }),
  )
  expect(uriEncoded('a\ud800b')).toBe('a%EF%BF%BDb')
})

test.each(['%zz', '%', 'a%E4', '%C3%A4%'])('a text that is not encoded decodes to itself: %s', (text) => {
  expect(uriDecoded(text)).toBe(text)
})

const sourcesWith = (pattern: RegExp): readonly string[] =>
  ['src', 'suites']
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && file !== 'src/base/uri.ts')
    .filter((file) => pattern.test(readFileSync(join(packageRoot, file), 'utf8')))

test('no other file decodes texts of unknown origin', () => {
  expect(sourcesWith(/\bdecodeURI(?:Component)?\(/)).toEqual([])
})

test('no other file encodes texts of a tenant', () => {
  expect(sourcesWith(/\bencodeURI(?:Component)?\(/)).toEqual([])
})

test('a URL beyond ASCII is accepted after any number of calls', () => {
  const hosts = ['ä', 'tenant', 'ü', '日本']
  for (let round = 0; round < 20_000; round += 1)
    expect(parsedUrl(`https://${hosts[round % 4]}.example/`)).not.toBeNull()
  expect(parsedUrl('https:// /')).toBeNull()
})

test('no file calls URL.canParse', () => {
  const files = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' })
  const asking = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.startsWith('base/uri') &&
      readFileSync(join(packageRoot, 'src', file), 'utf8').includes('canParse'),
  )
  expect(asking).toEqual([])
})
