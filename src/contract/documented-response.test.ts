// Finds the response that an operation documents for a status.
import { expect, test } from 'vitest'
import {
  type DocumentedResponse,
  documentedResponse,
  isDocumented,
  isDocumentedServerError,
  successSchema,
  successSchemas,
} from './documented-response.ts'

const of = (status: string, title: string | null = status): DocumentedResponse => ({
  status,
  mediaTypes: title === null ? [] : ['application/json'],
  schema: title === null ? null : { title },
  text: null,
  headers: {},
})
const operation = {
  wholeResponse: { title: 'usual' },
  responses: [of('200'), of('202', 'job'), of('204', null), of('4XX'), of('404'), of('default'), of('503')],
}

test.each([
  [200, '200'],
  [404, '404'],
  [422, '4XX'],
  [500, 'default'],
  [503, '503'],
  // `default` only documents errors, so it does not document the status 206.
  [206, undefined],
])('the status %d is documented by %s', (status, name) => {
  expect(documentedResponse(operation, status)?.status).toBe(name)
})

test('each success has its documented schema, or the schema of the operation', () => {
  expect(successSchema(operation, 202)).toEqual({ title: 'job' })
  expect(successSchema(operation, 204)).toBeNull()
  expect(successSchema(operation, 206)).toEqual({ title: 'usual' })
  expect(successSchemas(operation).map(({ title }) => title)).toEqual(['usual', '200', 'job'])
})

test('a default leaves no status undocumented, and documents no server error', () => {
  expect(isDocumented(operation, 206)).toBe(true)
  expect(isDocumented({ responses: [of('200')] }, 206)).toBe(false)
  expect([500, 503].map((status) => isDocumentedServerError(operation, status))).toEqual([false, true])
})
