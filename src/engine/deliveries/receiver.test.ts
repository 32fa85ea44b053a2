// Tests the receiver with real sockets, including hostile senders.
import { request } from 'node:https'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { nowMs, sleep, tickMs } from '../../base/clock.ts'
import { ConfigurationError } from '../../base/error.ts'
import { Secret } from '../../base/secret.ts'
import { createAuthority } from '../../client/tokens/authority.testing.ts'
import { Receiver, type ReceiverLimits } from './receiver.ts'

const started: Receiver[] = []

const place = { host: '127.0.0.1', port: 0, url: null, setting: '--listen' }

async function start(limits: Partial<ReceiverLimits> = {}, url: string | null = null): Promise<Receiver> {
  const receiver = await Receiver.start({ ...place, url }, limits)
  started.push(receiver)
  return receiver
}

const post = (url: string, body: string): Promise<Response> => fetch(url, { method: 'POST', body })
const never = new AbortController().signal
const soon = (ms: number) => () => nowMs() + ms

afterEach(async () => {
  await Promise.all(started.splice(0).map((receiver) => receiver.close()))
})

test('each inbox gets the requests to its own address, with method, headers, body and time', async () => {
  const receiver = await start()
  const [a, b] = [receiver.open(), receiver.open()]
  expect(a.url).not.toBe(b.url)
  const before = nowMs()
  const answer = await fetch(a.url, {
    method: 'POST',
    body: '{"é":1}',
    headers: { authorization: 'Basic eA==' },
  })
  expect(answer.status).toBe(200)
  expect(b.deliveries).toEqual([])
  expect(a.deliveries).toMatchObject([
    { method: 'POST', headers: { authorization: 'Basic eA==' }, body: '{"é":1}', whole: true, status: 200 },
  ])
  expect(a.deliveries[0]?.receivedAtMs).toBeGreaterThanOrEqual(before)
  expect(receiver.inboxes.some(({ deliveries }) => deliveries.length > 0)).toBe(true)
})

test('an unknown address gets 404 and is counted; a probe of an inbox delivers nothing', async () => {
  const receiver = await start()
  const inbox = receiver.open()
  expect((await post(`${receiver.url}/guess`, 'x')).status).toBe(404)
  expect(receiver.strays).toEqual(['/guess'])
  const options = await fetch(inbox.url, { method: 'OPTIONS' })
  expect(options.headers.get('webhook-allowed-origin')).toBe('*')
  expect((await fetch(inbox.url)).status).toBe(200)
  expect(inbox.deliveries).toEqual([])
  expect(receiver.inboxes.some(({ deliveries }) => deliveries.length > 0)).toBe(false)
})

test('the address may differ from the listener’s, with a path before the name', async () => {
  const listening = await Receiver.start(place)
  started.push(listening)
  const { port } = new URL(listening.url)
  await listening.close()
  const receiver = await Receiver.start({
    ...place,
    port: Number(port),
    url: 'https://hooks.example/tenant',
  })
  started.push(receiver)
  const inbox = receiver.open()
  expect(inbox.url).toMatch(/^https:\/\/hooks\.example\/tenant\/[0-9a-f]{32}$/)
  const name = inbox.url.split('/').at(-1)
  await post(`http://127.0.0.1:${port}/${name}`, '1')
  await post(`http://127.0.0.1:${port}/tenant/${name}/?a=b`, '2')
  expect(inbox.deliveries.map(({ body }) => body)).toEqual(['1', '2'])
})

test('the receiver responds as configured: first an error, then slowly', async () => {
  const inbox = (await start()).open()
  inbox.answerWith((earlier) => (earlier < 2 ? { status: 503 } : { status: 202, delayMs: 80 }))
  expect((await post(inbox.url, '1')).status).toBe(503)
  expect((await post(inbox.url, '2')).status).toBe(503)
  const from = tickMs()
  expect((await post(inbox.url, '3')).status).toBe(202)
  expect(tickMs() - from).toBeGreaterThan(70)
  expect(inbox.deliveries.map(({ status }) => status)).toEqual([503, 503, 202])
})

test('waiting ends with the delivery, with the deadline, and with the signal', async () => {
  const inbox = (await start()).open()
  const waiting = inbox.first(({ body }) => body === 'wanted', soon(5_000), never)
  await post(inbox.url, 'other')
  await post(inbox.url, 'wanted')
  expect((await waiting)?.body).toBe('wanted')
  const deadline = nowMs() + 60
  expect(
    await inbox.first(
      ({ body }) => body === 'never',
      () => deadline,
      never,
    ),
  ).toBeNull()
  const stop = new AbortController()
  const stopped = inbox.first(() => false, soon(60_000), stop.signal)
  stop.abort()
  expect(await stopped).toBeNull()
})

test('time in which the process is suspended does not count as waiting', async () => {
  const inbox = (await start()).open()
  const until = nowMs() + 300
  const waiting = inbox.first(
    () => true,
    () => until,
    never,
  )
  const sent = sleep(50).then(() => {
    const posted = post(inbox.url, 'x')
    const from = tickMs()
    while (tickMs() - from < 800);
    return posted
  })
  expect((await waiting)?.body).toBe('x')
  await sent
})

test('one limit applies to each body, and another limit to all bodies together', async () => {
  const inbox = (await start({ bodyBytesMax: 10, keptBytesMax: 15 })).open()
  for (const body of ['0123456789', '0123456789abc', 'tail']) await post(inbox.url, body)
  expect(inbox.deliveries.map(({ body, whole }) => [body, whole])).toEqual([
    ['0123456789', true],
    ['01234', false],
    ['', false],
  ])
})

