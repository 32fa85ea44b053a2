// Tests singletons for which a read returns more members than the contract names. A replacement without these
// members must not reset them.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { jsonServer } from './json-server.ts'

const about = library['operations/books.get.json']
const options = {
  type: 'object',
  required: ['limit'],
  properties: { limit: { type: 'integer', minimum: 1, maximum: 99 }, motto: { type: 'string' } },
}
const contractWith = (request: JsonObject = options, response: JsonObject | null = options) => {
  const {
    'operations/books.update.json': _u,
    'operations/books.list.json': _l,
    'operations/books.create.json': _c,
    'operations/books.get.json': _g,
    'resources/books.json': _b,
    ...files
  } = library
  const named = { parameters: [], path: '/options' }
  return contractOf({
    ...files,
    'resources/options.json': {
      ...{ title: 'options', singleton: true, life: { read: 'options.get', replace: 'options.replace' } },
    },
    'operations/options.get.json': { ...about, ...named, name: 'options.get', response: options },
    'operations/options.replace.json': {
      ...about,
      ...{ ...named, name: 'options.replace', title: 'Replace the options', method: 'PUT' },
      ...{ request, response },
    },
  } as unknown as Readonly<Record<string, JsonObject>>)
}
const before = { limit: 7, motto: 'ours', relays: false, updatedAt: '2020-01-01T00:00:00Z', version: 1 }
const defaults = { relays: true }

const served = async ({ refuses = false, lenient = false } = {}) => {
  let stored: JsonObject = before
  const baseUrl = await jsonServer(({ method, body }) => {
    if (method === 'GET') return { status: 200, body: stored }
    const { limit, motto, relays, version: _v, updatedAt: _t, ...others } = (body ?? {}) as JsonObject
    const isValid =
      typeof limit === 'number' &&
      Number.isInteger(limit) &&
      limit > 0 &&
      limit < 100 &&
      (lenient || motto === undefined || typeof motto === 'string')
    if (!isValid || (refuses && (relays !== undefined || Object.keys(others).length > 0)))
      return { status: 400 }
    const told = relays === undefined ? defaults : { relays }
    const kept = typeof motto === 'string' ? motto : 'no motto'
    const next = { limit, ...(motto === undefined ? {} : { motto: kept }), ...(told as { relays: Json }) }
    stored = { ...next, updatedAt: new Date().toISOString(), version: Number(stored.version) + 1 }
    return lenient ? { status: 200 } : { status: 200, body: stored }
  })
  return { baseUrl, now: () => stored }
}

const checked = async (contract: ReturnType<typeof contractWith>, baseUrl: string) => {
  const { clauses, resources, notes } = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1, depth: 'default', writes: 'destructive' },
  })
  const failed = clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { failed, leaked: resources.leaked.length, notes: notes.join('\n') }
}

test('members that the contract does not name stay unchanged', async () => {
  const { baseUrl, now } = await served()
  const { failed, leaked, notes } = await checked(contractWith(), baseUrl)
  expect({ failed, leaked }).toEqual({ failed: [], leaked: 0 })
  expect(notes).toContain('The options were restored to the values read before the run.')
  expect(now()).toMatchObject({ limit: 7, motto: 'ours', relays: false })
})

test('if the tenant stores a changed form of a value that it should have refused, the run does not report a change by others', async () => {
  const { baseUrl, now } = await served({ lenient: true })
  const { failed, notes } = await checked(contractWith(options, null), baseUrl)
  expect(failed).toContain('options.replace.motto-type')
  expect(notes).not.toContain('Another client')
  expect(now()).toMatchObject({ limit: 7, motto: 'ours', relays: false })
})

test.each([
  ['the tenant refuses what it shows', { refuses: true }, options],
  ['the schema allows no other member', { refuses: true }, { ...options, additionalProperties: false }],
])('if %s, reports what could not be restored', async (_, how, request) => {
  const { baseUrl, now } = await served(how)
  const { failed, leaked, notes } = await checked(contractWith(request), baseUrl)
  expect(failed).toEqual([])
  expect(now()).toMatchObject({ limit: 7, motto: 'ours', relays: true })
  expect(leaked).toBe(1)
  expect(notes).toContain('could not be restored completely: relays differs from before')
  expect(notes).not.toContain('were restored to the values read')
})
