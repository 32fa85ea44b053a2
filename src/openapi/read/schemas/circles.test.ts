// Removes circles from schemas that contain themselves.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, type JsonObject } from '../../../base/json.ts'
import { createAjv } from '../../../base/schemas/ajv.ts'
import { documentOfSchema, mistakesIn, normalised } from '../document.testing.ts'
import { documentOf } from '../index.ts'
import { edgesOf } from './circle-edges.ts'

const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const schemasOf = async (schemas: JsonObject, first: string): Promise<JsonObject> =>
  at(
    (await documentOf(documentOfSchema(to(first), '3.1.0', schemas))).root,
    '/components/schemas',
  ) as JsonObject

test('keeps a tree unchanged', async () => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: to('Tree') } } }
  expect(await schemasOf({ Tree: tree }, 'Tree')).toEqual({ Tree: tree })
})

// Many generators write schemas of this form.
const animals = {
  Animal: { type: 'object', required: ['name'], oneOf: [to('Cat'), to('Dog')] },
  Cat: { allOf: [to('Animal'), { required: ['claws'] }] },
  Dog: { allOf: [to('Animal'), { required: ['bark'] }] },
}

test.each(['Animal', 'Cat'])(
  'within its children, a base schema does not contain its children: from %s',
  async (first) => {
    const schemas = await schemasOf(animals, first)
    const ajv = createAjv({ strict: false }).addSchema({ $id: 'doc', components: { schemas } })
    const accepts = (name: string, value: JsonObject): boolean =>
      ajv.validate({ $ref: `doc#/components/schemas/${name}` }, value)
    expect(accepts('Cat', { name: 'a', claws: 4 })).toBe(true)
    expect(accepts('Cat', { claws: 4 })).toBe(false)
    expect(accepts('Animal', { name: 'a', bark: 1 })).toBe(true)
    expect(accepts('Animal', { bark: 1 })).toBe(false)
    expect(accepts('Animal', { name: 'a' })).toBe(false)
    expect(accepts('Animal', { name: 'a', bark: 1, claws: 4 })).toBe(false)
  },
)

test('adds a remark at the end of a circle', async () => {
  const { remarks } = await documentOf(documentOfSchema(to('Animal'), '3.1.0', animals))
  expect(remarks.map(({ pointer }) => pointer)).toContain('#/components/schemas/Cat/allOf/0')
  expect(remarks[0]?.message).toContain(
    'contains itself here: the inner value is checked without the keyword "oneOf"',
  )
})

test('an allOf with the schema itself keeps only the other members', async () => {
  expect(await schemasOf({ A: { minimum: 1, allOf: [to('A')] } }, 'A')).toEqual({
    A: { minimum: 1, allOf: [{ allOf: [{ minimum: 1 }] }] },
  })
})

test('references that only lead to each other are mistakes, each with its location', async () => {
  const document = documentOfSchema(to('A'), '3.0.3', { A: to('B'), B: to('A') })
  expect(await mistakesIn(documentOf(document))).toEqual([
    '#/components/schemas/A: the reference leads back to itself: refer to a definition',
    '#/components/schemas/B: the reference leads back to itself: refer to a definition',
  ])
})

test('does not check choices that contain each other', async () => {
  const schemas = { A: { minimum: 1, oneOf: [to('B'), { const: 1 }] }, B: { anyOf: [to('A'), { const: 2 }] } }
  expect(await schemasOf(schemas, 'A')).toEqual({ A: schemas.A, B: {} })
})

test('follows a long chain of references once', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`A${index}`, to(`A${index + 1}`)]),
  )
  const schema = { items: to('A0'), not: to('A1') }
  expect(await normalised(schema, '3.0.3', { ...chain, A20000: { type: 'string' } })).toEqual({
    items: to('A20000'),
    not: to('A20000'),
  })
})

test('a long chain of schemas causes no stack overflow', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`A${index}`, { allOf: [to(`A${(index + 1) % 20_000}`)] }]),
  )
  expect(Object.keys(await schemasOf(chain, 'A0'))).toHaveLength(20_000)
})

test('rejects too many circles', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `A${index}`)
  const every = Object.fromEntries(names.map((name) => [name, { anyOf: names.map(to) }]))
  const [mistake] = await mistakesIn(documentOf(documentOfSchema(to('A0'), '3.1.0', every)))
  expect(mistake).toContain('more than 1000 schemas contain themselves')
})

const paradox = {
  A: { allOf: [to('C'), { anyOf: [to('A'), {}] }] },
  B: {},
  C: { allOf: [to('D')], not: to('A') },
  D: { allOf: [to('C'), { minimum: 1 }], not: to('A') },
}

function emptyIfTooMany(error: Error): JsonObject {
  expect(error.message).toContain('more than 1000 schemas contain themselves')
  return {}
}

test('no schema of any graph contains itself', async () => {
  const names = ['A', 'B', 'C', 'D'] as const
  const reference = fc.constantFrom(...names).map(to)
  const part = fc.oneof(
    reference,
    fc.constant({ minimum: 1 }),
    reference.map((one) => ({ anyOf: [one, {}] })),
  )
  const list = fc.array(part, { minLength: 1, maxLength: 3 })
  const schema = fc.record({ allOf: list, oneOf: list, not: reference }, { requiredKeys: [] })
  const graph = fc.record({ A: schema, B: schema, C: schema, D: schema })
  await fc.assert(
    fc.asyncProperty(graph, async (schemas) => {
      const made = await schemasOf(schemas, 'A').catch(emptyIfTooMany)
      const isTree = (name: string, within: readonly string[]): boolean =>
        !within.includes(name) && edgesOf(made[name]).every((edge) => isTree(edge.to, [...within, name]))
      for (const name of Object.keys(made)) expect(isTree(name, [])).toBe(true)
    }),
    // The reader rejects this graph, because "not" and "allOf" of three schemas contain each other.
    { examples: [[paradox]] },
  )
})
