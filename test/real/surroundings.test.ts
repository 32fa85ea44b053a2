// Tests unusual environments: a removed working folder, options of Node.js, and certificate authorities.
// @module-tag whole
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAuthority } from '../../src/client/tokens/authority.testing.ts'
import { command } from '../bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'surroundings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([['doctor'], ['run'], ['serve', '--port', '0'], ['clauses']])(
  'a removed working folder ends %s with one sentence',
  async (...args) => {
    const gone = join(folder, 'gone')
    mkdirSync(gone, { recursive: true })
    const { code, text } = await command(args, gone, {}, `rmdir '${gone}'`).ended
    expect(text).toBe(
      "The working folder can't be used (ENOENT): change to an existing folder and try again.\n",
    )
    expect(code).toBe(2)
  },
)

test('a run ignores deprecations of other code', async () => {
  const args = ['run', '--depth', 'quick', '--only', 'custom-signing-keys.get.accepts', '--quiet']
  const options = { NODE_OPTIONS: '--pending-deprecation --throw-deprecation' }
  const { code, text } = await command([...args, '--no-github'], folder, options).ended
  expect(text).not.toMatch(/bug in tenant-conformance|DeprecationWarning/)
  expect(code).toBe(0)
})

test('--ca adds an authority to those that NODE_EXTRA_CA_CERTS names', async () => {
  const [authority, other] = [createAuthority(), createAuthority('other')]
  const { cert, key } = authority.issue('server', 'DNS:localhost,IP:127.0.0.1')
  const server = createServer({ cert, key }, (_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const [extra, ca] = [join(folder, 'extra.pem'), join(folder, 'other.pem')]
  writeFileSync(extra, authority.ca)
  writeFileSync(ca, other.ca)
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`
  // Runs `doctor` with a server whose certificate is not trusted or expires soon.
  const looked = async (more: readonly string[], environment: Readonly<Record<string, string>>) => {
    const { text } = await command(['doctor', '--base-url', address, ...more], folder, {
      TENANT_ACCESS_TOKEN: 'a-token-of-a-tenant',
      ...environment,
    }).ended
    return text.match(/^ +(.) certificate /m)?.[1] ?? text
  }
  try {
    expect(await looked(['--ca', ca], {})).toBe('✗')
    expect(await looked(['--ca', ca], { NODE_EXTRA_CA_CERTS: extra })).toBe('!')
    const openssl = { SSL_CERT_FILE: extra, NODE_OPTIONS: '--use-openssl-ca' }
    expect(await looked(['--ca', ca], openssl)).toBe('!')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
