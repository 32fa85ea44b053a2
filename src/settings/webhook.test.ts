// Tests the addresses of the webhook receiver.
import { expect, test } from 'vitest'
import { createAuthority } from '../client/tokens/authority.testing.ts'
import { webhookCertificateOf, webhookReceiver } from './webhook.ts'

test('a tenant on this machine needs nothing', () => {
  expect(webhookReceiver(null, null, true)).toMatchObject({ listen: null, url: null, blocker: null })
})

test('a tenant on another machine needs an address that it can reach', () => {
  expect(webhookReceiver(null, null, false).blocker).toMatch(/TENANT_WEBHOOK_URL.*--webhook-listen/)
  expect(webhookReceiver('0.0.0.0:8080', null, false).blocker).toMatch(/TENANT_WEBHOOK_URL/)
  expect(webhookReceiver('192.0.2.7:8080', null, false)).toMatchObject({
    listen: { host: '192.0.2.7', port: 8080 },
    url: null,
    blocker: null,
  })
  expect(webhookReceiver('0.0.0.0:8080', 'https://hooks.example', false).blocker).toBeNull()
})

test('an address without --webhook-listen is not enough, unless the address is on this machine', () => {
  expect(webhookReceiver(null, 'https://hooks.example', true).blocker).toMatch(/--webhook-listen/)
  expect(webhookReceiver(null, 'http://localhost:9000', true)).toMatchObject({
    listen: { host: 'localhost', port: 9000 },
    url: 'http://localhost:9000',
    blocker: null,
  })
  expect(webhookReceiver(null, 'http://[::1]:9000/x', true).listen).toEqual({ host: '::1', port: 9000 })
})

test('an address cannot lead to a random free port', () => {
  expect(webhookReceiver('127.0.0.1:0', 'https://hooks.example', true).blocker).toMatch(
    /needs a fixed port.*--webhook-listen/,
  )
  expect(webhookReceiver('127.0.0.1:0', null, true).blocker).toBeNull()
})

test.each(['8080', ':8080', 'host', 'host:99999', 'http://host:80', '::1:80', 'a b:80'])(
  '%s is no place',
  (text) => expect(() => webhookReceiver(text, null, true)).toThrow(/give HOST:PORT/),
)

test('an IPv6 address stands in brackets', () => {
  expect(webhookReceiver('[::1]:0', null, true).listen).toEqual({ host: '::1', port: 0 })
})

test('with a certificate, an https address of this machine is also the address to listen on', () => {
  const { certFile, keyFile } = createAuthority().issue('receiver', 'DNS:localhost')
  const tls = webhookCertificateOf(certFile, keyFile)
  expect(JSON.stringify(tls)).not.toContain('PRIVATE')
  expect(webhookReceiver(null, 'https://localhost:9000', true, tls).listen).toEqual({
    host: 'localhost',
    port: 9000,
  })
  expect(webhookReceiver(null, 'https://[::1]', true, tls).listen).toEqual({ host: '::1', port: 443 })
  expect(webhookReceiver(null, 'http://localhost:9000', true, tls).blocker).toMatch(/--webhook-listen/)
  expect(webhookReceiver(null, 'https://hooks.example', true, tls).blocker).toMatch(/--webhook-listen/)
})

test('a certificate and its key go together', () => {
  const authority = createAuthority()
  const [{ certFile, keyFile }, other] = [authority.issue('a', 'DNS:a'), authority.issue('b', 'DNS:b')]
  expect(webhookCertificateOf(undefined, undefined)).toBeNull()
  for (const [cert, key, says] of [
    [certFile, undefined, /--webhook-cert is given without --webhook-key: give both or neither/],
    [undefined, keyFile, /--webhook-key is given without --webhook-cert/],
    [certFile, other.keyFile, /is not the key of the certificate .*--webhook-cert and --webhook-key/],
    [keyFile, keyFile, /can't be read as --webhook-cert/],
    [certFile, certFile, /can't be read as --webhook-key/],
    [`${certFile}.none`, keyFile, /can't be read as --webhook-cert .*give a PEM file/],
  ] as const)
    expect(() => webhookCertificateOf(cert, key)).toThrow(says)
})
