// Tests that docs/origins.md lists every reason for a missing verdict, with the origin of the reason.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { origins } from '../src/base/verdict.ts'
import { reasons } from './origins.ts'

const file = join(packageRoot, 'docs/origins.md')
const begins = '<!-- reasons: ORIGINS=write npx vitest run --project tests test/origins.test.ts -->\n'

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

/** Returns the table of reasons, sorted by sentence and origin. */
function table(): string {
  const rows = reasons().map(({ says, verdict, origin }) => `| ${cell(says)} | ${verdict} | ${origin} |`)
  return ['| reason | verdict | origin |', '|---|---|---|', ...[...new Set(rows)].sort(), ''].join('\n')
}

test('the page lists every reason with its origin', () => {
  const page = readFileSync(file, 'utf8')
  const head = page.slice(0, page.indexOf(begins) + begins.length)
  const whole = `${head}\n${table()}`
  if (process.env.ORIGINS === 'write') writeFileSync(file, whole)
  expect(readFileSync(file, 'utf8'), 'ORIGINS=write writes it: read what has changed').toBe(whole)
})

test('reads all sources: each origin occurs, and each is valid', () => {
  const given = new Set(reasons().flatMap(({ origin }) => origin.split(' or ')))
  expect([...given].sort()).toEqual([...origins].sort())
  expect(reasons().length).toBeGreaterThan(150)
})

test('a reason that says what to supply or to declare never has the origin tenant', () => {
  const asks = /: (?:supply|declare) /
  const wrong = reasons().filter(({ says, origin }) => asks.test(says) && /tenant|failing/.test(origin))
  expect(wrong.map(({ says }) => says)).toEqual([])
})

test('a reason about a missing response has the origin failing', () => {
  const failing = /did not (?:answer|respond)|does not respond within/
  const wrong = reasons().filter(({ says, origin }) => failing.test(says) && origin !== 'failing')
  expect(wrong.map(({ says }) => says)).toEqual([])
})
