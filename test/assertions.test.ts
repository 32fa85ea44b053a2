// Tests that every test has an assertion.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { assertions } from './assertions.ts'

const files = ['src', 'schemas', 'suites', 'test'].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(packageRoot, folder, file)),
)

const importing = "import { expect, test } from 'vitest'\n"

/** Returns the line numbers of the tests without an assertion. */
const missing = (text: string, others: Readonly<Record<string, string>> = {}): readonly string[] =>
  assertions((path) => ({ ...others, 'a/x.test.ts': importing + text })[path] ?? null).missingIn(
    'a/x.test.ts',
  )

describe('finds', () => {
  test.each([
    ['no assertion', "test('a', () => { work() })"],
    ['one that is expected to be nothing', "test('a', () => { expect(work()) })"],
    ['a matcher that is not called', "test('a', () => { expect(work()).toBeNull })"],
    ['a helper without an assertion', "const expectWell = () => work()\ntest('a', () => expectWell())"],
    ['a helper that calls itself', "function work() { work() }\ntest('a', work)"],
    ['a table', "test.each([1])('%s', (one) => { work(one) })"],
    ['a template', "test.each`a`('%s', async () => { work() })"],
    ['a condition', "test.skipIf(slow)('a', { timeout: 1 }, () => { work() })"],
    ['a name in a comment', "test('a', () => { work() /* expect(1).toBe(1) */ })"],
    ['an assertion of another test', "test('a', () => work())\ntest('b', () => expect(1).toBe(1))"],
    ['a member that is named as a helper is', "const b = () => expect(1).toBe(1)\ntest('a', () => c.b())"],
    ['a helper of the product', "import { b } from './b.ts'\ntest('a', () => b())"],
  ])('%s', (_, text) => {
    expect(missing(text).length).toBe(1)
  })

  test('its line', () => {
    expect(missing("test('a', () => expect(1).toBe(1))\n\ntest('b', () => work())")).toEqual([
      'a/x.test.ts:4',
    ])
  })
})

describe('follows', () => {
  test.each([
    ['a plain assertion', "test('a', async () => { await expect(work()).rejects.toThrow() })"],
    ['a property', "it('a', () => fc.assert(fc.property(fc.nat(), (n) => n >= 0)))"],
    ['a helper', "const holds = () => { expect(1).toBe(1) }\ntest('a', () => { holds() })"],
    [
      'a helper of a helper',
      "function b() { expect(1).toBe(1) }\nfunction a() { b() }\ntest('a', () => a())",
    ],
    ['a helper that is handed over', "const b = () => expect(1).toBe(1)\ntest('a', () => all.forEach(b))"],
    ['a body that has a name', "const body = () => expect(1).toBe(1)\ntest('a', body)"],
    ['the bodies of a table', "test.each([['a', () => expect(1).toBe(1)]])('%s', (_, body) => body())"],
    ['an imported helper', "import { b as c } from './b.testing.ts'\ntest('a', () => c())"],
  ])('%s', (_, text) => {
    const others = { 'a/b.testing.ts': 'export function b() { expect(1).toBe(1) }' }
    expect(missing(text, others)).toEqual([])
  })
})

test('each test asserts something, directly or through a helper', () => {
  const { missingIn, testsIn } = assertions()
  const counts = files.map(testsIn)
  expect(counts.reduce((total, one) => total + one, 0)).toBeGreaterThan(1500)
  expect(files.flatMap(missingIn).map((place) => relative(packageRoot, place))).toEqual([])
})
