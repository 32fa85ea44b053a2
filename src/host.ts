// Hosts and addresses: how far what is sent to one by plain http travels, and what is wrong with a text that is none.

/** loopback: this machine. private: a network of one's own. public: all else. */
export type Reach = 'loopback' | 'private' | 'public'

// Private and link-local addresses (RFC 1918, 3927, 4193, 4291).
const privateAddress =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^\[(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/
// Names that no public server has (RFC 6762, 8375, 2606; "internal" is reserved by ICANN).
const privateName = /\.(?:local|internal|home\.arpa|lan|test|example|invalid)$/

/** Whether the URL's host is a loopback address (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3) or localhost (RFC 6761, 6.3). */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return /^127(?:\.\d+){3}$/.test(hostname) || hostname === '[::1]' || /^(?:.+\.)?localhost$/.test(hostname)
}

/** How far a request to that URL travels. A name of one word is one of a network of one's own: that of a container, say. */
export function reachOf(address: string): Reach {
  if (isLoopback(address)) return 'loopback'
  const { hostname } = new URL(address)
  const word = !hostname.includes('.') && !hostname.startsWith('[')
  return word || privateAddress.test(hostname) || privateName.test(hostname) ? 'private' : 'public'
}

/** What is wrong with a text that is no address, and what to do, as it goes on after the name of an option or variable. */
export function faultOfAddress(text: string): string {
  if (text.trim() === '') return `is empty: give an address as ${exampleAddress}`
  if (isQuoted(text)) return 'is in quotation marks, which are part of its value: leave them out'
  const [, port] = /^https?:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/i.exec(text) ?? []
  if (Number(port) > 65_535) return `names the port ${port}: a port is a number from 1 to 65535`
  if (hostAlone.test(text) && !hasLongWord.test(text)) return `is "${text}": begin it with https://`
  // Not repeated, as it may be a credential in the place of an address.
  return `is not an http or https address: give one as ${exampleAddress}`
}

/** Whether quotation marks stand around it, which a shell or a file of variables would have taken off. */
export function isQuoted(text: string): boolean {
  return /^(["']).*\1$/s.test(text.trim())
}

const exampleAddress = 'https://tenant.example/api/v2'
// A host and a path without what a credential may have: neither a long word nor a sign of base64.
const hostAlone = /^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[a-z\d/._-]*)?$/i
const hasLongWord = /[a-z\d_-]{20}/i
