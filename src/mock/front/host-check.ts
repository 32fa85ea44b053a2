// Checks the Host header, to prevent DNS rebinding attacks from web pages.
import { isIP } from 'node:net'
import { isLocalName, parsedUrl, withoutBrackets } from '../../base/uri.ts'

export function hostOf(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null
  const hostname = parsedUrl(`http://${header}`) === null ? null : new URL(`http://${header}`).hostname
  return hostname === null ? null : withoutBrackets(hostname).replace(/\.$/, '')
}

/**
 * Allows the mock's names, IP addresses, which DNS does not resolve, and local names, which no public web
 * page has.
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
