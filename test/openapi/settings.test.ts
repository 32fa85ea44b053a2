// Tests a creation by PUT with the id in the path.
// @module-tag whole
import { expect, test } from 'vitest'
import { contractFrom } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const setting = {
  type: 'object',
  required: ['value'],
  properties: { value: { type: 'string', minLength: 1, maxLength: 80 }, comment: { type: 'string' } },
}
const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const one = { description: 'One', ...body(setting) }
const refused = { description: 'Refused' }
const key = {
  name: 'key',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,39}$' },
}
const document = {
  openapi: '3.0.3',
  info: { title: 'Settings', version: '1' },
  paths: {
    '/settings/{key}': {
      parameters: [key],
      put: { requestBody: { required: true, ...body(setting) }, responses: { 201: one, 400: refused } },
      get: { responses: { 200: one, 404: refused } },
      delete: { responses: { 204: { description: 'Gone' }, 404: refused } },
    },
  },
}

test('is created, read and deleted by the id that the run chooses, and the stub proves each clause', async () => {
  const { contract, questions } = await contractFrom(document)
  expect(questions).toEqual([])
  expect(contract.resources.get('settings')?.idIn).toBe('path')
  const { clauses } = await verifyContract(contract)
  expect(clauses.map(({ clause }) => clause)).toEqual(
    expect.arrayContaining([
      ...['settings.create.stored', 'settings.create.value-min-length', 'settings.get.unknown-id'],
      'settings.delete.gone-after-delete',
    ]),
  )
  expect(clauses.filter(({ proven }) => !proven).map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual(
    [],
  )
}, 120_000)

test('a PUT or PATCH without a body changes nothing known', async () => {
  const { requestBody: _, ...action } = document.paths['/settings/{key}'].put
  const { contract } = await contractFrom({
    ...document,
    paths: {
      ...document.paths,
      '/batches': {
        post: {
          requestBody: body(setting),
          responses: {
            201: {
              description: 'Made',
              ...body({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }),
            },
          },
        },
      },
      '/batches/{id}': {
        parameters: [{ ...key, name: 'id' }],
        get: { responses: { 200: one } },
        put: action,
        patch: action,
      },
    },
  })
  expect(contract.resources.get('batches')?.life).toEqual({ create: 'batches.create', read: 'batches.get' })
})
