// After a 429, all requests pause. Then a single request goes first.
import { expect, test } from 'vitest'
import { nowMs, tickMs } from '../../base/clock.ts'
import type { Exchange } from '../../base/exchange.ts'
import { clientFor, get, post, serve } from '../wire/loopback.testing.ts'

test('all requests wait until the tenant says so, then go out again', async () => {
  const arrivals: number[] = []
  let opensAtMs = 0
  const base = await serve((_, response) => {
    arrivals.push(nowMs())
    if (opensAtMs === 0) opensAtMs = nowMs() + 300
    // The client sends these four requests before the first response arrives.
    const refused = arrivals.length <= 4
    response.writeHead(refused ? 429 : 200, { 'x-ratelimit-reset': `${opensAtMs}` }).end()
  })
  const reported: Exchange[] = []
  const client = clientFor(base, { concurrency: 4, onExchange: (exchange) => reported.push(exchange) })
  const fromTick = tickMs()
  const exchanges = await Promise.all(Array.from({ length: 10 }, () => client.send(post)))
  const tookMs = tickMs() - fromTick
  expect(exchanges.map((exchange) => exchange.response?.status)).toEqual(Array(10).fill(200))
  for (const at of arrivals.slice(4)) expect(at).toBeGreaterThanOrEqual(opensAtMs - 1)
  expect(client.rateLimited()).toHaveLength(4)
  expect(reported).toHaveLength(14)
  expect(client.traffic()).toMatchObject({
    requests: 14,
    writes: 14,
    rateLimited: 4,
    byStatus: { 200: 10, 429: 4 },
  })
  expect(client.traffic().waitedMs).toBeGreaterThan(0)
  expect(client.traffic().waitedMs).toBeLessThanOrEqual(Math.ceil(tookMs))
})

test('a request without retries returns its 429, and the others still wait', async () => {
  let seen = 0
  const base = await serve((_, response) => {
    seen += 1
    response.writeHead(seen === 1 ? 429 : 200, { 'retry-after': '0.2' }).end()
  })
  const client = clientFor(base)
  expect((await client.send({ ...get, retryOnRateLimit: false })).response?.status).toBe(429)
  const startedAt = tickMs()
  expect((await client.send(get)).response?.status).toBe(200)
  expect(tickMs() - startedAt).toBeGreaterThan(150)
})

test('without a reset time each refusal doubles the wait, and the client gives up after eight', async () => {
  const arrivals: number[] = []
  const base = await serve((_, response) => {
    arrivals.push(tickMs())
    response.writeHead(429).end()
  })
  await clientFor(base, { requestsMax: 3 }).send(get)
  const [first = 0, second = 0, third = 0] = arrivals
  expect(second - first).toBeGreaterThan(240)
  expect(third - second).toBeGreaterThan(490)
  const client = clientFor(base, { waits: { pauseMsMax: 20 } })
  expect((await client.send(get)).response?.status).toBe(429)
  expect(client.traffic().requests).toBe(9)
})

test('a wait is capped; a spent budget or a stop during the wait returns the 429', async () => {
  const base = await serve((_, response) => response.writeHead(429, { 'retry-after': '99999' }).end())
  const capped = clientFor(base, { waits: { pauseMsMax: 50 }, requestsMax: 2 })
  expect(await capped.send(get)).toMatchObject({ id: 2, response: { status: 429 } })
  const stop = new AbortController()
  const stopped = clientFor(base, {
    signal: stop.signal,
    onExchange: () => void setTimeout(() => stop.abort(), 50),
  })
  expect(await stopped.send(get)).toMatchObject({ id: 1, response: { status: 429 } })
})

/** Serves a token bucket, with the headers of part 8 of the specification. */
function bucket(burst: number, perSecond: number) {
  let tokens = burst
  let filledAt = nowMs()
  return (): { status: number; headers: Record<string, string> } => {
    tokens = Math.min(burst, tokens + ((nowMs() - filledAt) / 1000) * perSecond)
    filledAt = nowMs()
    const status = tokens >= 1 ? 200 : 429
    if (status === 200) tokens -= 1
    const nextMs = nowMs() + Math.max(0, ((1 - tokens) / perSecond) * 1000)
    const told = {
      'x-ratelimit-limit': `${burst}`,
      'x-ratelimit-remaining': `${Math.floor(tokens)}`,
      'x-ratelimit-reset': `${Math.ceil(nextMs)}`,
    }
    return { status, headers: told }
  }
}

test('a token bucket that reports its state serves every request', async () => {
  const take = bucket(10, 50)
  const base = await serve((_, response) => {
    const { status, headers } = take()
    response.writeHead(status, headers).end()
  })
  const client = clientFor(base, { concurrency: 8 })
  const exchanges = await Promise.all(Array.from({ length: 60 }, () => client.send(get)))
  expect(exchanges.every((exchange) => exchange.response?.status === 200)).toBe(true)
})

