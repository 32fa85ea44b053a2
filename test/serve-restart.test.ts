// Tests `serve --state`. Waiting deliveries must continue after a restart.
// @module-tag whole
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sleep } from '../src/base/clock.ts'
import { packageRoot } from '../src/base/package-root.ts'
import { createAjv } from '../src/base/schemas/ajv.ts'
import type { StoredState } from '../src/tenant/index.ts'
import { command } from './bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'serve-restart-'))
afterAll(() => rmSync(folder, { recursive: true }))

const password = 'never-shown-4711'
const arriving = { timeout: 30_000 }

test.each(['SIGTERM', 'SIGKILL'] as const)('after %s', async (signal) => {
  const state = join(folder, `${signal}.json`)
  const kept = (): StoredState => JSON.parse(readFileSync(state, 'utf8')) as StoredState
  const credentials: (string | undefined)[] = []
  const events = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    events.add((JSON.parse(Buffer.concat(chunks).toString()) as { id: string }).id)
    credentials.push(request.headers.authorization)
    // The second attempt gets no response, because the server stops during this attempt.
    if (credentials.length !== 2) response.writeHead(500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const webhook_endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const serve = async () => {
    const started = command(['serve', '--state', state], folder)
    const text = await started.until(/# ready\n/)
    const printed = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
    return { ...started, baseUrl: printed('TENANT_BASE_URL'), token: printed('TENANT_ACCESS_TOKEN') }
  }
  const first = await serve()
  const post = async (path: string, body: unknown): Promise<void> => {
    const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' }
    const response = await fetch(first.baseUrl + path, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    })
    expect(response.ok).toBe(true)
  }
  const webhook_authorization = { method: 'basic', username: 'somebody', password }
  await post('/event-streams', {
    name: 'a',
    subscriptions: [{ event_type: 'user.created' }],
    destination: { type: 'webhook', configuration: { webhook_endpoint, webhook_authorization } },
  })
  await post('/events', { event_type: 'user.created' })
  await expect.poll(() => credentials.length, arriving).toBe(2)
  await expect.poll(() => kept().deliveries?.[0]?.tries, arriving).toBe(1)
  first.process.kill(signal)
  await first.ended
  const { deliveries = [], ...rest } = kept()
  expect(deliveries).toHaveLength(1)
  expect(deliveries[0]).toMatchObject({ tries: 1, due: expect.stringMatching(/Z$/) })
  // In the stored state, the stream contains the credential, but the deliveries do not.
  expect(JSON.stringify(rest)).toContain(password)
  expect(JSON.stringify(deliveries)).not.toContain(password)
  expect(statSync(state).mode & 0o777).toBe(0o600)
  const schema = readFileSync(join(packageRoot, 'schemas/meta/tenant-state.json'), 'utf8')
  expect(createAjv().validate(JSON.parse(schema), kept())).toBe(true)
  const second = await serve()
  // The tenant repeats the interrupted attempt.
  await expect.poll(() => credentials.length, arriving).toBe(5)
  await expect.poll(() => kept().deliveries, arriving).toBeUndefined()
  await sleep(600)
  second.process.kill()
  expect((await second.ended).code).toBe(0)
  server.closeAllConnections()
  server.close()
  expect(events.size).toBe(1)
  expect(credentials).toEqual(Array<string>(5).fill(`Basic ${btoa(`somebody:${password}`)}`))
})
