// One call for a whole run, where its caller or its configuration is at fault.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { conformance } from './conformance.ts'
import { startTenant } from './tenant/index.ts'

const only = ['event-streams.update.name-changes']

test('what a listener throws is thrown when what the run made is removed', async () => {
  const tenant = await startTenant()
  onTestFinished(() => tenant.close())
  const heard = new Set<string>()
  const run = conformance({
    environment: tenant.environment,
    only,
    examples: 0,
    onEvent: ({ type }) => {
      heard.add(type)
      if (type === 'exchange') throw new Error('the disk is full')
    },
  })
  await expect(run).rejects.toThrow('the disk is full')
  expect([...heard]).toContain('run-finished')
  expect(tenant.inspect().streams).toEqual([])
})

test.each([
  'https:tenant.example/api/v2',
  'https://tenant.example\\api/v2',
  'https://tenant.example/ä',
  'https://ä.example/api/v2',
  'https://tenant.example/api/v2 ',
])('an address that a parser would mend is refused before anything is begun: %s', async (baseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'address-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const reportDir = join(folder, 'reports')
  const environment = { TENANT_ACCESS_TOKEN: 'a-token-of-somebody' }
  await expect(conformance({ baseUrl, environment, reportDir, only })).rejects.toThrow(
    'The address in --base-url or TENANT_BASE_URL is not written as it would be sent: give it as https:',
  )
  expect(existsSync(reportDir)).toBe(false)
})
