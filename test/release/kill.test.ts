// Runs killed at random moments against a tenant that remembers everything: after a sweep nothing of them is left.
// `npm run prove:kill` kills fifty.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '../../src/base/clock.ts'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { command, serveProcess } from '../bin.ts'

const kills = Number(process.env.KILLS ?? 10)
const killAfterMs = { min: 350, max: 3_000 }
const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-'))
const ledger = join(folder, 'reports/ledger.jsonl')
let tenant: Awaited<ReturnType<typeof serveProcess>>

beforeAll(async () => {
  tenant = await serveProcess(folder)
})
afterAll(async () => {
  await tenant.stop()
  rmSync(folder, { recursive: true, force: true })
})

const api = async (method: string, path: string, body?: Json): Promise<JsonObject> => {
  const response = await fetch(`${tenant.environment.TENANT_BASE_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await response.json()) as JsonObject
}

const idsAt = async (path: string, member: string): Promise<string[]> =>
  ((await api('GET', path))[member] as unknown as { id: string }[]).map(({ id }) => id).sort()

test(`nothing is left of ${kills} killed runs`, { timeout: 30_000 + kills * 15_000 }, async () => {
  const stream = {
    name: 'somebody else',
    subscriptions: [{ event_type: 'user.created' }],
    destination: { type: 'webhook', configuration: { webhook_endpoint: 'https://receiver.tenant.example/' } },
  }
  const messages = { enrollment_message: 'Ours: {{code}} „é\n', verification_message: '{{code}}, ours' }
  await api('PUT', '/guardian/factors/phone/templates', messages)
  const streams = [await api('POST', '/event-streams', stream), await api('POST', '/event-streams', stream)]
  const policies = [
    await api('POST', '/rate-limit-policies', {}),
    await api('POST', '/rate-limit-policies', {}),
  ]
  const ids = (made: readonly JsonObject[]): string[] => made.map(({ id }) => String(id)).sort()
  const given = await api('POST', '/rate-limit-policies', {})
  const environment = { ...tenant.environment, TENANT_RATE_LIMIT_POLICY_IDS: String(given.id) }

  let interrupted = 0
  for (let run = 0; run < kills; run++) {
    const checking = command(['run', '--quiet', '--examples', '5'], folder, environment)
    await sleep(killAfterMs.min + Math.random() * (killAfterMs.max - killAfterMs.min))
    checking.process.kill('SIGKILL')
    await checking.ended
    if (existsSync(ledger)) interrupted += 1
    if (run % 2 === 0) {
      // A sweep can be killed, too.
      const killed = command(['sweep'], folder, environment)
      await sleep(200 + Math.random() * 500)
      killed.process.kill('SIGKILL')
      await killed.ended
    }
    const swept = await command(['sweep'], folder, environment).ended
    expect(swept.code, swept.text).toBe(0)
    expect(existsSync(ledger)).toBe(false)
    expect(await idsAt('/event-streams', 'eventStreams'), swept.text).toEqual(ids(streams))
    const left = await idsAt('/rate-limit-policies', 'rateLimitPolicies')
    expect(left.filter((id) => id !== given.id)).toEqual(ids(policies))
    expect(await api('GET', '/guardian/factors/phone/templates')).toEqual(messages)
  }
  expect(interrupted).toBeGreaterThan(0)
})
