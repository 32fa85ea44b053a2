// Classifies hosts, and explains invalid addresses.
import { isLocalName, isLoopbackHost, withoutBrackets } from '../base/uri.ts'

/** `loopback`: this machine. `private`: a local network. */
export type AddressRange = 'loopback' | 'private' | 'public'

// Address ranges of RFC 1918, 3927, 4193 and 4291.
const privateAddress =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^\[(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/
// Top-level domains for documentation and tests (RFC 2606).
const reservedName = /\.(?:example|invalid)$/

/** Loopback addresses and names (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3; RFC 6761, 6.3). */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return isLoopbackHost(withoutBrackets(hostname)) || /.\.localhost$/.test(hostname)
}

/** A name without a dot is private. */
export function addressRangeOf(address: string): AddressRange {
  if (isLoopback(address)) return 'loopback'
  const { hostname } = new URL(address)
  const word = !hostname.includes('.') && !hostname.startsWith('[')
  const isPrivate =
    word || privateAddress.test(hostname) || isLocalName(hostname) || reservedName.test(hostname)
  return isPrivate ? 'private' : 'public'
}

/** Returns words that follow the name of the option. */
export function faultOfAddress(text: string): string {
  if (text.trim() === '') return `is empty: give an address such as ${exampleAddress}`
  if (isQuoted(text)) return 'is in quotation marks, which are part of its value: leave them out'
  const [, port] = /^https?:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/i.exec(text) ?? []
  if (Number(port) > 65_535) return `names the port ${port}: a port is a number from 1 to 65535`
  if (hostAlone.test(text) && !hasLongWord.test(text)) return `is "${text}": begin it with https://`
  // Not repeated: the text may be a credential.
  return `is not an http or https address: give an address such as ${exampleAddress}`
}

/** Returns whether quotation marks are left, which a shell would have removed. */
export function isQuoted(text: string): boolean {
  return /^(["']).*\1$/s.test(text.trim())
}

const exampleAddress = 'https://tenant.example/api/v2'
// Match no credential: a host, without the long words of a credential.
const hostAlone = /^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[a-z\d/._-]*)?$/i
const hasLongWord = /[a-z\d_-]{20}/i
