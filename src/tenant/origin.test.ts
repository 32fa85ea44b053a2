// Tests the tenant's address, its public name, and its readiness.
import { afterEach, expect, test } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import { originOf } from './origin.ts'
import { startTenant, type Tenant, type TenantOptions } from './tenant.ts'

const open: Tenant[] = []
const started = async (options: TenantOptions): Promise<Tenant> => {
  const tenant = await startTenant(options)
  open.push(tenant)
  return tenant
}
afterEach(() => Promise.all(open.splice(0).map((tenant) => tenant.close())))

test.each([
  ['127.0.0.1', undefined, 'http://127.0.0.1:81'],
  ['::1', undefined, 'http://[::1]:81'],
  ['0.0.0.0', undefined, 'http://127.0.0.1:81'],
  ['::', undefined, 'http://[::1]:81'],
  ['mock', undefined, 'http://mock:81'],
  ['0.0.0.0', 'http://mock:3000', 'http://mock:3000'],
  ['0.0.0.0', 'https://mock.example/', 'https://mock.example'],
])('one that listens at %s and is called %s has the origin %s', (host, publicUrl, origin) => {
  expect(originOf(host, 81, publicUrl)).toBe(origin)
})

test.each([
  'mock:3000',
  'ftp://mock',
  'http://mock/api/v2',
  'http://a:b@mock',
  'http://mock/?',
  '',
  'http://mock#',
])('%j is no origin', async (publicUrl) => {
  await expect(startTenant({ publicUrl })).rejects.toThrow(ConfigurationError)
  await expect(startTenant({ publicUrl })).rejects.toThrow(
    /--public-url is .* for example http:\/\/mock:3000/,
  )
})

test('the ready path needs no token, and is not recorded as a request', async () => {
  const tenant = await started({})
  const ready = await fetch(`${tenant.authUrl}/__ready`)
  expect([ready.status, await ready.text()]).toEqual([200, 'ready\n'])
  expect((await fetch(`${tenant.baseUrl}/__ready`)).status).toBe(404)
  expect((await fetch(`${tenant.authUrl}/__ready`, { method: 'POST' })).status).toBe(404)
  expect(tenant.inspect().requests.filter(({ status }) => status === 200)).toEqual([])
})

test('a tenant issues and accepts tokens with its public URL as issuer', async () => {
  const tenant = await started({ host: '0.0.0.0', publicUrl: 'http://mock:3000' })
  expect(tenant.environment.TENANT_BASE_URL).toBe('http://mock:3000/api/v2')
  const [, claims = ''] = (tenant.environment.TENANT_ACCESS_TOKEN ?? '').split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: 'http://mock:3000/' })
})

// On Linux, all addresses of 127.0.0.0/8 belong to this machine, so 127.0.0.2 is a second local address.
test.skipIf(process.platform !== 'linux')(
  'by default the tenant has one address; with a host it has more',
  async () => {
    const portOf = (tenant: Tenant): string => new URL(tenant.baseUrl).port
    const own = await started({})
    await expect(fetch(`http://127.0.0.2:${portOf(own)}/__ready`)).rejects.toThrow()
    const shared = await started({ host: '0.0.0.0' })
    expect((await fetch(`http://127.0.0.2:${portOf(shared)}/__ready`)).status).toBe(200)
  },
)
