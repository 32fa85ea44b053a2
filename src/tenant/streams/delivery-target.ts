// Restricts deliveries to this machine by default.

import { BlockList, isIP } from 'node:net'
import { parsedUrl } from '../../base/uri.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Null: forbidden. */
export function deliveryTarget(endpoint: string, deliverTo: 'loopback' | 'anywhere'): URL | null {
  if (parsedUrl(endpoint) === null) return null
  const url = new URL(endpoint)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return deliverTo === 'anywhere' || isLoopback(url.hostname) ? url : null
}

// Other names may resolve to anything, and change later.
function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  return family === 0 ? address === 'localhost' : loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
