// Floods the reference tenant with requests from unknown clients. The tenant must stay small and answer its
// own clients.
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sleep } from '../../src/base/clock.ts'
import { command } from '../bin.ts'

const megabytesMax = 300

const peakMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test.skipIf(process.platform !== 'linux')(
  'bodies and pipelined requests of strangers use no memory',
  async () => {
    const server = command(['serve'], mkdtempSync(join(tmpdir(), 'serve-')))
    const text = await server.until(/TENANT_PROFILE=.*\n/)
    const baseUrl = /TENANT_BASE_URL=(.*)/.exec(text)?.[1] ?? ''
    const { hostname, port } = new URL(baseUrl)
    const flood = (count: number, head: string, body: Buffer) =>
      Array.from({ length: count }, () => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(head)
          socket.write(body)
        })
        return socket.on('error', () => undefined).pause()
      })
    const post = (path: string): string =>
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n`
    const get = Buffer.from('GET /api/v2/keys/custom-signing HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50_000))
    const sockets = [
      ...flood(200, post('/api/v2/event-streams'), Buffer.alloc(990_000, 32)),
      ...flood(200, post('/oauth/token/'), Buffer.alloc(990_000, 32)),
      ...flood(20, '', get),
    ]
    await sleep(5_000)
    const peak = peakMegabytes(server.process.pid ?? 0)
    for (const socket of sockets) socket.destroy()
    await sleep(500)
    const { status } = await fetch(`${baseUrl}/keys/custom-signing`, {
      headers: { authorization: `Bearer ${/TENANT_ACCESS_TOKEN=(.*)/.exec(text)?.[1]}` },
    })
    server.process.kill()
    await server.ended
    expect(status).toBe(200)
    expect(peak).toBeGreaterThan(40)
    expect(peak).toBeLessThan(megabytesMax)
  },
)
