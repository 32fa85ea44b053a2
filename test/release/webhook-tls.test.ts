// Tests deliveries over TLS to a receiver that has its own certificate.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { conformance } from '../../src/index.ts'
import { startMock } from '../../src/mock/index.ts'
import { makeCertificate } from '../../src/mock/tls/certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'webhook-tls-'))
const at = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const { certificate, key, authority } = makeCertificate(['::1', 'localhost'])
writeFileSync(at('cert.pem'), certificate)
writeFileSync(at('key.pem'), key)

test.each([
  ['trusts its authority', authority, 'pass'],
  ['does not', undefined, 'inconclusive'],
])('a tenant that %s', async (_, deliverCa, verdict) => {
  const mock = await startMock({
    ...{ port: 0, faults: [], onMessage: () => undefined, like: 'auth0', tls: true },
    ...(deliverCa === undefined ? {} : { deliverCa }),
  })
  try {
    const report = await conformance({
      depth: 'default',
      environment: mock.environment,
      ...{ webhookListen: '[::1]:0', webhookCert: at('cert.pem'), webhookKey: at('key.pem') },
      ...{ only: ['any.event-delivered', 'any.event-authorization'], seed: 1, examples: 1 },
    })
    const verdicts = report.clauses.filter(({ id }) => id.startsWith('any.event-')).map((one) => one.verdict)
    expect(verdicts.filter((one) => one !== 'out-of-scope')).toEqual([verdict, verdict])
    const urls = mock.tenant.inspect().deliveries.map(({ url }) => url)
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) expect(url).toMatch(/^https:\/\/\[::1\]:\d+\/[0-9a-f]{32}$/)
  } finally {
    await mock.close()
  }
})
