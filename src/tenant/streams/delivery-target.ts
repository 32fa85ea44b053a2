// Restricts deliveries to this machine by default.
import { isLoopbackHost, parsedUrl, withoutBrackets } from '../../base/uri.ts'

/** Returns null for a forbidden address. */
export function deliveryTarget(endpoint: string, deliverTo: 'loopback' | 'anywhere'): URL | null {
  if (parsedUrl(endpoint) === null) return null
  const url = new URL(endpoint)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return deliverTo === 'anywhere' || isLoopback(url.hostname) ? url : null
}

// 127.0.0.0/8, mapped to IPv6 (RFC 4291, 2.5.5.2).
const mappedLoopback = /^::ffff:7f[\da-f]{2}:/

// Other host names may resolve to any address, and this may change.
function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname)
  return isLoopbackHost(host) || mappedLoopback.test(host)
}
