// Checks the Host header. This check prevents DNS rebinding attacks from web pages.
import { isIP } from 'node:net'
import { isLocalName, parsedUrl, withoutBrackets } from '../../base/uri.ts'

/** Returns the host without the port and without brackets, or null for an invalid header. */
export function hostOf(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null
  const hostname = parsedUrl(`http://${header}`) === null ? null : new URL(`http://${header}`).hostname
  return hostname === null ? null : withoutBrackets(hostname).replace(/\.$/, '')
}

/**
 * Returns whether the Host header is safe. An IP address is safe, because DNS does not resolve it. A local
 * name is safe, because no public web page has a local name.
 * @param own further names of the mock
 */
export function isAllowedHost(header: string | undefined, own: readonly string[]): boolean {
  const host = hostOf(header)
  if (host === null) return false
  return (
    isIP(host) !== 0 ||
    !host.includes('.') ||
    host.endsWith('.localhost') ||
    isLocalName(host) ||
    own.includes(host)
  )
}
