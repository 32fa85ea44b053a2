// Tests a contract of an API that cannot create resources. The operator supplies the resources, or fixtures
// create them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { uriDecoded } from '../../src/base/uri.ts'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { type ConformanceOptions, conformance } from '../../src/index.ts'
import { idsWith } from './check-shelves.ts'
import { contractFolder } from './shelf-contract.ts'

const contract = loadContract(
  contractIn(
    contractFolder({
      'schemas/contract.json': {
        name: 'lockers',
        title: 'Lockers',
        version: '1',
        refusals: { malformed: [400], invalid: [400], unknown: [404] },
      },
      'schemas/resources/lockers.json': {
        title: 'locker',
        life: { delete: 'lockers.delete' },
        supplied: { environment: 'TENANT_LOCKER_IDS' },
        afterDelete: [404],
      },
      'schemas/operations/lockers.delete.json': {
        name: 'lockers.delete',
        title: 'Remove a locker',
        method: 'DELETE',
        path: '/lockers/{id}',
        success: [204],
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string', maxLength: 24 } }],
      },
      'schemas/resources/motto.json': {
        title: 'motto',
        singleton: true,
        life: { replace: 'motto.replace' },
        defaults: { text: 'Carpe diem' },
      },
      'schemas/operations/motto.replace.json': {
        name: 'motto.replace',
        title: 'Replace the motto',
        method: 'PUT',
        path: '/motto',
        success: [200],
        request: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string', maxLength: 200 }, loud: { type: 'boolean' } },
        },
        response: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
      },
    }),
  ),
)

const fixtures = {
  createLocker: { method: 'POST', path: '/lockers', body: { owner: '{unique}' } },
  readMotto: { method: 'GET', path: '/motto' },
}

type Fault = 'removes-another' | 'answers-again' | 'unknown-accepted' | 'cut'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function startLockers(fault?: Fault) {
  const lockers = new Map<string, unknown>([['somebodys0000000000000', {}]])
  const gone = new Set<string>()
  let motto: unknown = { text: 'Ours', loud: true }
  const make = (): string => {
    const id = [...crypto.getRandomValues(new Uint8Array(22))]
      .map((byte) => (byte % 36).toString(36))
      .join('')
    lockers.set(id, {})
    return id
  }
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const answer = (status: number, body?: unknown): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const no = (status: number): unknown => answer(status, { message: 'no' })
    if (url === '/lockers') return answer(201, { id: make(), ...(JSON.parse(text) as object) })
    if (url === '/motto' && method === 'GET') return answer(200, motto)
    if (url === '/motto') {
      const parse = (): unknown => {
        try {
          return JSON.parse(text)
        } catch {
          return null
        }
      }
      const body = parse()
      const { text: words, loud = false } = (body ?? {}) as {
        readonly text?: unknown
        readonly loud?: unknown
      }
      if (
        Array.isArray(body) ||
        typeof words !== 'string' ||
        [...words].length > 200 ||
        typeof loud !== 'boolean'
      )
        return no(400)
      motto = body
      return answer(200, fault === 'cut' ? { ...(body as object), text: words.slice(1) } : body)
    }
    const id = uriDecoded(url.slice('/lockers/'.length))
    if (!lockers.delete(id)) {
      const accepted = gone.has(id) ? fault === 'answers-again' : fault === 'unknown-accepted'
      return accepted ? response.writeHead(204).end() : no(404)
    }
    gone.add(id)
    const [, other] = lockers.keys()
    if (fault === 'removes-another' && other !== undefined) lockers.delete(other)
    return response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, make, held: () => ({ lockers: [...lockers.keys()], motto }) }
}

const check = (baseUrl: string, options: ConformanceOptions = {}) =>
  conformance({
    depth: 'default',
    contract,
    baseUrl,
    environment: {},
    seed: 1,
    examples: 2,
    profile: { name: 'lockers', fixtures },
    ...options,
  })

const kept = { lockers: ['somebodys0000000000000'], motto: { text: 'Ours', loud: true } }

test('a conforming server fails nothing, keeps foreign resources, and gets its motto back', async () => {
  const { baseUrl, held } = await startLockers()
  const report = await check(baseUrl)
  expect([...idsWith(report, 'fail'), ...idsWith(report, 'error')]).toEqual([])
  const passed = idsWith(report, 'pass')
  for (const law of ['accepts', 'unknown-id', 'independent', 'gone-after-delete'])
    expect(passed).toContain(`lockers.delete.${law}`)
  expect(passed).toContain('motto.replace.as-sent')
  expect(report.resources.leaked).toEqual([])
  expect(report.notes).toContain('The motto was restored to the values read before the run.')
  expect(held()).toEqual(kept)
})

test.each<[Fault, string]>([
  ['removes-another', 'lockers.delete.independent'],
  ['answers-again', 'lockers.delete.gone-after-delete'],
  ['unknown-accepted', 'lockers.delete.unknown-id'],
  ['cut', 'motto.replace.as-sent'],
])('a server that %s fails %s', async (fault, clause) => {
  const { baseUrl } = await startLockers(fault)
  expect(idsWith(await check(baseUrl, { only: [clause] }), 'fail')).toEqual([clause])
})

test('supplied resources are deleted, and without a read the motto is changed only if its defaults are assumed', async () => {
  const { baseUrl, make, held } = await startLockers()
  const given = [make(), make(), make()].join(',')
  const report = await check(baseUrl, {
    environment: { TENANT_LOCKER_IDS: given },
    profile: { name: 'lockers' },
  })
  expect(idsWith(report, 'pass')).toContain('lockers.delete.independent')
  expect(held()).toEqual(kept)
  const told = report.clauses.find(({ id }) => id === 'motto.replace.accepts')
  expect(told).toMatchObject({
    verdict: 'not-run',
    reason: expect.stringContaining('declare fixtures.readMotto'),
  })
})
