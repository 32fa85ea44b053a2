// Security schemes and requirements.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../base/json.ts'
import { documentWith, mistakesIn, operationIn } from '../document.testing.ts'
import { documentOf } from '../index.ts'

const madeOf = async (scheme: JsonObject): Promise<Json> => {
  const { root } = await documentOf(documentWith({}, { securityDefinitions: { 'x-key': scheme } }, '2.0'))
  return (root.components as { securitySchemes: JsonObject }).securitySchemes
}

const scopes = { read: 'Reads' }

test.each<[JsonObject, JsonObject]>([
  [{ type: 'basic' }, { type: 'http', scheme: 'basic' }],
  [
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { type: 'apiKey', in: 'header', name: 'X-Key' },
  ],
  [
    { type: 'oauth2', flow: 'application', tokenUrl: 'https://a.test/token', scopes },
    { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.test/token', scopes } } },
  ],
  [
    { type: 'oauth2', flow: 'accessCode', authorizationUrl: '/a', tokenUrl: '/t', scopes },
    { type: 'oauth2', flows: { authorizationCode: { authorizationUrl: '/a', tokenUrl: '/t', scopes } } },
  ],
  [
    { type: 'oauth2', flow: 'implicit', authorizationUrl: '/a' },
    { type: 'oauth2', flows: { implicit: { authorizationUrl: '/a', scopes: {} } } },
  ],
  [
    { type: 'oauth2', flow: 'password', tokenUrl: '/t', scopes },
    { type: 'oauth2', flows: { password: { tokenUrl: '/t', scopes } } },
  ],
])('reads the 2.0 scheme %j', async (scheme, expected) => {
  expect(await madeOf(scheme)).toEqual({ 'x-key': expected })
})

const components = {
  securitySchemes: {
    key: { type: 'apiKey', in: 'query', name: 'k' },
    alias: { $ref: '#/components/securitySchemes/key' },
  },
}

test('keeps requirements of the document and of an operation separate', async () => {
  const document = documentWith(
    { security: [{ key: [], alias: [] }, {}] },
    { components, security: [{ key: ['a'] }] },
  )
  const { root, sourceOf } = await documentOf(document)
  expect(root.security).toEqual([{ key: ['a'] }])
  expect((await operationIn(document)).security).toEqual([{ key: [], alias: [] }, {}])
  expect(root.components).toMatchObject({ securitySchemes: { alias: { type: 'apiKey' } } })
  expect(sourceOf('/components/securitySchemes/key')).toBe('#/components/securitySchemes/key')
})

test('an operation without security has an empty list, or no member', async () => {
  expect((await operationIn(documentWith({ security: [] }))).security).toEqual([])
  expect(await operationIn(documentWith({}))).not.toHaveProperty('security')
})

test('unknown schemes are mistakes', async () => {
  const document = documentWith({ security: [{ nobody: [] }] }, { components, security: [{ none: [] }, 5] })
  expect(await mistakesIn(documentOf(document))).toEqual([
    '#/security/0/none: no security scheme has the name "none": define it, or correct the name',
    '#/security/1: the value must be an object',
    '#/paths/~1things/get/security/0/nobody: no security scheme has the name "nobody": define it, or correct the name',
  ])
})
