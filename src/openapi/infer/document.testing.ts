// Small OpenAPI documents for tests of the inference.
import type { Json, JsonObject } from '../../base/json.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { infer } from './index.ts'

type Operations = Readonly<Record<string, JsonObject>>

export function documentWith(operations: Operations, schemas: JsonObject = {}): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  const root = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, components: { schemas } }
  return { root, location: null, version: '3.1.0', sourceOf: (pointer) => `#${pointer}`, remarks: [] }
}

export const inferred = (operations: Operations, schemas: JsonObject = {}): ReturnType<typeof infer> =>
  infer(documentWith(operations, schemas))

export function rolesOf(operations: Operations, schemas: JsonObject = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    inferred(operations, schemas).operations.map(({ method, path, name, role }) => [
      `${method} ${path}`,
      role === 'other' ? `${name} (other)` : name,
    ]),
  )
}

export const shows = (schema: JsonObject, status = '200', more: JsonObject = {}): JsonObject => ({
  responses: {
    [status]: { description: 'Done', content: { 'application/json': { schema } }, ...more },
  },
})

export const sends = (schema: JsonObject = { type: 'object' }): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
})

export const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

export const listOf = (name: string): JsonObject => ({ type: 'array', items: reference(name) })

export const object = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
