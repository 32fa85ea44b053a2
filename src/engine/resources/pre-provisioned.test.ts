// Tests pre-provisioned resources. The run deletes only resources that it created, or that the user supplied.
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { Json } from '../../base/json.ts'
import { serve } from '../../client/wire/loopback.testing.ts'
import { operationOf } from '../../contract/index.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { configOf, contextIn, profile, settingOf } from '../setting.testing.ts'
import type { ResourceTracker } from './resource-tracker.ts'

const name = 'rate-limit-policies'
const path = '/rate-limit-policies'
const create = { method: 'POST', path, body: { name: '{unique}' } }
const listed = { listRateLimitPolicies: { method: 'GET', path } }

interface Departure {
  readonly created?: (sent: Json) => Json
  /** True if the next resource gets the id that was freed last. */
  readonly reuses?: boolean
  readonly deletion?: number
}

async function tenantOf({ created = (sent) => sent, deletion, reuses = false }: Departure = {}) {
  const free: string[] = []
  const held = new Map<string, Json>([['somebodys-own-policy', { name: 'theirs' }]])
  const asked: string[] = []
  let made = 0
  const listener: RequestListener = async (request, response) => {
    const { method = '', url = '' } = request
    const id = url.slice(url.lastIndexOf('/') + 1)
    let text = ''
    for await (const chunk of request) text += String(chunk)
    asked.push(`${method} ${id}`)
    const answer = (status: number, body?: Json): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (method === 'GET')
      return answer(
        200,
        [...held].map(([key, one]) => ({ id: key, ...(one as object) })),
      )
    if (method === 'POST') {
      const freed = reuses ? free.pop() : undefined
      if (freed === undefined) made += 1
      const own = freed ?? `made-${made}`
      const sent = JSON.parse(text) as Json
      held.set(own, sent)
      return answer(201, { id: own, ...(created(sent) as object) })
    }
    if (deletion !== undefined) return answer(deletion)
    if (!held.delete(id)) return answer(404, { message: 'none' })
    free.push(id)
    return response.writeHead(204).end()
  }
  return { baseUrl: await serve(listener), asked, held }
}

function toolsFor(baseUrl: string, fixtures: object, given: readonly string[] = [], trustFile = false) {
  const setting = settingOf(
    configOf({
      baseUrl,
      trustFile,
      profile: { ...profile, fixtures: { ...profile.fixtures, ...fixtures } },
      supplied: new Map([[name, given]]),
    }),
  )
  const { context } = contextIn(setting)
  const operation = operationOf(context.contract, 'rate-limit-policies.delete')
  return {
    pool: setting.resources.pools.get(name) as ResourceTracker,
    take: () => context.take(name),
    deletion: (id: string) => context.call(operationRequest(context.contract, operation, id, undefined)),
  }
}

const deletions = (asked: readonly string[]): number => asked.filter((one) => one.startsWith('DELETE')).length

test('if no request reads the resource, a second deletion reveals whether the first deletion worked', async () => {
  const { baseUrl, asked, held } = await tenantOf()
  const { pool, take } = toolsFor(baseUrl, { createRateLimitPolicy: create })
  await take()
  expect(pool.left).toEqual(['made-1'])
  await pool.clear(false)
  expect(pool.left).toEqual([])
  expect(deletions(asked)).toBe(2)
  expect([...held.keys()]).toEqual(['somebodys-own-policy'])
})

test.each([
  [204, 'the removal got 204'],
  [404, 'as if the resource had never existed'],
  [403, 'the removal got 403'],
])(
  'after a removal that always returns %i, the run reports that the resource remains',
  async (deletion, reason) => {
    const { baseUrl } = await tenantOf({ deletion })
    const { pool, take } = toolsFor(baseUrl, { createRateLimitPolicy: create })
    const { id } = await take()
    await pool.clear(false)
    expect(pool.left).toEqual([id])
    expect(pool.reasonFor(id)).toContain(reason)
  },
)

