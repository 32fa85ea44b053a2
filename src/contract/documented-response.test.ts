// The documentation of a status.
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
  // A default documents errors only.
  [206, undefined],
])('the status %d is documented by %s', (status, name) => {
  expect(documentedResponse(operation, status)?.status).toBe(name)
})

test('each success has its own schema, and an undocumented success that of the operation', () => {
  expect(successSchema(operation, 202)).toEqual({ title: 'job' })
  expect(successSchema(operation, 204)).toBeNull()
  expect(successSchema(operation, 206)).toEqual({ title: 'usual' })
  expect(successSchemas(operation).map(({ title }) => title)).toEqual(['usual', '200', 'job'])
})

test('a default documents every status except server errors', () => {
  expect(isDocumented(operation, 206)).toBe(true)
  expect(isDocumented({ responses: [of('200')] }, 206)).toBe(false)
  expect([500, 503].map((status) => isDocumentedServerError(operation, status))).toEqual([false, true])
})