test('does not wait for a tenant that reports "none left" but refuses nothing', async () => {
  const base = await serve((_, response) =>
    response.writeHead(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2' }).end(),
  )
  const client = clientFor(base)
  await Promise.all(Array.from({ length: 20 }, () => client.send(get)))
  expect(client.traffic().waitedMs).toBe(0)
})

const short = { pauseMsMax: 60, inVainMsMax: 200, runMsMax: 10_000, cleanUpMsMax: 100 }

test.each([
  ['without headers', {}],
  ['with a Retry-After that can be waited for', { 'retry-after': '0.1' }],
])(
  '429 for ever %s is waited for as long as is allowed, then told and not tried again',
  async (_, headers) => {
    let seen = 0
    const base = await serve((_request, response) => {
      seen += 1
      response.writeHead(429, headers).end()
    })
    const client = clientFor(base, { waits: short })
    const exchanges = await Promise.all(Array.from({ length: 20 }, () => client.send(get)))
    expect(client.traffic().waitedMs).toBeGreaterThan(150)
    expect(client.waitedOut).toBe(true)
    expect(exchanges.some((exchange) => exchange.response?.status === 429)).toBe(true)
    const sent = seen
    const later = await client.send(get)
    expect(later).toMatchObject({ id: 0, response: null, failure: { kind: 'budget' } })
    expect(later.failure?.message).toMatch(
      /^The tenant returned only 429 for longer than a run waits: .*--rate\.$/,
    )
    expect(seen).toBe(sent)
  },
)

test('a 429 with a wait of years ends all waiting requests at once, and the reason names the wait', async () => {
  let seen = 0
  const base = await serve((_request, response) => {
    seen += 1
    response.writeHead(429, { 'retry-after': '1000000000' }).end()
  })
  const client = clientFor(base, { concurrency: 2 })
  await Promise.all(Array.from({ length: 20 }, () => client.send(get)))
  expect(client.waitedOut).toBe(true)
  expect(client.traffic().waitedMs).toBeLessThan(5_000)
  expect(seen).toBeLessThan(10)
  expect(client.waitedOutReason).toBe(
    'the tenant returned 429 and asks to wait 11575 days, which is longer than this run may wait: run again after that',
  )
  expect((await client.send(get)).failure).toMatchObject({ kind: 'budget' })
  // Requests of the clean-up do not wait either.
  await client.send({ ...get, cleanUp: true })
  expect(client.traffic().waitedMs).toBeLessThan(8_000)
})

test('a wrong wait of years ends nothing', async () => {
  let seen = 0
  const base = await serve((_, response) => {
    seen += 1
    response.writeHead(seen % 3 === 0 ? 200 : 429, { 'x-ratelimit-reset': '99999999' }).end()
  })
  const client = clientFor(base)
  for (let index = 0; index < 3; index += 1) expect((await client.send(get)).response?.status).toBe(200)
  expect(client.waitedOut).toBe(false)
})

test('a wait of years for one operation ends no other operation', async () => {
  const base = await serve((request, response) =>
    response
      .writeHead(
        request.method === 'POST' ? 429 : 200,
        request.method === 'POST' ? { 'retry-after': '99999' } : {},
      )
      .end(),
  )
  const client = clientFor(base, { concurrency: 2 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      client.send(index % 2 === 0 ? { ...post, operation: 'create' } : get),
    ),
  )
  expect(client.waitedOut).toBe(false)
  expect(answers.filter(({ response }) => response?.status === 200)).toHaveLength(6)
})

test('a dispensable call returns its 429, and the others continue', async () => {
  const base = await serve((request, response) =>
    response.writeHead(request.url === '/token' ? 429 : 200, { 'retry-after': '3600' }).end(),
  )
  const client = clientFor(base)
  const token = { ...post, path: `${base}/token`, dispensable: true }
  for (let index = 0; index < 4; index += 1) expect((await client.send(token)).response?.status).toBe(429)
  expect((await client.send(get)).response?.status).toBe(200)
  expect(client.traffic()).toMatchObject({ requests: 5, waitedMs: 0 })
})

test('no wait begins that ends after the run', async () => {
  const base = await serve((_, response) => response.writeHead(429, { 'retry-after': '30' }).end())
  const client = clientFor(base, { timeLeftMs: () => 10_000 })
  await client.send(get)
  expect(client.waitedOut).toBe(true)
  expect(client.traffic().waitedMs).toBeLessThan(5_000)
  expect(client.waitedOutReason).toContain('asks to wait 30 seconds')
})

test('clean-up has its own wait limit after the checks gave up', async () => {
  let open = false
  const base = await serve((_, response) => response.writeHead(open ? 200 : 429).end())
  const client = clientFor(base, { waits: { ...short, cleanUpMsMax: 2_000 } })
  await client.send(get)
  expect(client.waitedOut).toBe(true)
  setTimeout(() => {
    open = true
  }, 100)
  expect((await client.send({ ...get, cleanUp: true })).response?.status).toBe(200)
  open = false
  const shortly = clientFor(base, { waits: short })
  await shortly.send({ ...get, cleanUp: true })
  await shortly.send({ ...get, cleanUp: true })
  expect((await shortly.send({ ...get, cleanUp: true })).failure?.kind).toBe('budget')
})

test('pauses between served requests count only towards the limit of the run', async () => {
  let seen = 0
  const base = await serve((_, response) => {
    seen += 1
    response.writeHead(seen % 2 === 0 ? 200 : 429, { 'retry-after': '0.05' }).end()
  })
  const patient = clientFor(base, { waits: { ...short, inVainMsMax: 100 } })
  for (let index = 0; index < 5; index += 1) expect((await patient.send(get)).response?.status).toBe(200)
  expect(patient.waitedOut).toBe(false)
  const hurried = clientFor(base, { waits: { ...short, inVainMsMax: 100, runMsMax: 150 } })
  for (let index = 0; index < 5; index += 1) await hurried.send(get)
  expect(hurried.waitedOut).toBe(true)
})
