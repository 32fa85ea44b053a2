// Tests objects that allow any member name: the clauses about their values and about their names.
// @module-tag whole
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { contractOf } from '../../src/contract/contract.testing.ts'
import type { Contract } from '../../src/contract/index.ts'
import { conformance, contractFrom } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const labels = {
  type: 'object',
  maxProperties: 6,
  propertyNames: { type: 'string', pattern: '^[a-z]+$', maxLength: 8 },
  additionalProperties: { type: 'string', maxLength: 12 },
}
const limits = {
  type: 'object',
  patternProperties: { '^[a-z]+$': { type: 'integer', minimum: 1 } },
  additionalProperties: false,
}
const request = {
  type: 'object',
  required: ['title', 'labels'],
  properties: { title: { type: 'string', minLength: 1, maxLength: 60 }, labels, limits },
}
const response = {
  type: 'object',
  required: ['id', 'title', 'labels'],
  properties: { id: { type: 'string' }, ...request.properties },
}
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]

const folder = (): Contract => {
  const operation = (name: string, method: string, path: string, success: number, more: JsonObject = {}) => ({
    [`operations/${name}.json`]: { name, title: name, method, path, success: [success], ...more },
  })
  return contractOf({
    'contract.json': {
      name: 'boxes',
      title: 'Boxes',
      version: '1',
      refusals: { invalid: [400], unknown: [404] },
    },
    'resources/boxes.json': {
      title: 'box',
      name: '/title',
      life: { create: 'boxes.create', read: 'boxes.get', delete: 'boxes.delete' },
    },
    ...operation('boxes.create', 'POST', '/boxes', 201, { request, response }),
    ...operation('boxes.get', 'GET', '/boxes/{id}', 200, { parameters, response }),
    ...operation('boxes.delete', 'DELETE', '/boxes/{id}', 204, { parameters }),
  })
}

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const document = async (): Promise<Contract> => {
  const shown = { description: 'A box', ...body(response) }
  const refused = { description: 'Refused' }
  const { contract } = await contractFrom({
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1' },
    paths: {
      '/boxes': {
        post: { requestBody: { required: true, ...body(request) }, responses: { 201: shown, 400: refused } },
      },
      '/boxes/{id}': {
        parameters,
        get: { responses: { 200: shown, 404: refused } },
        delete: { responses: { 204: { description: 'Gone' }, 404: refused } },
      },
    },
  })
  return contract
}

type Fault = 'any value' | 'any name' | 'values shown as objects' | 'names shown in upper case'

async function failing(contract: Contract, fault: Fault | null): Promise<readonly string[]> {
  const boxes = new Map<string, JsonObject>()
  let made = 0
  const isMap = (value: unknown, name: RegExp, fits: (one: unknown) => boolean): boolean =>
    isObject(value as JsonObject) &&
    Object.entries(value as JsonObject).every(
      ([key, one]) => (fault === 'any name' || name.test(key)) && (fault === 'any value' || fits(one)),
    )
  const isText = (one: unknown, max: number): boolean => typeof one === 'string' && [...one].length <= max
  const isValid = ({ title, labels = null, limits = {} }: JsonObject): boolean =>
    isText(title, 60) &&
    title !== '' &&
    isMap(labels, /^[a-z]{1,8}$/, (one) => isText(one, 12)) &&
    Object.keys(labels as JsonObject).length <= 6 &&
    isMap(limits, /^[a-z]+$/, (one) => Number.isInteger(one) && Number(one) >= 1)
  const shown = (box: JsonObject): JsonObject => {
    const entries = Object.entries(box.labels as JsonObject)
    if (fault === 'values shown as objects')
      return { ...box, labels: Object.fromEntries(entries.map(([name, value]) => [name, { value }])) }
    if (fault === 'names shown in upper case')
      return {
        ...box,
        labels: Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value])),
      }
    return box
  }
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const part of incoming) text += String(part)
    const answer = (status: number, value?: JsonObject): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' })
      outgoing.end(value === undefined ? '' : JSON.stringify(value))
    }
    const id = /^\/boxes\/(\w+)$/.exec(incoming.url ?? '')?.[1]
    if (incoming.method === 'POST' && incoming.url === '/boxes') {
      let sent: unknown
      try {
        sent = JSON.parse(text)
      } catch {
        return answer(400, {})
      }
      if (!isObject(sent as JsonObject) || !isValid(sent as JsonObject)) return answer(400, {})
      const box = { ...(sent as JsonObject), id: `b${++made}` }
      boxes.set(box.id, box)
      return answer(201, shown(box))
    }
    const box = boxes.get(id ?? '')
    if (box === undefined) return answer(404, {})
    if (incoming.method === 'GET') return answer(200, shown(box))
    if (incoming.method !== 'DELETE') return answer(405, {})
    boxes.delete(id ?? '')
    answer(204)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const report = await conformance({ contract, baseUrl, seed: 1 })
  return report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id: clause }) => clause)
}

test.each([
  ['a folder', async () => folder()],
  ['a document', document],
])(
  'values and names of maps have clauses, from %s',
  async (_, load) => {
    const contract = await load()
    expect([...contract.clauses.keys()]).toEqual(
      expect.arrayContaining([
        ...[
          'boxes.create.labels-max-length',
          'boxes.create.labels-property-names',
          'boxes.create.limits-minimum',
        ],
        'boxes.get.returned-labels',
      ]),
    )
    const { clauses } = await verifyContract(contract, {
      only: ['boxes.create.la', 'boxes.create.li', 'boxes.get.ret'],
    })
    expect(clauses.filter(({ proven }) => !proven)).toEqual([])

    expect(await failing(contract, null)).toEqual([])
    expect(await failing(contract, 'any value')).toEqual(
      expect.arrayContaining(['boxes.create.labels-max-length', 'boxes.create.limits-minimum']),
    )
    expect(await failing(contract, 'any name')).toContain('boxes.create.labels-property-names')
    const returned = ['boxes.create.returned-labels', 'boxes.get.returned-labels']
    expect(await failing(contract, 'values shown as objects')).toEqual(expect.arrayContaining(returned))
    expect(await failing(contract, 'names shown in upper case')).toEqual(expect.arrayContaining(returned))
  },
  120_000,
)
