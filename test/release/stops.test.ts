// Stops runs at random moments and in every way. The clean-up or a sweep must remove all resources. `npm run
// prove:stops` tries two hundred stops.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep, tickMs } from '../../src/base/clock.ts'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { type Command, command, type Ended, serveProcess } from '../bin.ts'

const stops = Number(process.env.STOPS ?? 12)
const stopAfterMsMax = 3_000
const secondSignalAfterMsMax = 150
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

interface Way {
  readonly name: string
  /** The signals that the test sends at a random moment. */
  readonly signals: readonly NodeJS.Signals[]
  /** Whether the run has enough time to clean up. */
  readonly cleans: boolean
  /** JavaScript that ends the run from inside. The test sends no signal then. */
  readonly harm?: string
  /** The size of the run's heap in megabytes. */
  readonly heapMB?: number
}

const ways: readonly Way[] = [
  { name: 'SIGKILL', signals: ['SIGKILL'], cleans: false },
  ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).flatMap((signal) => [
    { name: signal, signals: [signal], cleans: true },
    { name: `${signal} twice`, signals: [signal, signal], cleans: false },
  ]),
  { name: 'an uncaught error', signals: [], cleans: true, harm: 'throw new Error("spoilt")' },
  {
    name: 'an uncaught error again and again',
    signals: [],
    cleans: true,
    harm: 'setInterval(() => { throw null }, 20)',
  },
  { name: 'an unhandled rejection', signals: [], cleans: true, harm: 'Promise.reject(null)' },
  {
    name: 'memory exhaustion',
    signals: [],
    cleans: false,
    harm: 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length).map(String))',
    heapMB: 120,
  },
]

/** Stops a run after its first request. */
async function stopped(way: Way, environment: Readonly<Record<string, string>>): Promise<Ended> {
  const afterMs = Math.random() * stopAfterMsMax
  const started = tickMs()
  const options = [
    ...(way.heapMB === undefined ? [] : [`--max-old-space-size=${way.heapMB}`]),
    ...(way.harm === undefined
      ? []
      : [
          `--import=data:text/javascript,${encodeURIComponent(`setTimeout(() => { ${way.harm} }, ${700 + afterMs})`)}`,
        ]),
  ]
  const run: Command = command(['run', '--examples', '5'], folder, {
    ...environment,
    ...(options.length === 0 ? {} : { NODE_OPTIONS: options.join(' ') }),
  })
  if (way.signals.length > 0) await run.until(/preflight/)
  if (way.signals.length > 0) await sleep(afterMs)
  for (const signal of way.signals) {
    run.process.kill(signal)
    await sleep(Math.random() * secondSignalAfterMsMax)
  }
  const ended = await run.ended
  expect(tickMs() - started).toBeLessThan(120_000)
  return ended
}

test(`${stops} stopped runs leave nothing`, { timeout: 60_000 + stops * 30_000 }, async () => {
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
  // Inspects the tenant directly, because no report proves which resources are left.
  const nothingLeft = async (said: string): Promise<void> => {
    expect(await idsAt('/event-streams', 'eventStreams'), said).toEqual(ids(streams))
    const left = await idsAt('/rate-limit-policies', 'rateLimitPolicies')
    expect(
      left.filter((id) => id !== given.id),
      said,
    ).toEqual(ids(policies))
    expect(await api('GET', '/guardian/factors/phone/templates'), said).toEqual(messages)
  }

  const interrupted = new Map<string, number>()
  for (let index = 0; index < stops; index++) {
    const way = ways[index % ways.length] as Way
    const { code, text } = await stopped(way, environment)
    const said = `${way.name}, exit ${code}: ${text.slice(-2_000)}`
    if (existsSync(ledger)) interrupted.set(way.name, (interrupted.get(way.name) ?? 0) + 1)
    if (way.cleans) {
      expect(existsSync(ledger), said).toBe(false)
      await nothingLeft(said)
    }
    if (index % 2 === 0 && existsSync(ledger)) {
      // Kills a sweep as well, because a sweep can also be interrupted.
      const killed = command(['sweep'], folder, environment)
      await sleep(200 + Math.random() * 500)
      killed.process.kill('SIGKILL')
      await killed.ended
    }
    const swept = await command(['sweep'], folder, environment).ended
    expect(swept.code, `${said}\n${swept.text}`).toBe(0)
    expect(existsSync(ledger)).toBe(false)
    await nothingLeft(`${said}\n${swept.text}`)
  }
  expect(interrupted.get('SIGKILL') ?? 0).toBeGreaterThan(0)
})
