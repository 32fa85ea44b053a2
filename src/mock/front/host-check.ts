// Whether a request is meant for this mock, by its Host: a page of elsewhere may have had its own name lead here (DNS rebinding).
import { isIP } from 'node:net'
import { parsedUrl } from '../../base/uri.ts'

// Names that no public server has (RFC 6761, 6762, 8375; "internal" is reserved by ICANN).
const localName = /\.(?:localhost|local|internal|home\.arpa|lan|test)$/

/** The name or address of a Host header, in lower case and without its port and brackets; null where it is none. */
export function hostOf(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null
  const hostname = parsedUrl(`http://${header}`) === null ? null : new URL(`http://${header}`).hostname
  return hostname === null ? null : hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** Whether a host is this machine as it calls itself. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/**
 * Whether a request with that Host may be answered. An address can't be made to lead elsewhere, and a name of one word, or of a
 * network of one's own, is nobody's to give to a page of the web.
 * @param own names by which it is called besides
 */
export function isMeant(header: string | undefined, own: readonly string[]): boolean {
  const host = hostOf(header)
  if (host === null) return false
  return isIP(host) !== 0 || !host.includes('.') || localName.test(host) || own.includes(host)
}
