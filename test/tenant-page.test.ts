// Tests that docs/tenant.md is consistent with the options, commands and seeds of `serve`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { SecretMask } from '../src/base/secret-mask.ts'
import { commands } from '../src/cli/program.ts'
import { recordingTerminal } from '../src/cli/recording-terminal.testing.ts'
import { startMock } from '../src/mock/index.ts'
import { startTenant } from '../src/tenant/index.ts'

const page = readFileSync(join(packageRoot, 'docs/tenant.md'), 'utf8')
const serve = commands(recordingTerminal().terminal, new SecretMask(), () => undefined).commands.find(
  (command) => command.name() === 'serve',
)
const known = (serve?.options ?? []).flatMap(({ long }) => (long == null ? [] : [long]))

test('lists every option of serve', () => {
  expect(known.length).toBeGreaterThan(18)
  expect(known.filter((option) => !page.includes(option))).toEqual([])
})

test('every listed command exists', () => {
  const lines = [...page.matchAll(/^npx tenant-conformance serve(.*?)(?:#.*)?$/gm)].map(
    ([, line = '']) => line,
  )
  expect(lines.length).toBeGreaterThan(12)
  for (const line of lines)
    for (const [option] of line.matchAll(/--[\w-]+/g)) expect(known, line).toContain(option)
})

test('faults and the admin address work as described', async () => {
  const mock = await startMock({ port: 0, adminPort: 0, faults: [], onMessage: () => undefined })
  try {
    const calls = [...page.matchAll(/^curl(?: -X (\w+))? http:\/\/127\.0\.0\.1:3001(\S+)(?: -d '(.*)')?/gm)]
    expect(calls.length).toBe(9)
    for (const [line, method = 'GET', path, body] of calls) {
      const response = await fetch(`${mock.adminUrl}${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
      })
      expect(response.status, line).toBe(200)
    }
  } finally {
    await mock.close()
  }
})

test('its seeds are valid', async () => {
  const [, seeds = ''] = /```json\n(\{\n {2}"clientSecrets"[\s\S]*?)```/.exec(page) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'seeds-'))
  writeFileSync(join(folder, 'seeds.json'), seeds)
  const mock = await startMock({
    ...{ port: 0, faults: [], onMessage: () => undefined, like: 'auth0' },
    seedData: join(folder, 'seeds.json'),
  })
  const { streams, policies } = mock.tenant.inspect()
  await mock.close()
  rmSync(folder, { recursive: true })
  expect([streams.map(({ name }) => name), policies.map(({ id }) => id)]).toEqual([['orders'], ['rlp_a']])
})

test('its example program works as described', async () => {
  const tenant = await startTenant({
    ...{ faults: ['update-refused-stores-name'], variation: { stateField: 'forwarding' } },
  })
  const [, program = ''] = /```ts\n(const tenant = await[\s\S]*?)```/.exec(page) ?? []
  const members = [...program.matchAll(/tenant\.(\w+)/g)].map(([, member = '']) => member)
  expect(members.length).toBeGreaterThan(4)
  for (const member of members) expect(tenant).toHaveProperty(member)
  await tenant.close()
})
