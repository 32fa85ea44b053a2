// The origin of the tenant: its scheme, host and port.
import { ConfigurationError } from '../base/error.ts'
import { parsedUrl } from '../base/uri.ts'

// Clients cannot connect to a wildcard address, so the origin contains a loopback address instead.
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * @param publicUrl the origin for clients on other machines
 * @throws ConfigurationError unless `publicUrl` is an origin
 */
export function originOf(host: string, port: number, publicUrl?: string, scheme = 'http'): string {
  if (publicUrl === undefined) {
    const callable = loopbackOf[host] ?? host
    return `${scheme}://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
  }
  return requireOrigin(publicUrl)
}

/** @throws ConfigurationError unless `url` is an origin */
export function requireOrigin(url: string): string {
  const parsed = parsedUrl(url)
  const isOrigin =
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.href === `${parsed.origin}/` &&
    !url.includes('?') &&
    !url.includes('#')
  if (!isOrigin)
    throw new ConfigurationError(
      `--public-url is "${url}", which is not an origin: give only scheme, host and port, for example http://mock:3000.`,
    )
  return parsed.origin
}
