// Tests phone templates that another client changes during a run. The changed templates must stay.
// @module-tag whole
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { conformance, startTenant, type Tenant } from '../../src/index.ts'
import { command } from '../bin.ts'
import { proxied } from './tampering.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const path = '/guardian/factors/phone/templates'
const before = { enrollment_message: 'Before: {{code}}', verification_message: '{{code}}, before' }
const theirs = { enrollment_message: 'Theirs: {{code}}', verification_message: '{{code}}, theirs' }

async function put(tenant: Tenant, body: object): Promise<void> {
  const response = await fetch(`${tenant.baseUrl}${path}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.text()).toBeLessThan(300)
}

/** Starts a tenant. Another client changes its templates after this number of refused updates. */
async function changedAfter(updates: number, change: object): Promise<{ tenant: Tenant; baseUrl: string }> {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  await put(tenant, before)
  let refused = 0
  const { baseUrl } = await proxied(
    tenant,
    async (exchange) => {
      if (exchange.method !== 'PUT' || exchange.path !== path || exchange.status < 400) return null
      refused += 1
      if (refused === updates) await put(tenant, { ...tenant.inspect().templates, ...change })
      return null
    },
    closing,
  )
  return { tenant, baseUrl }
}

const check = ({ tenant, baseUrl }: { tenant: Tenant; baseUrl: string }) =>
  conformance({
    depth: 'default',
    baseUrl,
    authUrl: tenant.authUrl,
    environment: tenant.environment,
    profile: 'reference',
    only: ['phone-templates'],
    examples: 2,
  })

test.each([1, 5, 12])('keeps and reports a change by others after %i refused updates', async (updates) => {
  const place = await changedAfter(updates, theirs)
  const { notes } = await check(place)
  expect(place.tenant.inspect().templates).toEqual(theirs)
  expect(notes.join()).toContain('Another client changed the')
})

test('if others change one of the messages, keeps it and restores the other', async () => {
  const { verification_message } = theirs
  const place = await changedAfter(4, { verification_message })
  const { notes } = await check(place)
  expect(place.tenant.inspect().templates).toEqual({ ...before, verification_message })
  expect(notes.join()).toContain('The run undid its own changes')
})

test.each([
  ['alone', before],
  [
    'beside what somebody has put there since',
    { ...before, verification_message: theirs.verification_message },
  ],
])('a sweep restores the templates of a killed run, with a marker or without, %s', async (_, after) => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  await put(tenant, before)
  const folder = mkdtempSync(join(tmpdir(), 'tc-'))
  closing.push(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'ledger.jsonl')
  let ledger = ''
  let sent: JsonObject = {}
  await conformance({
    depth: 'default',
    environment: tenant.environment,
    profile: 'reference',
    only: ['phone-templates.update.text-exact'],
    reportDir: folder,
    onEvent: (event) => {
      if (event.type !== 'exchange' || event.exchange.operation !== 'phone-templates.update') return
      const { body } = event.exchange.request
      if (body === null || event.exchange.response?.status !== 200) return
      const messages = JSON.parse(body) as JsonObject
      if (String(messages.enrollment_message).includes('tc-')) return
      sent = messages
      ledger = readFileSync(file, 'utf8')
    },
  })
  // Sets the state that a killed run leaves.
  await put(tenant, {
    ...sent,
    ...(after === before ? {} : { verification_message: after.verification_message }),
  })
  writeFileSync(file, ledger)
  const { code, text } = await command(
    ['sweep', '--report-dir', folder, '--profile', 'reference'],
    folder,
    tenant.environment,
  ).ended
  expect(text).toContain(after === before ? 'were restored to the values' : 'undid its own changes')
  expect(code).toBe(0)
  expect(tenant.inspect().templates).toEqual(after)
})
