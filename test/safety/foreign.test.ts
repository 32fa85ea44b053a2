// Tests that the run changes no resource of other clients, for any response of a tenant.
// @module-tag whole
import { afterEach, describe, expect, test } from 'vitest'
import type { Tenant } from '../../src/index.ts'
import { check, inhabited, kept, leavesAll, streamOf, styles } from './foreign.ts'
import { proxied, type Tamper } from './tampering.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('with counted ids, all foreign resources stay unchanged, and nothing is added', async () => {
  await leavesAll(await inhabited(styles.counted as (typeof styles)[string], closing), {
    writes: 'destructive',
  })
})

const counted = styles.counted as (typeof styles)[string]

// These clauses are few, but together they send all kinds of requests.
const only = { profile: 'reference', only: ['event-streams'], examples: 0 } as const

describe('a creation that is answered with', () => {
  const created = (method: string, path: string, status: number): boolean =>
    method === 'POST' && path === '/event-streams' && status === 201

  test.each<[string, (tenant: Tenant) => Tamper]>([
    [
      'somebody else’s stream',
      (tenant) => {
        const [foreign] = tenant.inspect().streams
        const shown = { ...streamOf(foreign?.name ?? ''), id: foreign?.id ?? '', status: 'enabled' }
        return ({ method, path, status }) =>
          created(method, path, status)
            ? { ...shown, created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' }
            : null
      },
    ],
    [
      'what was sent, and somebody else’s id',
      (tenant) => {
        const [foreign] = tenant.inspect().streams
        return ({ method, path, status, body }) =>
          created(method, path, status) ? { ...body, id: foreign?.id ?? '' } : null
      },
    ],
  ])('%s: it is neither changed nor removed, and the run ends soon', async (_, tamperFor) => {
    const tenant = await inhabited(counted, closing)
    const foreign = kept(tenant)
    const { baseUrl } = await proxied(tenant, tamperFor(tenant), closing)
    const report = await check(tenant, { ...only, baseUrl, authUrl: tenant.authUrl })
    const left = kept(tenant)
    for (const stream of foreign.streams) expect(left.streams).toContainEqual(stream)
    expect(left.policies).toEqual(foreign.policies)
    expect(left.templates).toEqual(foreign.templates)
    expect(report.outcome).not.toBe('conformant')
    expect(report.notes.join()).toMatch(/may belong to another client/)
  })

  test.each(
    ['..', '.', 'a/b', '?x=1', '', 'x'.repeat(10_000), 'line\nfeed'].map((id) => [
      JSON.stringify(id).slice(0, 20),
      id,
    ]),
  )('the id %s: no path contains it, and the run reports it', async (_, id) => {
    const tenant = await inhabited(counted, closing)
    const foreign = kept(tenant)
    const { baseUrl, asked } = await proxied(
      tenant,
      ({ method, path, status, body }) => (created(method, path, status) ? { ...body, id } : null),
      closing,
    )
    const report = await check(tenant, { ...only, baseUrl, authUrl: tenant.authUrl })
    expect(asked.filter((one) => !/^\w+ \/(?:api\/v2|oauth)\/[\w/%-]+(?:\?[\w=&-]*)?$/.test(one))).toEqual([])
    expect(asked.filter((one) => id.length > 3 && one.includes(encodeURIComponent(id)))).toEqual([])
    const left = kept(tenant)
    for (const stream of foreign.streams) expect(left.streams).toContainEqual(stream)
    expect(left.policies).toEqual(foreign.policies)
    // Only a few streams are left, because the run finds its own streams in the list.
    expect(left.streams.length - foreign.streams.length).toBeLessThanOrEqual(5)
    expect(report.notes.join()).toContain('the id is unusable')
  })
})