test.each<[string, Partial<ReceiverLimits>]>([
  ['deliveries', { deliveriesMax: 2 }],
  ['headers', { headerBytesMax: 600 }],
])('more %s than are stored get a response, and the inbox reports that', async (_, limits) => {
  const receiver = await start(limits)
  const [one, other] = [receiver.open(), receiver.open()]
  const headers = { 'x-padding': 'x'.repeat(100) }
  await fetch(one.url, { method: 'POST', body: '1', headers })
  expect(one.full).toBe(false)
  for (let further = 0; further < 4; further += 1)
    expect((await fetch(other.url, { method: 'POST', body: '2', headers })).status).toBe(200)
  expect(other.deliveries.length).toBeLessThan(4)
  expect([one.full, other.full]).toEqual([false, true])
})

test('beyond the limit of inboxes the oldest is dropped', async () => {
  const receiver = await start({ inboxesMax: 2 })
  const [first, , last] = [receiver.open(), receiver.open(), receiver.open()]
  expect(receiver.inboxes).toHaveLength(2)
  expect((await post(first.url, 'x')).status).toBe(404)
  expect((await post(last.url, 'x')).status).toBe(200)
})

test('an endless body is read up to the limit and still is a delivery', async () => {
  const inbox = (await start({ bodyBytesMax: 100, readBytesMax: 200_000 })).open()
  const { port, pathname } = new URL(inbox.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`)
  const pump = (): void => {
    while (!socket.destroyed && socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`));
  }
  socket.on('drain', pump)
  pump()
  expect(await inbox.first(() => true, soon(5_000), never)).toMatchObject({ whole: false, status: 200 })
  expect(inbox.deliveries[0]?.body.length).toBe(100)
  socket.destroy()
})

test('a request that is interrupted or never ends is no delivery and is closed', async () => {
  const receiver = await start({ headersMsMax: 100, requestMsMax: 200 })
  const inbox = receiver.open()
  const { port, pathname } = new URL(inbox.url)
  const closed: Promise<void>[] = []
  for (const text of [
    `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\nhalf`,
    `POST ${pathname} HTTP/1.1\r\nhos`,
    'nonsense\r\n\r\n',
  ]) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    closed.push(new Promise((resolve) => socket.on('close', () => resolve())))
    socket.write(text)
  }
  await Promise.all(closed)
  expect(inbox.deliveries).toEqual([])
  expect((await post(inbox.url, 'fine')).status).toBe(200)
})

test('closing immediately ends open connections and slow responses', async () => {
  const receiver = await start()
  const inbox = receiver.open()
  inbox.answerWith(() => ({ status: 200, delayMs: 60_000 }))
  const pending = post(inbox.url, 'x').then(
    () => 'answered',
    () => 'ended',
  )
  while (inbox.deliveries.length === 0) await sleep(5)
  await receiver.close()
  await pending
  await expect(post(inbox.url, 'x')).rejects.toThrow()
})

test('a port in use is reported as a setting that the user must change', async () => {
  const { port } = new URL((await start()).url)
  const second = Receiver.start({ ...place, port: Number(port) })
  await expect(second).rejects.toThrow(ConfigurationError)
  await expect(second).rejects.toThrow(/EADDRINUSE.*--listen/)
})

test('connections beyond the limit are closed immediately', async () => {
  const receiver = await start({ connectionsMax: 3 })
  let closed = 0
  const sockets = Array.from({ length: 5 }, () =>
    connect(Number(new URL(receiver.url).port), '127.0.0.1')
      .on('error', () => undefined)
      .on('close', () => {
        closed += 1
      })
      .resume(),
  )
  await expect.poll(() => closed, { timeout: 2_000 }).toBe(2)
  for (const socket of sockets) socket.destroy()
})

test.each(['127.0.0.1', '::1'])(
  'with TLS, the receiver at %s gets deliveries from senders that trust its certificate',
  async (host) => {
    const { issue, ca } = createAuthority()
    const { cert, key } = issue('receiver', 'IP:127.0.0.1,IP:::1')
    const tls = { certificate: cert, key: new Secret(key) }
    const receiver = await Receiver.start({ ...place, host, tls })
    started.push(receiver)
    const inbox = receiver.open()
    expect(inbox.url).toMatch(host === '::1' ? /^https:\/\/\[::1\]:/ : /^https:\/\/127\.0\.0\.1:/)
    const send = (trusted: string | undefined): Promise<number | string> =>
      new Promise((resolve) => {
        const options = { method: 'POST', agent: false, ...(trusted === undefined ? {} : { ca: trusted }) }
        request(inbox.url, options, (response) => resolve(response.resume().statusCode ?? 0))
          .on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code))
          .end('{}')
      })
    expect(await send(undefined)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    expect(inbox.deliveries).toEqual([])
    expect(await send(ca)).toBe(200)
    expect(inbox.deliveries.map(({ body }) => body)).toEqual(['{}'])
    const { port } = new URL(inbox.url)
    const plain = connect(Number(port), host)
    await new Promise((resolve) =>
      plain.on('error', resolve).on('close', resolve).resume().write('GET / HTTP/1.1\r\n\r\n'),
    )
    expect(await send(ca)).toBe(200)
  },
)
