// Restricts deliveries to this machine, unless an option allows other addresses.
import { isLoopbackHost, parsedUrl, withoutBrackets } from '../../base/uri.ts'

/** Returns null for an address that is not allowed. */
export function deliveryTarget(endpoint: string, deliverTo: 'loopback' | 'anywhere'): URL | null {
  if (parsedUrl(endpoint) === null) return null
  const url = new URL(endpoint)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return deliverTo === 'anywhere' || isLoopback(url.hostname) ? url : null
}

// Addresses of 127.0.0.0/8 that are mapped to IPv6 (RFC 4291, section 2.5.5.2).
const mappedLoopback = /^::ffff:7f[\da-f]{2}:/

// Other names are not safe, because they can resolve to any address.
function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname)
  return isLoopbackHost(host) || mappedLoopback.test(host)
}
