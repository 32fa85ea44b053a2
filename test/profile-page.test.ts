// Tests that docs/profile.md lists every key of profiles, and that `help` finds each key.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { withProfileTable } from '../src/cli/help/profile-page.ts'
import { loadContract } from '../src/contract/index.ts'
import { profileKeysOf } from '../src/profile/index.ts'
import { command } from './command.ts'

const page = readFileSync(join(packageRoot, 'docs/profile.md'), 'utf8')
const keys = profileKeysOf(loadContract())

test('the page is current: `npm run docs -- docs/profile.md` writes it', () => {
  expect(page).toBe(withProfileTable(page))
})

test('every key has a meaning, and each key with a value an example', () => {
  expect(keys.length).toBeGreaterThan(40)
  const holders = new Set(keys.map(({ path }) => path.replace(/(?:\.|\[\]\.)[^.]*$/, '')))
  for (const { path, description, example, type } of keys) {
    expect(description, path).not.toBe('')
    const isHolder = holders.has(path) || /^fixtures\.\w+$/.test(path)
    if (!isHolder) expect(example, `${path}: ${type}`).toBeDefined()
  }
})

test('lists the keys that the shipped profiles use', () => {
  const paths = new Set(keys.map(({ path }) => path))
  for (const path of ['errorBody', 'eventStream.lengthUnit', 'fixtures.listEventStreams', 'gaps[].clause'])
    expect(paths).toContain(path)
})

test.each([
  [
    'profile',
    [
      'eventStream.lengthUnit   one of characters',
      'errorBody   object or true or false',
      'name   text (required)',
    ],
  ],
  ['fixtures', ['fixtures.listEventStreams   ', 'fixtures.<name>.id   text (default "/id")']],
  ['lengthUnit', ['eventStream.lengthUnit   ']],
  ['gaps', ['gaps[].clause   ']],
])('help %s prints them', async (word, lines) => {
  const { status, out } = await command(['help', word])
  expect(status).toBe(0)
  for (const line of lines) expect(out).toContain(`\n${line}`)
})