test('clean-up skips a resource that a check has deleted and found absent', async () => {
  const { baseUrl, asked } = await tenantOf()
  const { pool, take, deletion } = toolsFor(baseUrl, { createRateLimitPolicy: create })
  const { id } = await take()
  await deletion(id)
  expect(pool.left).toEqual([id])
  await deletion(id)
  expect(pool.left).toEqual([])
  await pool.clear(false)
  expect(deletions(asked)).toBe(2)
})

test.each([
  ['contains no sent value', () => ({ name: 'theirs' }), {}],
  [
    'contains the id of an existing resource',
    (sent: Json) => ({ ...(sent as object), id: 'somebodys-own-policy' }),
    listed,
  ],
])('a creation whose response %s gives no resource that may be deleted', async (_, created, fixtures) => {
  const { baseUrl, asked } = await tenantOf({ created })
  const body = { limit: 10 }
  const { pool, take } = toolsFor(baseUrl, { createRateLimitPolicy: { ...create, body }, ...fixtures })
  await expect(take()).rejects.toThrow(/may belong to another client, and the run does not delete it/)
  await pool.clear(true)
  expect(deletions(asked)).toBe(0)
})

test('uses a resource from the user if the run cannot create one, and clean-up keeps it', async () => {
  const { baseUrl, asked } = await tenantOf()
  const { pool, take } = toolsFor(baseUrl, {}, ['given-1'])
  expect(await take()).toMatchObject({ id: 'given-1', created: null })
  await expect(take()).rejects.toThrow('TENANT_RATE_LIMIT_POLICY_IDS')
  await pool.clear(false)
  expect(asked).toEqual([])
})

test('the run sends an unknown id only if its form and the list prove that no resource has it', async () => {
  const { baseUrl, asked, held } = await tenantOf()
  const [own, near, far] = ['pol_Zq7Rk2Wm9Tx4Vb6N', 'pol_Zq7Rk2Wm9Tx4Vb6M', 'pol_h3Lc8Pd5Yf1Js0Ge']
  held.set(far, {})
  const { deletion } = toolsFor(baseUrl, listed, [own])
  await expect(deletion(far)).rejects.toThrow('may belong to another client')
  await deletion(near)
  expect(asked).toEqual(['GET rate-limit-policies', `DELETE ${near}`])
  const counted = toolsFor(baseUrl, {}, ['17'])
  await expect(counted.deletion('18')).rejects.toThrow('may belong to another client')
})

test.each([false, true])(
  'a resource that only a ledger names is removed if the user trusts the file: %s',
  async (trusted) => {
    const { baseUrl, held } = await tenantOf()
    held.set('made-before', { name: 'a name' })
    for (const fixtures of [{}, listed]) {
      const { pool } = toolsFor(baseUrl, fixtures, [], trusted)
      expect(pool.adopt('made-before')).toBe(true)
      await pool.clear(false)
      expect(held.has('made-before')).toBe(!trusted)
      if (!trusted) expect(pool.reasonFor('made-before')).toContain('remove the resource by hand')
    }
  },
)

test('a resource with a reused id is not used, because late requests may concern the deleted resource', async () => {
  const { baseUrl, held } = await tenantOf({ reuses: true })
  const { take, deletion, pool } = toolsFor(baseUrl, { createRateLimitPolicy: create, ...listed })
  const first = await take()
  expect(first.givenAgain()).toBeNull()
  expect((await deletion(first.id)).accepted).toBe(true)
  const second = await take()
  expect([first.id, second.id]).toEqual(['made-1', 'made-2'])
  expect(first.givenAgain()).toMatchObject({ response: { status: 201 } })
  expect(second.givenAgain()).toBeNull()
  // The run created these resources and removed them.
  expect(held.has('made-1')).toBe(true)
  expect([...pool.left].sort()).toEqual(['made-1', 'made-2', 'made-3'])
  expect((await take()).id).toBe('made-3')
  await pool.clear(true)
  expect([...held.keys()]).toEqual(['somebodys-own-policy'])
})
