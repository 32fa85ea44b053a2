// Tests the client certificates that environment variables name.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthority } from '../client/tokens/authority.testing.ts'
import { certificateAuthorityOf, clientCertificateOf } from './certificate.ts'

const given = (TENANT_CLIENT_CERT?: string, TENANT_CLIENT_KEY?: string) =>
  clientCertificateOf(
    (name) => ({ TENANT_CLIENT_CERT, TENANT_CLIENT_KEY })[name as 'TENANT_CLIENT_CERT'] ?? null,
  )

test('reads a certificate and its key from their files, and hides the key', () => {
  const { cert, key, certFile, keyFile } = createAuthority().issue('client', 'DNS:client')
  const read = given(certFile, keyFile)
  expect(read?.certificate).toBe(cert)
  expect(read?.key.reveal()).toBe(key)
  expect(JSON.stringify(read)).not.toContain('PRIVATE')
  expect(given()).toBeNull()
})

test('files that are no pair are reported in one sentence that names them', () => {
  const authority = createAuthority()
  const { certFile, keyFile } = authority.issue('client', 'DNS:client')
  const other = authority.issue('other', 'DNS:other')
  const locked = join(authority.folder, 'locked.key')
  execFileSync('openssl', ['ec', '-in', keyFile, '-aes128', '-passout', 'pass:word', '-out', locked], {
    stdio: 'ignore',
  })
  const refused = (one: string | undefined, two: string | undefined) => {
    try {
      return JSON.stringify(given(one, two))
    } catch (error) {
      return String(error)
    }
  }
  expect(refused(certFile, undefined)).toMatch(/TENANT_CLIENT_CERT is set without TENANT_CLIENT_KEY: set/)
  expect(refused(undefined, keyFile)).toMatch(/TENANT_CLIENT_KEY is set without TENANT_CLIENT_CERT: set/)
  expect(refused('/nowhere.pem', keyFile)).toMatch(/nowhere\.pem can't be read as TENANT_CLIENT_CERT.*: name/)
  expect(refused(keyFile, keyFile)).toMatch(/client\.key can't be read as TENANT_CLIENT_CERT.*: name/)
  expect(refused(certFile, certFile)).toMatch(/client\.pem can't be read as TENANT_CLIENT_KEY.*: name/)
  expect(refused(certFile, locked)).toMatch(/locked\.key can't be read.*encrypted with a passphrase.*: name/)
  expect(refused(certFile, other.keyFile)).toMatch(/other\.key is not the key of the certificate .*: name/)
  for (const text of [refused(keyFile, keyFile), refused(certFile, other.keyFile)])
    expect(text).not.toContain('PRIVATE KEY')
})

test("reads the tenant's authority from the named file, or nothing without a name", () => {
  const { ca, folder } = createAuthority()
  const file = join(folder, 'ca.pem')
  const env = (value: string | null) => (name: string) => (name === 'TENANT_CA' ? value : null)
  expect(certificateAuthorityOf(env(file))).toBe(ca)
  expect(certificateAuthorityOf(env(null))).toBeNull()
  expect(() => certificateAuthorityOf(env(join(folder, 'ca.key')))).toThrow(
    /ca\.key can't be read as TENANT_CA/,
  )
})
