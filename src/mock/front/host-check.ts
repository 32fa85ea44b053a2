// Checks the Host header. This prevents DNS rebinding.
import { isIP } from 'node:net'
import { isLocalName, parsedUrl, withoutBrackets } from '../../base/uri.ts'

/** Returns the host in lower case, without port and brackets; null if invalid. */
export function hostOf(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null
  const hostname = parsedUrl(`http://${header}`) === null ? null : new URL(`http://${header}`).hostname
  return hostname === null ? null : withoutBrackets(hostname).replace(/\.$/, '')
}

/**
 * Accepts addresses, which cannot be rebound, and local names, which no public page owns.
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
