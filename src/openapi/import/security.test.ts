import { expect, test } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { schemesOf } from './security.ts'

const schemeOf = (scheme: JsonObject) => schemesOf({ components: { securitySchemes: { one: scheme } } }).one

test.each([
  [
    { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  ],
  [
    { type: 'apiKey', in: 'header', name: 'Authorization: Bearer' },
    { type: 'http', scheme: 'bearer' },
  ],
  [{ type: 'apiKey', in: 'header', name: 'no header: name' }, undefined],
  [
    { type: 'apiKey', in: 'query', name: 'any name' },
    { type: 'apiKey', in: 'query', name: 'any name' },
  ],
  [
    { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
    { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  ],
  [{ type: 'mutualTLS' }, undefined],
])('%j', (scheme, expected) => {
  expect(schemeOf(scheme)).toEqual(expected)
})
