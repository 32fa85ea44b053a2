// Tests that Node.js, OpenSSL's strictest check and a TLS connection accept a generated certificate.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { nowMs } from '../../base/clock.ts'
import { makeCertificate } from './certificate.ts'

const hosts = ['mock', 'localhost', '127.0.0.1', '::1', '2001:db8::7:0:1', '::ffff:10.0.0.1']

test('is valid only for its hosts, comes from the authority, and expires after 13 months', () => {
  const { certificate, key, authority } = makeCertificate(hosts)
  const [server, issuer] = [new X509Certificate(certificate), new X509Certificate(authority)]
  expect(server.subject).toBe('CN=tenant-conformance serve')
  expect(server.checkHost('localhost')).toBe('localhost')
  expect(server.checkHost('elsewhere.example')).toBeUndefined()
  for (const address of ['127.0.0.1', '::1', '2001:db8:0::7:0:1', '::ffff:10.0.0.1'])
    expect(server.checkIP(address), address).toBe(address)
  expect(server.checkIP('127.0.0.2')).toBeUndefined()
  expect(server.checkIssued(issuer)).toBe(true)
  expect(server.verify(issuer.publicKey)).toBe(true)
  expect(issuer.verify(issuer.publicKey)).toBe(true)
  expect([server.ca, issuer.ca]).toEqual([false, true])
  expect(server.checkPrivateKey(createPrivateKey(key))).toBe(true)
  const [from, until] = [Date.parse(server.validFrom), Date.parse(server.validTo)]
  expect(from).toBeLessThan(nowMs())
  expect((until - nowMs()) / 86_400_000).toBeGreaterThan(396)
  expect((until - from) / 86_400_000).toBeLessThan(398)
})

test('each certificate has its own key and serial number', () => {
  const [one, other] = [makeCertificate(hosts), makeCertificate(hosts)].map(
    ({ certificate }) => new X509Certificate(certificate),
  )
  expect(one?.serialNumber).not.toBe(other?.serialNumber)
  expect(one?.publicKey.equals(other?.publicKey ?? one.publicKey)).toBe(false)
})

test.each([
  ['trusts the authority', true, 'localhost', null],
  ['trusts nobody more', false, 'localhost', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['means another host', true, 'other.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('a client that %s', async (_, trusts, servername, refusal) => {
  const { certificate, key, authority } = makeCertificate(hosts)
  const server = createServer({ cert: certificate, key })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const told = await new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername, ...(trusts ? { ca: authority } : {}) })
    socket.on('secureConnect', () => resolve(socket.authorized ? null : socket.authorizationError))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    socket.on('secureConnect', () => socket.destroy())
  })
  server.close()
  expect(told).toBe(refusal)
})
