// Tests the deliveries of a contract that is not the shipped one. An adapter describes the deliveries.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { conformance, type Report } from '../../src/index.ts'
import { alarmContract, alarmProfile } from '../contracts/alarm-contract.ts'
import { contract as shelves } from '../contracts/check-shelves.ts'
import { startShelves } from '../contracts/shelf-server.ts'

interface Alarm {
  readonly id: string
  readonly sounds: readonly string[]
  readonly target: string
}

type Fault = 'second-alarm-mute' | 'every-sound'

async function startAlarms(
  fault?: Fault,
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const alarms = new Map<string, Alarm>()
  const rung = new Set<string>()
  const ring = async ({ id, sounds, target }: Alarm, sound: string): Promise<void> => {
    rung.add(id)
    if (fault === 'second-alarm-mute' && !sounds.includes('horn') && rung.size % 2 === 0) return
    if (fault !== 'every-sound' && !sounds.includes(sound)) return
    await fetch(target, { method: 'POST', body: JSON.stringify({ alarm: id, sound }) }).catch(() => undefined)
  }
  const answerTo = async (request: IncomingMessage): Promise<readonly [number, unknown?]> => {
    const [, , id = '', action] = (request.url ?? '').split('/')
    const body = (request.method === 'POST' ? await json(request).catch(() => null) : null) as Alarm | null
    const alarm = alarms.get(id)
    if (request.method === 'POST' && id === '') {
      if (body === null || !Array.isArray(body.sounds)) return [400, {}]
      const made = { ...body, id: `alarm-${alarms.size + 1}` }
      alarms.set(made.id, made)
      return [201, made]
    }
    if (alarm === undefined) return [404, {}]
    if (action === 'ring') {
      void ring(alarm, (body as unknown as { sound: string }).sound)
      return [202, {}]
    }
    if (request.method !== 'DELETE') return [200, alarm]
    alarms.delete(id)
    return [204]
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await answerTo(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const contract = alarmContract()

async function check(fault?: Fault, rest: Parameters<typeof conformance>[0] = {}): Promise<Report> {
  const server = await startAlarms(fault)
  try {
    return await conformance({
      depth: 'default',
      ...{ contract, profile: alarmProfile, baseUrl: server.baseUrl, environment: {}, seed: 1 },
      only: ['any.rings'],
      ...rest,
    })
  } finally {
    await server.close()
  }
}

const judged = ({ clauses }: Report): Record<string, string> =>
  Object.fromEntries(
    clauses.filter(({ id }) => id.startsWith('any.rings')).map(({ id, verdict }) => [id, verdict]),
  )

test('ringing alarms pass, and deliveries answer the open points of their kind', async () => {
  const report = await check()
  expect(judged(report)).toEqual({ 'any.rings': 'pass', 'any.rings-as-set': 'pass' })
  expect(report.clauses.find(({ id }) => id === 'any.rings')?.evidence).toBe(1)
  expect(report.openPoints.map(({ id, answer }) => [id, answer])).toEqual([
    ['how-late', 'within 5 s'],
    ['how-often', { after: 500, waitsMs: [], seenToItsEnd: true }],
  ])
  expect(report.resources.leaked).toEqual([])
})

test.concurrent.each<[Fault, string]>([
  ['second-alarm-mute', 'any.rings'],
  ['every-sound', 'any.rings-as-set'],
])('%s fails %s and nothing else', async (fault, clause) => {
  const report = await check(fault)
  expect(judged(report)).toEqual({ 'any.rings': 'pass', 'any.rings-as-set': 'pass', [clause]: 'fail' })
})

test('without the fixture that rings, the clauses are not run, and the reason says what to declare', async () => {
  const report = await check(undefined, { profile: { name: 'mute' } })
  expect(judged(report)).toEqual({ 'any.rings': 'not-run', 'any.rings-as-set': 'not-run' })
  expect(report.clauses.map(({ reason }) => reason).join()).toMatch(/declare fixtures\.ring in the profile/)
})

test('a contract without deliveries starts no receiver, so a used port does not matter', async () => {
  const [taken, server] = [createServer(), await startShelves()]
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const webhookListen = `127.0.0.1:${(taken.address() as AddressInfo).port}`
  try {
    const { baseUrl } = server
    const options = { environment: {}, seed: 1, examples: 0, webhookListen }
    const report = await conformance({
      depth: 'default',
      contract: shelves,
      baseUrl,
      only: ['shelves.get'],
      ...options,
    })
    expect(report.summary.error).toBe(0)
    expect(report.summary.pass).toBeGreaterThan(0)
    await expect(check(undefined, { webhookListen })).rejects.toThrow(/can't listen on .*--webhook-listen/)
  } finally {
    taken.close()
    await server.close()
  }
})
