// Addresses of the tenant: where it listens, and what it is called by those who reach it.
import { ConfigurationError } from '../base/error.ts'
import { parsedUrl } from '../base/uri.ts'

// Of all addresses of a machine none can be called by that name; the machine itself calls this one.
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * The origin by which the tenant is called: tokens name it as their issuer, and what is printed begins with it.
 * @param publicUrl what it is called from elsewhere, as a service of a container perhaps
 * @throws ConfigurationError where that is not an origin
 */
export function originOf(host: string, port: number, publicUrl?: string, scheme = 'http'): string {
  if (publicUrl === undefined) {
    const callable = loopbackOf[host] ?? host
    return `${scheme}://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
  }
  return requireOrigin(publicUrl)
}

/** @throws ConfigurationError where `url` is not an http or https origin */
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
      `--public-url is "${url}", which is not an origin: give scheme, host and port alone, as in http://mock:3000.`,
    )
  return parsed.origin
}
