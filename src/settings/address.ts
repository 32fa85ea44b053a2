// Classifies the hosts of addresses, and explains what is wrong with an invalid address.
import { isLocalName, isLoopbackHost, withoutBrackets } from '../base/uri.ts'

/** `loopback` means this machine. `private` means a local network. */
export type AddressRange = 'loopback' | 'private' | 'public'

// The private address ranges of RFC 1918, 3927, 4193 and 4291.
const privateAddress =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^\[(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/
// Top-level domains that are reserved for documentation and tests (RFC 2606).
const reservedName = /\.(?:example|invalid)$/

/** Follows RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3; and RFC 6761, section 6.3. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return isLoopbackHost(withoutBrackets(hostname)) || /.\.localhost$/.test(hostname)
}

/** A host name without a dot is private. */
export function addressRangeOf(address: string): AddressRange {
  if (isLoopback(address)) return 'loopback'
  const { hostname } = new URL(address)
  const word = !hostname.includes('.') && !hostname.startsWith('[')
  const isPrivate =
    word || privateAddress.test(hostname) || isLocalName(hostname) || reservedName.test(hostname)
  return isPrivate ? 'private' : 'public'
}

/** Returns the end of a sentence that begins with the name of the option. */
export function faultOfAddress(text: string): string {
  if (text.trim() === '') return `is empty: give an address such as ${exampleAddress}`
  if (isQuoted(text)) return 'is in quotation marks, which are part of its value: leave them out'
  const [, port] = /^https?:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/i.exec(text) ?? []
  if (Number(port) > 65_535) return `names the port ${port}: a port is a number from 1 to 65535`
  if (hostAlone.test(text) && !hasLongWord.test(text)) return `is "${text}": begin it with https://`
  // The message omits the text, which could be a credential.
  return `is not an http or https address: give an address such as ${exampleAddress}`
}

/** A shell removes quotation marks, but an .env file or a CI system may keep them. */
export function isQuoted(text: string): boolean {
  return /^(["']).*\1$/s.test(text.trim())
}

const exampleAddress = 'https://tenant.example/api/v2'
// A word of 20 or more characters may be a credential, so an error message never repeats such a word.
const hostAlone = /^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[a-z\d/._-]*)?$/i
const hasLongWord = /[a-z\d_-]{20}/i
