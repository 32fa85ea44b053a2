// Tests a receiver behind a tunnel. The tunnel has another address than the receiver.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sleep } from '../../src/base/clock.ts'
import { conformance, type Report } from '../../src/index.ts'
import { startMock } from '../../src/mock/index.ts'
import { ask } from '../../src/mock/raw-request.testing.ts'
import { makeCertificate } from '../../src/mock/tls/certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'webhook-tunnel-'))
const at = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const { certificate, key, authority } = makeCertificate(['127.0.0.1', 'localhost'])
beforeAll(() => {
  writeFileSync(at('cert.pem'), certificate)
  writeFileSync(at('key.pem'), key)
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Tunnel {
  readonly port: number
  readonly count: () => number
}

/** Starts a tunnel that either decrypts TLS or passes the encrypted bytes on. */
async function tunnelTo(port: number, ends: boolean): Promise<Tunnel> {
  const open = new Set<Socket>()
  let count = 0
  const pass = (near: Socket): void => {
    count += 1
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
  const server: Server = ends ? createTlsServer({ cert: certificate, key }, pass) : createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, count: () => count }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const verdicts = ({ clauses }: Report): readonly string[] =>
  clauses
    .filter(({ id, verdict }) => id.startsWith('any.event-') && verdict !== 'out-of-scope')
    .map(({ id, verdict }) => `${id} ${verdict}`)

const only = [
  ...['any.event-authorization', 'any.event-delivered', 'any.event-disabled'],
  ...['any.event-not-subscribed', 'any.event-own-stream'],
]

// Other clients send events to these paths: the root, an inbox of an earlier run, and another hook.
const theirPaths = ['/', `/${'0'.repeat(32)}`, '/hooks/events']
const theirEvent = JSON.stringify({ specversion: '1.0', type: 'user.created', id: 'evt_of_somebody_else' })

/** Sends events to these paths until `isOver` aborts. Returns the statuses of the responses. */
async function bother(url: string, isOver: AbortSignal): Promise<readonly number[]> {
  const statuses: number[] = []
  while (!isOver.aborted) {
    for (const path of theirPaths)
      await ask(url + path, { method: 'POST', body: theirEvent, ca: authority }).then(
        ({ status }) => statuses.push(status),
        () => undefined,
      )
    await sleep(50, isOver)
  }
  return statuses
}

/**
 * Runs while other clients send events through the tunnel.
 * @param ends whether the tunnel decrypts TLS
 * @param trusts whether the tenant trusts the certificate
 */
async function run(ends: boolean, trusts: boolean, clauses: readonly string[]) {
  const port = await freePort()
  const tunnel = await tunnelTo(port, ends)
  const url = `https://localhost:${tunnel.port}`
  const mock = await startMock({
    ...{ port: 0, faults: [], onMessage: () => undefined, like: 'auth0', tls: true },
    ...(trusts ? { deliverCa: authority } : {}),
  })
  closing.push(() => mock.close())
  const over = new AbortController()
  const bothering = bother(url, over.signal)
  const report = await conformance({
    depth: 'default',
    environment: { ...mock.environment, TENANT_WEBHOOK_URL: `${url}/hooks` },
    webhookListen: `127.0.0.1:${port}`,
    ...(ends ? {} : { webhookCert: at('cert.pem'), webhookKey: at('key.pem') }),
    ...{ only: clauses, seed: 1, examples: 1 },
  })
  over.abort()
  return { report, tunnel, statuses: await bothering, deliveries: mock.tenant.inspect().deliveries }
}

test.each([
  ['ends TLS before a receiver in the clear', true],
  ['passes on TLS that the receiver ends', false],
])('through a tunnel that %s everything works, and foreign events do not count', async (_, ends) => {
  const { report, tunnel, statuses, deliveries } = await run(ends, true, only)
  expect(verdicts(report)).toEqual(only.map((id) => `${id} pass`))
  for (const { url } of deliveries)
    expect(url).toMatch(new RegExp(`^https://localhost:${tunnel.port}/hooks/[0-9a-f]{32}$`))
  expect(tunnel.count()).toBeGreaterThanOrEqual(deliveries.length + statuses.length)
  expect(statuses.length).toBeGreaterThan(3)
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(JSON.stringify(report)).not.toContain('evt_of_somebody_else')
})

test('foreign events alone pass nothing', async () => {
  const { report, statuses } = await run(true, false, ['any.event-delivered'])
  expect(verdicts(report)).toEqual(['any.event-delivered inconclusive'])
  expect(new Set(statuses)).toEqual(new Set([404]))
})
