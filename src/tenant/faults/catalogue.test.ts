// Tests that each clause has a fault, each fault has a clause, and the code uses each fault.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../base/package-root.ts'
import { loadContract } from '../../contract/index.ts'
import { streamBody, withTenant } from '../session.testing.ts'
import { catalogue, tenantFaults } from './catalogue.ts'
import { FaultSwitch } from './fault.ts'

// The tenant knows clauses only by their ids, so this test compares the ids with the contract.
const clauseIds = (): string[] =>
  [...loadContract().clauses.values()].filter(({ unobservable }) => unobservable === null).map(({ id }) => id)

describe('faults', () => {
  it('have names and descriptions', async () => {
    for (const { name, description } of await tenantFaults()) {
      expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/)
      expect(description).toMatch(/^\S.*\.$/)
    }
  })

  it('break existing clauses, and every observable clause owns a fault', async () => {
    const known = clauseIds()
    const faults = await tenantFaults()
    const broken = new Set(faults.flatMap(({ clauses }) => clauses))
    expect([...broken].filter((id) => !known.includes(id))).toEqual([])
    const owned = new Set(faults.map(({ clauses: [owner] }) => owner))
    expect(known.filter((id) => !owned.has(id))).toEqual([])
  })

  it('are collected from every file in any folder', async () => {
    const { groups } = await catalogue()
    const folder = join(packageRoot, 'src/tenant')
    const declaring = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /(?<!\.test)\.ts$/.test(file) &&
        readFileSync(join(folder, file), 'utf8').includes(': readonly FaultGroup[] = ['),
    )
    expect(declaring.length).toBeGreaterThan(20)
    for (const file of declaring) {
      const { faults } = (await import(pathToFileURL(join(folder, file)).href)) as {
        readonly faults: unknown[]
      }
      for (const group of faults) expect(groups, file).toContain(group)
    }
  })

  it('can be queried only by declared names', async () => {
    const { groups } = await catalogue()
    expect(() => new FaultSwitch(groups, []).of('create')('no-such-fault')).toThrow(/no-such-fault/)
  })

  it('change the described behaviour, and nothing if they are off', () =>
    withTenant({ faults: ['create-name-length-129-accepted'] }, async ({ call, stream }) => {
      const name = 'x'.repeat(129)
      expect((await call('POST', '/event-streams', { body: { ...streamBody, name } })).status).toBe(201)
      const { id } = await stream()
      expect((await call('PATCH', `/event-streams/${id}`, { body: { name } })).status).toBe(400)
    }))

  it('let a refused update store its members', () =>
    withTenant({ faults: ['update-refused-stores-name'] }, async ({ call, stream, tenant }) => {
      const { id } = await stream()
      const body = { name: 'kept', subscriptions: [] }
      expect((await call('PATCH', `/event-streams/${id}`, { body })).status).toBe(400)
      expect(tenant.inspect().streams[0]?.name).toBe('kept')
    }))

  it('distinguish forgeries', () =>
    withTenant({ faults: ['keys-altered-payload-accepted'] }, async ({ call, tenant }) => {
      const token = tenant.environment.TENANT_ACCESS_TOKEN ?? ''
      const [head, payload, signature = ''] = token.split('.')
      const status = async (forged: string) =>
        (await call('GET', '/keys/custom-signing', { authorization: `Bearer ${forged}` })).status
      const claims = JSON.parse(Buffer.from(String(payload), 'base64url').toString()) as object
      const altered = Buffer.from(JSON.stringify({ ...claims, altered: 1 })).toString('base64url')
      expect(await status(`${head}.${altered}.${signature}`)).toBe(200)
      expect(
        await status(`${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
      ).toBe(401)
    }))
})
