// Tests the request bodies that a document allows.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { createAjv } from '../../src/base/schemas/ajv.ts'
import { contractFrom } from '../../src/index.ts'
import { type Kind, sentBodies } from './request-bodies.ts'

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const response = (schema: object) => ({ description: 'The lamp', ...body(schema) })
const item = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]

/** Returns the request bodies of each kind. */
async function sent(
  request: JsonObject,
  update = request,
  envelope: string | null = null,
): Promise<(kind: Kind, operation?: string) => readonly Json[]> {
  const shown = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
  }
  const lamp = envelope === null ? shown : { type: 'object', properties: { [envelope]: shown } }
  const { contract } = await contractFrom({
    openapi: '3.0.3',
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps': { post: { requestBody: body(request), responses: { 201: response(lamp) } } },
      '/lamps/{id}': {
        parameters: item,
        get: { responses: { 200: response(lamp) } },
        put: { requestBody: body(update), responses: { 200: response(lamp) } },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
    },
  })
  return (kind, name = 'lamps.create') => {
    const operation = contract.operations.get(name)
    if (operation === undefined) throw new Error(`no operation ${name}`)
    return sentBodies(contract, operation)
      .filter((one) => one.kind === kind)
      .map((one) => one.body)
  }
}

const text = { type: 'string', minLength: 12, maxLength: 40 }

test('a required member that no creation sets stays in random bodies', async () => {
  const named = { type: 'object', properties: { name: text } }
  const bodies = await sent(named, { ...named, required: ['id'], properties: { id: text, name: text } })
  expect(bodies('random', 'lamps.replace').length).toBeGreaterThan(0)
  for (const one of bodies('random', 'lamps.replace')) expect(one).toHaveProperty('id')
})

test('unusual texts are no shorter than the schema allows', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, note: text } }
  const holds = createAjv({}).compile(schema)
  for (const one of (await sent(schema))('unusual texts')) expect(holds(one), JSON.stringify(one)).toBe(true)
})

test('sends an object for a nullable body', async () => {
  const bodies = await sent({ type: 'object', nullable: true, properties: { note: { type: 'string' } } })
  for (const kind of ['full', 'minimal', 'random'] as const)
    for (const one of bodies(kind)) expect(one).toBeTypeOf('object')
})

test('sends no null if only "nullable" allows it, and the enumeration does not', async () => {
  const colour = { type: 'string', nullable: true, enum: ['red', 'green'] }
  const bodies = await sent({
    type: 'object',
    required: ['colour', 'size', 'shade'],
    properties: {
      colour,
      size: { ...colour, enum: ['small', null] },
      shade: { nullable: true, allOf: [{ type: 'object', properties: { dark: { type: 'boolean' } } }] },
    },
  })
  const all = (['full', 'minimal', 'random', 'at a limit'] as const).flatMap((kind) => bodies(kind))
  const valuesOf = (name: string) => new Set(all.map((one) => (one as JsonObject)[name]))
  expect([...valuesOf('colour')].sort()).toEqual(['green', 'red'])
  expect(valuesOf('shade')).not.toContain(null)
  expect(valuesOf('size')).toContain(null)
  // A null is not among the violating bodies, because a service may accept it.
  expect(bodies('violating').map((one) => (one as JsonObject | null)?.colour)).not.toContain(null)
})

test('sends required members next to the resource around it', async () => {
  const risk = { type: 'object', properties: {}, additionalProperties: false }
  const request = {
    type: 'object',
    required: ['data', 'risk', 'version'],
    properties: {
      data: { type: 'object', properties: { name: text } },
      risk,
      version: { type: 'integer', enum: [2] },
    },
  }
  const bodies = await sent(request, request, 'data')
  for (const kind of ['full', 'minimal', 'random', 'violating'] as const)
    for (const one of bodies(kind)) expect(one).toMatchObject({ risk: {}, version: 2 })
})

test('a text with the name of the envelope is no envelope', async () => {
  const request = { type: 'object', required: ['data'], properties: { data: text, note: text } }
  const bodies = await sent(request, request, 'data')
  for (const one of bodies('full')) expect(one).toMatchObject({ data: expect.any(String) })
  expect(bodies('full')).toHaveLength(1)
})
