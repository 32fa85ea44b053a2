// Checks the Host header against DNS rebinding.
import { isIP } from 'node:net'
import { parsedUrl } from '../../base/uri.ts'

// Names that no public server has (RFC 6761, 6762, 8375; ICANN reserves "internal").
const localName = /\.(?:localhost|local|internal|home\.arpa|lan|test)$/

/** Lower case, without port and brackets; null if invalid. */
export function hostOf(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null
  const hostname = parsedUrl(`http://${header}`) === null ? null : new URL(`http://${header}`).hostname
  return hostname === null ? null : hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/**
 * Accepts addresses, which cannot be rebound, and names that no public page can own.
 * @param own further names of the mock
 */
export function isMeant(header: string | undefined, own: readonly string[]): boolean {
  const host = hostOf(header)
  if (host === null) return false
  return isIP(host) !== 0 || !host.includes('.') || localName.test(host) || own.includes(host)
}
