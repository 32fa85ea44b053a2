// Makes the ledger and the resources that a killed run leaves, for the tests of a sweep.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { ledgerFileIn, type SweepResult, sweepLedger } from '../../src/engine/index.ts'
import { startTenant, type Tenant } from '../../src/index.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'
import { give, pass, textOf } from '../forward.ts'

export const marker = 'tc-0123abcd'
export const templatesPath = '/guardian/factors/phone/templates'
export const ours = { enrollment_message: 'Ours: {{code}}', verification_message: '{{code}}, ours' }
export const ofRun = {
  enrollment_message: `${marker} 1: {{code}}`,
  verification_message: `${marker} 1: {{code}}`,
}

/** Each test sets these values at its start. */
export const bench = { folder: '', file: '' } as { folder: string; file: string; tenant: Tenant }
const closing: (() => Promise<unknown>)[] = []

/** Starts a tenant for each test. Its templates belong to another client. */
export function eachWithTenant(): void {
  beforeEach(async () => {
    bench.folder = mkdtempSync(join(tmpdir(), 'sweep-'))
    bench.file = ledgerFileIn(bench.folder)
    bench.tenant = await startTenant()
    await ask('PUT', templatesPath, ours)
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await bench.tenant.close()
    rmSync(bench.folder, { recursive: true })
  })
}

export const ask = async (method: string, path: string, body: Json): Promise<string> => {
  const headers = {
    authorization: `Bearer ${bench.tenant.environment.TENANT_ACCESS_TOKEN}`,
    'content-type': 'application/json',
  }
  const response = await fetch(`${bench.tenant.baseUrl}${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  return String(((await response.json()) as JsonObject).id)
}
export const stream = (name: string): Promise<string> =>
  ask('POST', '/event-streams', {
    name,
    subscriptions: [{ event_type: 'user.created' }],
    destination: {
      type: 'webhook',
      configuration: { webhook_endpoint: 'https://somebody.tenant.example/events' },
    },
  })
export const policy = (name: string): Promise<string> =>
  ask('POST', '/rate-limit-policies', { name, limit: 10 })

export const ledger = (...entries: readonly JsonObject[]): void => {
  const first = {
    entry: 'run',
    version: 1,
    marker,
    baseUrl: bench.tenant.baseUrl,
    authUrl: bench.tenant.authUrl,
    tokenUrl: `${bench.tenant.authUrl}/oauth/token/`,
    audience: '/api/v2/',
    embedded: false,
    profile: 'reference',
    fixtures: {},
  }
  writeFileSync(bench.file, [first, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}
export const intended = (number: number, kind: string, name: string): JsonObject => ({
  entry: 'intent',
  number,
  kind,
  name,
})
export const created = (number: number, kind: string, id: string): JsonObject => ({
  entry: 'created',
  number,
  kind,
  id,
})

export interface Swept {
  readonly told: readonly string[]
  readonly notes: readonly string[]
  readonly left: readonly string[]
  readonly found: SweepResult['found']
}

export const sweep = async (baseUrl = bench.tenant.baseUrl): Promise<Swept> => {
  const told: string[] = []
  const notes: string[] = []
  const result = await sweepLedger(bench.file, {
    configure: () =>
      resolveSettings({ baseUrl, authUrl: bench.tenant.authUrl }, bench.tenant.environment, false),
    tell: (became, _kind, id) => told.push(`${became} ${id}`),
    note: (message) => notes.push(message),
  })
  const left = result.found === 'run' ? result.left.map(({ id, reason }) => `${id}: ${reason}`) : []
  return { told, notes, left, found: result.found }
}

/** Starts a proxy that answers some requests itself. */
export const between = async (answer: (method: string) => number | undefined): Promise<string> => {
  const proxy = createServer(async (request, response) => {
    const { method = '', url = '', rawHeaders } = request
    const body = await textOf(request)
    const own = answer(method)
    if (own !== undefined) return response.writeHead(own).end()
    give(response, await pass(bench.tenant.authUrl, { method, path: url, headers: rawHeaders, body }))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v2`
}

export const streamsThere = (): number => bench.tenant.inspect().streams.length
