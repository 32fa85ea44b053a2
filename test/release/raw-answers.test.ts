// Sends thousands of valid and broken responses. A run must not crash and must not hang. It must not pass a
// clause without evidence.
import { createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SecretMask } from '../../src/base/secret-mask.ts'
import { type Client, createClient } from '../../src/client/index.ts'
import { conformance, type Report, startTenant } from '../../src/index.ts'
import { type Passage, passOn, startFaultProxy } from '../fault-proxy.ts'
import { anyAnswer, brokenAnswer, validAnswer } from '../raw-answer.ts'

/** The number of responses for each property, and the number of complete runs. */
const [rawAnswers, rawRuns] = [2_000, 4]
const timeoutMs = 1_000

let next: Buffer = Buffer.alloc(0)
let staysOpen = false
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined))
  socket.on('close', () => sockets.delete(socket))
  // Sends the response in two halves, because a real response can also arrive in parts.
  socket.on('data', () => {
    socket.write(next.subarray(0, next.length >> 1))
    socket.write(next.subarray(next.length >> 1))
    if (!staysOpen) socket.end()
  })
})
let client: Client
let impatient: Client
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const options = { baseUrl: `http://127.0.0.1:${port}`, mask: new SecretMask() }
  client = createClient({ ...options, timeoutMs })
  impatient = createClient({ ...options, timeoutMs: 50 })
})
afterAll(async () => {
  await Promise.all([client.close(), impatient.close()])
  for (const socket of sockets) socket.destroy()
  server.close()
})

const read = (bytes: Buffer, open = false) => {
  next = bytes
  staysOpen = open
  const call = { method: 'POST', path: '/x', principal: 'none', operation: 'test', writes: true }
  return (open ? impatient : client).send({ ...call, retryOnRateLimit: false })
}
const cases = { numRuns: rawAnswers }

test(`reads ${rawAnswers} valid responses correctly`, async () => {
  const property = fc.asyncProperty(validAnswer, async ({ bytes, status, body }) => {
    const { response, failure } = await read(bytes)
    expect(failure).toBeNull()
    expect([response?.status, response?.body]).toEqual([status, body])
  })
  await fc.assert(property, cases)
})

test(`${rawAnswers} broken responses are no responses, and say why`, async () => {
  const property = fc.asyncProperty(brokenAnswer, async (bytes) => {
    const { response, failure } = await read(bytes)
    expect(response).toBeNull()
    expect(['closed', 'malformed', 'too-large']).toContain(failure?.kind)
    expect(failure?.message).toMatch(/^The tenant.*: .*\.$/s)
  })
  await fc.assert(property, cases)
})

test(`${rawAnswers} responses of any kind end in time, as a response or as a failure`, async () => {
  const property = fc.asyncProperty(anyAnswer, async (bytes) => {
    const { response, failure, durationMs } = await read(bytes)
    expect((response === null) !== (failure === null)).toBe(true)
    expect(durationMs).toBeLessThan(2 * timeoutMs)
  })
  await fc.assert(property, cases)
})

test('does not wait beyond the time limit for broken responses on open connections', async () => {
  const property = fc.asyncProperty(brokenAnswer, async (bytes) => {
    const { response, failure, durationMs } = await read(bytes, true)
    expect(response).toBeNull()
    expect(['timeout', 'closed', 'malformed', 'too-large']).toContain(failure?.kind)
    expect(durationMs).toBeLessThan(timeoutMs)
  })
  await fc.assert(property, { numRuns: 50 })
})

const seeds = Array.from({ length: rawRuns }, (_, index) => index + 1)

/** Returns the failed clauses with their reasons. */
const blamed = ({ clauses }: Report): readonly string[] =>
  clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ id, reason, failures }) => [id, reason, ...failures.map(({ message }) => message)].join(' · '))

/** Runs against a tenant behind a proxy that answers some requests itself. */
const runBetween = async (
  seed: number,
  answers: readonly Buffer[],
  answersItself: (passage: Passage) => boolean,
  only: readonly string[] = ['event-streams.', 'custom-signing-keys.', 'phone-templates.'],
) => {
  const tenant = await startTenant()
  const proxy = await startFaultProxy(tenant.baseUrl, (passage) =>
    answersItself(passage)
      ? async ({ number, write, socket }) => {
          await write(answers[number % answers.length] ?? '')
          socket.end()
        }
      : passOn,
  )
  const environment = {
    ...tenant.environment,
    TENANT_BASE_URL: proxy.baseUrl,
    TENANT_AUTH_URL: tenant.authUrl,
  }
  const report = await conformance({ depth: 'default', environment, examples: 1, seed, timeoutMs, only })
  await proxy.close()
  const streamsLeft = tenant.inspect().streams.length
  await tenant.close()
  return { report, streamsLeft, faults: proxy.faults }
}

test.each(seeds)('a run that gets only broken responses passes nothing (%i)', async (seed) => {
  const answers = fc.sample(brokenAnswer, { seed, numRuns: 200 })
  const { report } = await runBetween(seed, answers, () => true, [])
  // Clauses of the token endpoint may pass, because the real tenant answers these requests.
  const passed = report.clauses.filter(({ id, verdict }) => verdict === 'pass' && !id.startsWith('any.'))
  expect(passed.map(({ id }) => id)).toEqual([])
  expect(report.summary.error).toBe(0)
  expect(report.outcome).not.toBe('conformant')
})

test.each(seeds)('a run that sometimes gets broken responses fails no clause (%i)', async (seed) => {
  const answers = fc.sample(brokenAnswer, { seed, numRuns: 200 })
  // Skips HEAD requests, because their responses have no body that could be broken.
  const at = ({ number, method }: Passage): boolean => number >= 20 && number % 9 === 0 && method !== 'HEAD'
  const { report, streamsLeft, faults } = await runBetween(seed, answers, at)
  expect(faults).toBeGreaterThan(20)
  expect(blamed(report)).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(20)
  expect(streamsLeft).toBeLessThanOrEqual(report.resources.leaked.length)
})

test.each(seeds)(
  'a run that gets responses of any kind ends without an internal error (%i)',
  async (seed) => {
    const answers = fc.sample(anyAnswer, { seed, numRuns: 500 })
    const at = ({ number }: Passage): boolean => number >= 20 && number % 3 === 0
    const { report, streamsLeft } = await runBetween(seed, answers, at)
    expect(report.summary.error).toBe(0)
    expect(report.outcome).not.toBe('conformant')
    expect(streamsLeft).toBeLessThanOrEqual(report.resources.leaked.length)
  },
)
