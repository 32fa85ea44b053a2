// One call for a whole run, where its caller or its configuration is at fault.
import { afterEach, expect, test } from 'vitest'
import { conformance } from './conformance.ts'
import { startTenant, type Tenant } from './tenant/index.ts'

const only = ['event-streams.update.name-changes']

let tenant: Tenant | null = null
afterEach(() => tenant?.close())

test('what a listener throws is thrown when what the run made is removed', async () => {
  tenant = await startTenant()
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
