// Tests that a record stops at its size limits, and that it omits the credentials of webhooks.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SecretMask } from '../../base/secret-mask.ts'
import type { JournalEntry } from '../../tenant/index.ts'
import { Recorder, recordLimits, recordOf } from './record.ts'

const folder = mkdtempSync(join(tmpdir(), 'record-'))
afterAll(() => rmSync(folder, { recursive: true }))

const request = (body: string): JournalEntry => ({
  ...{ atMs: 0, method: 'POST', path: '/api/v2/event-streams', query: null },
  ...{ operation: 'event-streams.create', clientId: null, status: 201, body },
})

test.each(Object.entries(recordLimits))('%s stops the record, with one message', async (name, value) => {
  expect(value).toBeGreaterThan(1_000_000)
  const file = join(folder, name)
  const told: string[] = []
  const recorder = await Recorder.open(file, new SecretMask(), (message) => told.push(message), {
    ...{ bytesMax: 1_000_000_000, waitingBytesMax: 1_000_000_000 },
    [name]: 5_000,
  })
  for (let index = 0; index < 200; index += 1) recorder.note(request('x'.repeat(100)))
  await recorder.close()
  expect(told).toEqual([expect.stringMatching(/^Recording stops: .*\.$/)])
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.length).toBeLessThan(60)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})

test.each([
  '{"webhook_authorization":{"method":"basic","password":"hidden-4711"}}',
  '{"password" : "hidden\\"-4711-hidden-4711"}',
  '{"token":"hidden-4711","a":1}',
  '{"header_value":"hidden-4711',
  'destination[configuration][webhook_authorization][password]=hidden-4711&name=a',
  'destination%5Bwebhook_authorization%5D%5Bpassword%5D=hidden-4711',
  'destination.configuration.webhook_authorization.token=hidden-4711',
])('%s is recorded without its credential', (body) => {
  const { body: recorded } = recordOf(request(body), new SecretMask())
  expect(recorded).not.toContain('hidden')
  expect(recorded).toContain('[redacted]')
})
