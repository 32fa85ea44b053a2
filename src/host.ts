// Hosts: how far what is sent to one by plain http travels, as far as its name or address tells.

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
