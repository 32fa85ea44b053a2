// Checks the Host header. This prevents DNS rebinding.
import { isIP } from 'node:net'
import { isLocalName, parsedUrl, withoutBrackets } from '../../base/uri.ts'

/** Returns null for an invalid host. Omits port and brackets. */
export function hostOf(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null
  const hostname = parsedUrl(`http://${header}`) === null ? null : new URL(`http://${header}`).hostname
  return hostname === null ? null : withoutBrackets(hostname).replace(/\.$/, '')
}

/**
 * Addresses cannot be rebound, and no public page owns local names.
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
