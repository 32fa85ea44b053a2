// Tests the division of JSON into lines. The lines contain the original tokens and JSON pointers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLines } from './json-lines.ts'

const shown = (source: string) => jsonLines(source)?.map(({ indent, text }) => ' '.repeat(indent) + text)

test('short values fit on one line, long ones get several', () => {
  expect(shown('{"a":[1,2],"b":{}}')).toEqual(['{"a": [1, 2], "b": {}}'])
  const long = `{"a":[1,2],"text":"${'x'.repeat(60)}","c":{"d":null}}`
  expect(shown(long)).toEqual([
    '{',
    ' "a": [1, 2],',
    ` "text": "${'x'.repeat(60)}",`,
    ' "c": {"d": null}',
    '}',
  ])
})

test('numbers, escapes and members with equal names stay unchanged', () => {
  expect(shown('{"a":1.0,"a":1e400,"b":"\\u0041\\"}"}')).toEqual([
    '{"a": 1.0, "a": 1e400, "b": "\\u0041\\"}"}',
  ])
})

test('each line has the pointer of its value', () => {
  const source = JSON.stringify({ 'a/b': [{ name: 'x'.repeat(60) }, 2], c: '~'.repeat(10) })
  expect(jsonLines(source)?.map(({ pointer, whole }) => `${pointer} ${whole}`)).toEqual([
    ' false',
    '/a~1b false',
    '/a~1b/0 false',
    '/a~1b/0/name true',
    '/a~1b/0 false',
    '/a~1b/1 true',
    '/a~1b false',
    '/c true',
    ' false',
  ])
})

test('formats the beginning of truncated JSON', () => {
  expect(shown(`{"a":"${'x'.repeat(60)}","b":{"c":"yyy`)).toEqual([
    '{',
    ` "a": "${'x'.repeat(60)}",`,
    ' "b": {',
    '  "c": "yyy',
  ])
})

test('rejects too deep and too long JSON', () => {
  expect(jsonLines(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toBeNull()
  expect(jsonLines(JSON.stringify(Array.from({ length: 5_000 }, String)))).toBeNull()
})

test('adds and removes only blanks between tokens', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (source) => {
      const lines = jsonLines(source)
      if (lines === null) return
      expect(JSON.parse(lines.map(({ text }) => text).join('\n'))).toEqual(JSON.parse(source))
    }),
  )
})
