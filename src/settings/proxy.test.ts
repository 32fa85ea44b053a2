// Tests the proxies that environment variables name.
import { expect, test } from 'vitest'
import type { Environment } from './environment.ts'
import { proxiesOf } from './proxy.ts'

const ignore = (): void => undefined
const through = (address: string, environment: Environment): string | null =>
  proxiesOf([address], environment, ignore).get(new URL(address).origin)?.url ?? null

test.each([
  [{ HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  [{ HTTPS_PROXY: 'https://proxy:3128/' }, 'https://proxy:3128'],
  [{ HTTPS_PROXY: 'proxy:3128' }, 'http://proxy:3128'],
  [{ https_proxy: 'http://small', HTTPS_PROXY: 'http://capitals' }, 'http://small'],
  [{ https_proxy: '', HTTPS_PROXY: 'http://capitals' }, null],
  [{ HTTP_PROXY: 'http://of-http-alone' }, null],
  [{ HTTPS_PROXY: ' ' }, null],
  [{ ALL_PROXY: 'http://of-all' }, 'http://of-all'],
  [{ all_proxy: 'http://of-all', HTTPS_PROXY: 'http://of-https' }, 'http://of-https'],
  [{ ALL_PROXY: 'http://of-all', HTTP_PROXY: 'http://of-http' }, 'http://of-all'],
  [{ ALL_PROXY: 'http://of-all', HTTPS_PROXY: '' }, null],
  [{ ALL_PROXY: 'http://of-all', NO_PROXY: 'tenant.example' }, null],
  [{}, null],
])('%j: a tenant by https is reached through %s', (environment, proxy) => {
  expect(through('https://tenant.example/api/v2', environment)).toBe(proxy)
})

test.each([
  ['tenant.example', 'https://tenant.example', true],
  ['EXAMPLE', 'https://tenant.example', true],
  ['.example', 'https://tenant.example', true],
  ['*.example', 'https://tenant.example', true],
  ['nant.example', 'https://tenant.example', false],
  ['a.tenant.example', 'https://tenant.example', false],
  ['other, tenant.example', 'https://tenant.example', true],
  ['other tenant.example', 'https://tenant.example', true],
  ['*', 'https://tenant.example', true],
  ['tenant.example:443', 'https://tenant.example', true],
  ['tenant.example:8443', 'https://tenant.example', false],
  ['tenant.example:8443', 'https://tenant.example:8443', true],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['10.1.2.3:80', 'https://10.1.2.3', false],
  ['0.3', 'https://10.1.0.3', false],
  ['fd00::/8', 'https://[fd12::1]', true],
  ['::1', 'https://[::1]:8443', true],
  ['[::1]', 'https://[::1]:8443', true],
  ['[::1]:8443', 'https://[::1]:8443', true],
  ['[::1]:9443', 'https://[::1]:8443', false],
  ['10.0.0.0/8', 'https://[fd12::1]', false],
])('NO_PROXY=%s, %s: straight: %s', (NO_PROXY, address, straight) => {
  expect(through(address, { HTTPS_PROXY: 'http://proxy', NO_PROXY })).toBe(straight ? null : 'http://proxy')
})

test('this machine is reached without a proxy, unless NO_PROXY says otherwise', () => {
  const both = { HTTP_PROXY: 'http://proxy', HTTPS_PROXY: 'http://proxy' }
  for (const address of [
    'http://localhost:3000',
    'https://127.0.0.1',
    'https://[::1]',
    'http://a.localhost',
  ]) {
    expect(through(address, both)).toBeNull()
    expect(through(address, { ...both, NO_PROXY: '' })).toBe('http://proxy')
  }
})

test('a user and password are hidden, and sent only to the proxy', () => {
  const hidden: unknown[] = []
  const environment = { HTTPS_PROXY: 'http://me:p%40ss:word@proxy:3128' }
  const proxies = proxiesOf(['https://tenant.example'], environment, (...one) => hidden.push(one))
  const proxy = proxies.get('https://tenant.example')
  expect(proxy?.url).toBe('http://proxy:3128')
  expect(proxy?.authorization?.reveal()).toBe(`Basic ${Buffer.from('me:p@ss:word').toString('base64')}`)
  expect(hidden).toEqual([['p@ss:word', 'HTTPS_PROXY']])
  expect(JSON.stringify(proxy)).not.toContain('p@ss')
})

test.each(['not a url', 'socks5://me:canary@proxy', 'http://127.0.0.1:99999', 'http://proxy/path'])(
  'HTTPS_PROXY=%s is refused where it would be used, without being shown',
  (HTTPS_PROXY) => {
    const refused = /^HTTPS_PROXY is not the address of an http or https proxy: (?!.*canary)/
    expect(() => through('https://tenant.example', { HTTPS_PROXY })).toThrow(refused)
    expect(through('http://tenant.example', { HTTPS_PROXY })).toBeNull()
    expect(through('https://tenant.example', { HTTPS_PROXY, NO_PROXY: '*' })).toBeNull()
  },
)
