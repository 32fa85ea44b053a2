// Tests a creation with a Location header, if no operation can read this location.
// @module-tag whole
import { expect, test, vi } from 'vitest'
import { contractFrom } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const note = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 40 } } }
const requestBody = { required: true, ...body(note) }
const answered = { description: 'Done', ...body(note) }
const refused = { description: 'Refused' }
const document = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        requestBody,
        responses: {
          201: { ...answered, headers: { Location: { schema: { type: 'string' } } } },
          400: refused,
        },
      },
    },
    '/notes/{noteId}': {
      parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string' } }],
      patch: { requestBody, responses: { 200: answered, 400: refused, 404: refused } },
      delete: { responses: { 204: { description: 'Gone' }, 404: refused } },
    },
  },
}

test('the stub uses the path of the other operations', async () => {
  const errors = vi.spyOn(console, 'error')
  const { contract } = await contractFrom(document)
  expect(contract.resources.get('notes')).toMatchObject({
    idIn: 'location',
    life: { create: 'notes.create' },
  })
  const { clauses } = await verifyContract(contract)
  expect(errors).not.toHaveBeenCalled()
  expect(clauses.find(({ clause }) => clause === 'notes.delete.unknown-id')?.proven).toBe(true)
})
