// Tests sweeps with a contract without suites.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepLedger } from '../../src/engine/index.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'
import { contract } from './check-shelves.ts'
import { startShelves } from './shelf-server.ts'

test('a sweep reports no resource below a removed parent as left, whether it was created or not, and restores the singleton', async () => {
  const server = await startShelves()
  const folder = mkdtempSync(join(tmpdir(), 'tc-'))
  try {
    const marker = 'tc-0000abcd'
    const post = async (path: string, body: unknown): Promise<string> => {
      const response = await fetch(`${server.baseUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })
      return ((await response.json()) as { readonly id: string }).id
    }
    const before = server.held().sign
    const shelf = await post('/shelves', { label: `${marker} 1` })
    await post(`/shelves/${shelf}/books`, { title: `${marker} 2`, pages: 1, isbn: '0000000000' })
    await fetch(`${server.baseUrl}/sign`, { method: 'PUT', body: JSON.stringify({ text: `${marker} 3` }) })
    const { baseUrl } = server
    const entries = [
      {
        entry: 'run',
        version: 1,
        marker,
        baseUrl,
        authUrl: baseUrl,
        tokenUrl: baseUrl,
        audience: '',
        embedded: false,
        profile: null,
        fixtures: {},
      },
      { entry: 'intent', number: 1, kind: 'shelf', name: `${marker} 1` },
      { entry: 'created', number: 1, kind: 'shelf', id: shelf },
      { entry: 'intent', number: 2, kind: 'book', name: `${marker} 2` },
      { entry: 'saved', kind: 'sign', original: before },
    ]
    const file = join(folder, 'ledger.jsonl')
    writeFileSync(file, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`)
    const told: string[] = []
    const result = await sweepLedger(file, {
      configure: () =>
        resolveSettings({ contract, baseUrl, writes: 'destructive', reportDir: folder }, {}, false),
      tell: (became, kind) => told.push(`${became} ${kind}`),
      note: () => undefined,
    })
    expect(result).toMatchObject({ found: 'run', left: [] })
    expect(told).toEqual(['removed shelf', 'was not made book'])
    expect(server.held()).toEqual({ shelves: ['theirs'], books: [], sign: before })
    expect(existsSync(file)).toBe(false)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})
