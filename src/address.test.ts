// What is wrong with an address: told with the value where that can be no credential.
import { expect, test } from 'vitest'
import { faultOfAddress } from './address.ts'

test.each([
  ['', 'is empty: give an address as https://tenant.example/api/v2'],
  ['"https://tenant.example"', 'is in quotation marks, which are part of its value: leave them out'],
  ['http://127.0.0.1:99999/api/v2', 'names the port 99999: a port is a number from 1 to 65535'],
  ['acme.example', 'is "acme.example": begin it with https://'],
  ['localhost:3000/api/v2', 'is "localhost:3000/api/v2": begin it with https://'],
  // Each may be a credential in the place of an address.
  ...[
    'nonsense',
    'ftp://acme.example',
    'user:pass@acme.example',
    'acme.0iieo3h050ua0iieo3h050ua',
    'a.b+c=',
  ].map((text) => [text, 'is not an http or https address: give one as https://tenant.example/api/v2']),
])('what is wrong with the address %j', (text, says) => {
  expect(faultOfAddress(text)).toBe(says)
})
