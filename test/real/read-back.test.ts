// Tests that a read returns the values that the run sent.
// @module-tag whole
import { expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'
import { type Passage, passOn, startFaultProxy } from '../fault-proxy.ts'

test('the run judges a tenant that keeps unknown members completely, and leaves nothing', async () => {
  const variation = { unknownMembers: 'kept' } as const
  const tenant = await startTenant({ variation })
  try {
    const ids = ['event-streams.*.strange-request', 'event-streams.*.accepts']
    const report = await conformance({ environment: tenant.environment, only: ids, seed: 7, depth: 'deep' })
    const open = report.clauses.filter(
      ({ verdict }) => !['pass', 'not-applicable', 'out-of-scope'].includes(verdict),
    )
    expect(open.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(open.filter(({ reason }) => /returns more than/.test(reason))).toEqual([])
    expect(report.resources.leaked).toEqual([])
    expect(tenant.inspect().streams).toEqual([])
    const strange = report.clauses.find(({ id }) => id === 'event-streams.create.strange-request')
    expect(strange?.verdict).toBe('pass')
  } finally {
    await tenant.close()
  }
})

test('a late read after two parallel replacements is no failure', async () => {
  const tenant = await startTenant()
  const lagMs = 400
  const stored: { readonly atMs: number; readonly body: string }[] = []
  const lagging = async (passage: Passage): Promise<unknown> => {
    if (passage.method === 'PUT') {
      const answer = await passage.forward()
      if (/^HTTP.1.1 2/.test(answer.toString('latin1'))) stored.push({ atMs: Date.now(), body: passage.body })
      return passage.write(answer)
    }
    const isBehind = (stored.at(-1)?.atMs ?? 0) > Date.now() - lagMs
    const old = stored.at(-3)
    if (!isBehind || old === undefined) return passOn(passage)
    const { length } = Buffer.from(old.body)
    return passage.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${old.body}`,
    )
  }
  const proxy = await startFaultProxy(tenant.baseUrl, ({ path }) =>
    path.endsWith('/phone/templates') ? lagging : passOn,
  )
  try {
    const only = ['phone-templates.update.replaces']
    const { environment } = tenant
    const report = await conformance({ baseUrl: proxy.baseUrl, environment, only, seed: 7, depth: 'deep' })
    expect(report.clauses.find(({ id }) => id === only[0])).toMatchObject({ verdict: 'pass' })
  } finally {
    await proxy.close()
    await tenant.close()
  }
})
