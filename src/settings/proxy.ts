// Reads the variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY in the same way as curl.
import { BlockList, isIP } from 'node:net'
import { ConfigurationError } from '../base/error.ts'
import { Secret } from '../base/secret.ts'
import { parsedUrl, uriDecoded } from '../base/uri.ts'
import type { ProxyServer } from '../client/index.ts'
import type { Environment } from './environment.ts'

// Requests to this machine normally need no proxy.
const noProxyDefault = 'localhost,127.0.0.0/8,::1'

/**
 * Returns the proxy for each address that needs one. The key is the origin of the address.
 * @throws ConfigurationError for an invalid proxy address
 */
export function proxiesOf(
  addresses: readonly string[],
  environment: Environment,
  hide: (value: string, name: string) => void,
): ReadonlyMap<string, ProxyServer> {
  const except = (variable('NO_PROXY', environment)?.value ?? noProxyDefault).split(/[,\s]+/).filter(Boolean)
  const proxies = new Map<string, ProxyServer>()
  for (const address of addresses) {
    const url = new URL(address)
    const own = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
    const named = variable(own, environment) ?? variable('ALL_PROXY', environment)
    if (named === null || named.value === '' || except.some((entry) => covers(entry, url))) continue
    proxies.set(url.origin, proxyOf(named.value, named.name, hide))
  }
  return proxies
}

function variable(name: string, environment: Environment): { name: string; value: string } | null {
  for (const one of [name.toLowerCase(), name]) {
    const value = environment[one]?.trim()
    if (value !== undefined) return { name: one, value }
  }
  return null
}

function proxyOf(text: string, name: string, hide: (value: string, name: string) => void): ProxyServer {
  const address = text.includes('://') ? text : `http://${text}`
  const url = parsedUrl(address)
  // The value may contain a password, so the message omits it.
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/')
    throw new ConfigurationError(
      `${name} is not the address of an http or https proxy: give it as http://host:port, leave it empty, or add the tenant to NO_PROXY.`,
    )
  const [user, password] = [url.username, url.password].map(uriDecoded)
  if (!user && !password) return { url: url.origin, authorization: null }
  if (password) hide(password, name)
  const credentials = Buffer.from(`${user}:${password}`).toString('base64')
  return { url: url.origin, authorization: new Secret(`Basic ${credentials}`) }
}

/**
 * An entry of NO_PROXY is "*", or a domain with its subdomains, an address or a range, with or without a
 * port.
 */
function covers(entry: string, url: URL): boolean {
  if (entry === '*') return true
  // An entry with several colons, but without brackets, is an IPv6 address without a port.
  const [, inBrackets, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [
    null,
    null,
    entry,
  ]
  if (port && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false
  const named = inBrackets ?? plain ?? ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return inRange(host, named)
  const name = named.toLowerCase().replace(/^\*?\./, '')
  return host === name || host.endsWith(`.${name}`)
}

function inRange(address: string, range: string): boolean {
  const [start = '', bits] = range.split('/')
  const version = isIP(start)
  if (version === 0) return false
  const [family, most] = version === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  const prefix = bits === undefined ? most : Number(bits)
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > most) return false
  const list = new BlockList()
  list.addSubnet(start, prefix, family)
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
