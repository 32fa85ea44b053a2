// Tests the file of `serve --output-env`, which Node.js can read with `--env-file`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { command } from './bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'serve-variables-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('writes a missing file before the mock is ready', async () => {
  const served = command(['serve', '--output-env', 'new.env'], folder)
  const text = await served.until(/# ready\n/)
  const variables = readFileSync(join(folder, 'new.env'), 'utf8')
  served.process.kill()
  expect((await served.ended).code).toBe(0)
  expect(text).toContain('`npx tenant-conformance run --env-file new.env` checks')
  expect(variables).toContain(/^TENANT_CLIENT_SECRET=.+$/m.exec(text)?.[0])
})

test('reports a file that cannot be written, and stops serving', async () => {
  const { code, text } = await command(['serve', '--output-env', 'no/such.env'], folder).ended
  expect([code, text]).toEqual([2, expect.stringMatching(/^no\/such\.env can't be written .*--output-env/)])
  expect(existsSync(join(folder, 'no'))).toBe(false)
})

test('one name is enough', async () => {
  writeFileSync(join(folder, 'a.env'), '')
  const both = ['serve', '--output-env', 'a.env', '--env-file', 'a.env']
  const { code, text } = await command(both, folder).ended
  expect([code, text]).toEqual([2, expect.stringMatching(/'--output-env <file>' cannot be used with/)])
})
