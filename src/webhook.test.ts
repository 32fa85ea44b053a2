// The place of the webhook receiver, from what the operator gives.
import { expect, test } from 'vitest'
import { webhookPlace } from './webhook.ts'

test('a tenant on this machine needs nothing', () => {
  expect(webhookPlace(null, null, true)).toMatchObject({ listen: null, url: null, blocker: null })
})

test('a tenant elsewhere needs an address that it reaches', () => {
  expect(webhookPlace(null, null, false).blocker).toMatch(/TENANT_WEBHOOK_URL.*--webhook-listen/)
  expect(webhookPlace('0.0.0.0:8080', null, false).blocker).toMatch(/TENANT_WEBHOOK_URL/)
  expect(webhookPlace('192.0.2.7:8080', null, false)).toMatchObject({
    listen: { host: '192.0.2.7', port: 8080 },
    url: null,
    blocker: null,
  })
  expect(webhookPlace('0.0.0.0:8080', 'https://hooks.example', false).blocker).toBeNull()
})

test('an address alone does not say where to listen, unless it is on this machine', () => {
  expect(webhookPlace(null, 'https://hooks.example', true).blocker).toMatch(/--webhook-listen/)
  expect(webhookPlace(null, 'http://localhost:9000', true)).toMatchObject({
    listen: { host: 'localhost', port: 9000 },
    url: 'http://localhost:9000',
    blocker: null,
  })
  expect(webhookPlace(null, 'http://[::1]:9000/x', true).listen).toEqual({ host: '::1', port: 9000 })
})

test.each(['8080', ':8080', 'host', 'host:99999', 'http://host:80', '::1:80', 'a b:80'])(
  '%s is no place',
  (text) => expect(() => webhookPlace(text, null, true)).toThrow(/give HOST:PORT/),
)

test('an IPv6 address stands in brackets', () => {
  expect(webhookPlace('[::1]:0', null, true).listen).toEqual({ host: '::1', port: 0 })
})
