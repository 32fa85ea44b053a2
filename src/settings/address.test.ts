// Tests which addresses can receive credentials over plain HTTP.
import { expect, test } from 'vitest'
import { type AddressRange, addressRangeOf, faultOfAddress } from './address.ts'

test.each<[AddressRange, readonly string[]]>([
  ['loopback', ['127.0.0.1', '127.9.8.7', '[::1]', 'localhost', 'a.localhost']],
  [
    'private',
    ['10.1.2.3', '172.16.0.1', '172.31.9.9', '192.168.1.1', '169.254.1.1', '[fd12:3456::1]', '[fe80::1]'],
  ],
  ['private', ['tenant', 'printer.local', 'api.internal', 'tenant.example', 'nas.home.arpa']],
  ['public', ['8.8.8.8', '172.32.0.1', '172.15.0.1', '192.169.0.1', '11.0.0.1', '[2001:db8::1]', '[::2]']],
  ['public', ['tenant.example.com', 'localhost.example.com', '127.0.0.1.example.com', '10.0.0.1.nip.io']],
  ['loopback', ['2130706433', '0x7f.1', '127.1']],
  ['public', ['134744072', '010.8.8.8']],
])('%s: %s', (reach, hosts) => {
  for (const host of hosts) expect(addressRangeOf(`http://${host}/api/v2`), host).toBe(reach)
})

test.each([
  ['', 'is empty: give an address such as https://tenant.example/api/v2'],
  ['"https://tenant.example"', 'is in quotation marks, which are part of its value: leave them out'],
  ['http://127.0.0.1:99999/api/v2', 'names the port 99999: a port is a number from 1 to 65535'],
  ['acme.example', 'is "acme.example": begin it with https://'],
  ['localhost:3000/api/v2', 'is "localhost:3000/api/v2": begin it with https://'],
  // Error messages do not repeat these texts, because each text could be a credential.
  ...[
    'nonsense',
    'ftp://acme.example',
    'user:pass@acme.example',
    'acme.0iieo3h050ua0iieo3h050ua',
    'a.b+c=',
  ].map((text) => [
    text,
    'is not an http or https address: give an address such as https://tenant.example/api/v2',
  ]),
])('what is wrong with the address %j', (text, says) => {
  expect(faultOfAddress(text)).toBe(says)
})
