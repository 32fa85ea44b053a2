// Tests a recursive schema. The run checks three levels.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance, type Report, verifyContract } from '../../src/index.ts'
import { idsWith } from '../contracts/check-shelves.ts'
import { contractFolder } from '../contracts/shelf-contract.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const children = { type: 'array', maxItems: 5, items: { $ref: 'categories#/$defs/node' } }
const node = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name, children },
}
const shown = {
  type: 'object',
  required: ['id', 'name'],
  properties: { ...node.properties, id: { type: 'string' } },
}
const of = { response: { $ref: 'categories#/$defs/shown' } }
const id = { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] }
const operation = (verb: string, method: string, path: string, success: number, rest: object) => ({
  [`schemas/operations/categories.${verb}.json`]: {
    ...{ name: `categories.${verb}`, title: verb, method, path, success: [success] },
    ...rest,
  },
})
const folder = contractFolder({
  'schemas/contract.json': {
    ...{ name: 'categories', title: 'Categories', version: '1' },
    refusals: { malformed: [400], invalid: [400], unknown: [404] },
  },
  'schemas/resources/categories.json': {
    ...{ $id: 'categories', title: 'category', name: '/name', serverSet: { '/id': 'constant' } },
    life: {
      create: 'categories.create',
      read: 'categories.get',
      replace: 'categories.replace',
      delete: 'categories.delete',
    },
    $defs: { node, shown },
  },
  ...operation('create', 'POST', '/categories', 201, { request: { $ref: 'categories#/$defs/node' }, ...of }),
  ...operation('get', 'GET', '/categories/{id}', 200, { ...id, ...of }),
  ...operation('replace', 'PUT', '/categories/{id}', 200, {
    ...{ ...id, request: { $ref: 'categories#/$defs/node' } },
    ...of,
  }),
  ...operation('delete', 'DELETE', '/categories/{id}', 204, id),
})
const contract = loadContract(contractIn(folder))

interface Category {
  readonly name?: unknown
  readonly children?: unknown
}

// Judges a category of any depth. With the fault, judges only the name at the top.
const isCategory = (value: unknown, faulty: boolean, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (Object.keys(value).some((key) => key !== 'name' && key !== 'children')) return false
  const { name, children = [] } = value as Category
  if (typeof name !== 'string' || name === '' || ([...name].length > 40 && !(faulty && depth > 0)))
    return false
  if (!Array.isArray(children) || children.length > 5) return false
  return children.every((child) => isCategory(child, faulty, depth + 1))
}

/** Returns the decoded segment. Returns null if an escape is broken. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

const startCategories = async (faulty: boolean): Promise<Server> => {
  const held = new Map<string, object>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const end = (status: number, body?: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    const [, , segment = '', ...further] = (request.url ?? '').split('/')
    const own = decoded(segment)
    if (own === null) return end(400, {})
    if (further.length > 0) return end(404, {})
    if (own !== '' && !held.has(own)) return end(404, {})
    if (request.method === 'GET') return end(200, held.get(own))
    if (request.method === 'DELETE') return end(held.delete(own) ? 204 : 404)
    let body: unknown
    try {
      body = JSON.parse(Buffer.concat(chunks).toString())
    } catch {
      return end(400, {})
    }
    if (!isCategory(body, faulty)) return end(400, {})
    const made = { ...(body as object), id: own === '' ? randomUUID() : own }
    held.set(made.id, made)
    return end(own === '' ? 201 : 200, made)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const check = async (faulty: boolean): Promise<Report> => {
  const server = await startCategories(faulty)
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const only = faulty ? ['categories.create.children-name'] : []
    return await conformance({
      depth: 'default',
      contract,
      baseUrl,
      environment: {},
      seed: 1,
      examples: 5,
      only,
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

afterAll(() => rmSync(folder, { recursive: true }))

test('an API of trees fails nothing', async () => {
  const report = await check(false)
  expect(idsWith(report, 'fail')).toEqual([])
  expect(idsWith(report, 'error')).toEqual([])
  expect(idsWith(report, 'pass')).toContain('categories.create.children-children-name-max-length')
  expect(report.summary.pass).toBeGreaterThan(0.9 * report.clauses.length)
})

test('finds names that the server does not check below the top', async () => {
  expect(idsWith(await check(true), 'fail')).toEqual(['categories.create.children-name-max-length'])
})

test('every clause of a tree is proven', async () => {
  const { clauses } = await verifyContract(contract)
  expect(clauses.filter(({ proven }) => !proven)).toEqual([])
  expect(clauses.length).toBeGreaterThan(60)
})
